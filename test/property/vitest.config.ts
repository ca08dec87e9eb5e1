// `npm run proof -- programs` is no part of `npm test`: it takes minutes.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'programs',
    include: ['test/property/**/*.programs.ts'],
    pool: 'forks',
    maxWorkers: 2,
    retry: 0,
    testTimeout: 1_200_000,
    reporters: ['verbose'],
  },
});
