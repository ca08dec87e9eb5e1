// How `npm run proof -- tools` runs: foreign tools from build/tools on what we ship. Apart from `npm test`, which is quick.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/tools/*.tool.ts'], maxWorkers: 2, testTimeout: 120_000, hookTimeout: 120_000 },
});
