// `npm run proof -- browser` is no part of `npm test`: it takes a Chromium.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'browser',
    include: ['test/browser/**/*.browser.ts'],
    pool: 'forks',
    retry: 0,
    // They measure how soon something shows: another browser beside them would be measured, too.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
