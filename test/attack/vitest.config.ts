// `npm run proof -- attack` is no part of `npm test`: the whole takes minutes. test/attack/run.mjs starts it.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'attack',
    include: ['test/attack/**/*.attack.ts'],
    pool: 'forks',
    retry: 0,
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
