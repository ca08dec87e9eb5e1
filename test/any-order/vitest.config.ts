// `npm run proof -- any-order` is no part of `npm test`: it takes minutes.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'any order',
    include: ['test/any-order/**/*.any-order.ts'],
    pool: 'forks',
    maxWorkers: 2,
    retry: 0,
    testTimeout: 120_000,
    reporters: ['default'],
  },
});
