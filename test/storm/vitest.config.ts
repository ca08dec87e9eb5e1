// `npm run proof -- storm` is no part of `npm test`: it takes minutes.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'storm',
    include: ['test/storm/**/*.storm.ts'],
    pool: 'forks',
    retry: 0,
    testTimeout: 300_000,
    reporters: ['verbose'],
  },
});
