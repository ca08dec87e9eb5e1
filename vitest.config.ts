// How the tests are run: fast unit tests in one project, tests of the real bin in another.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const cores = availableParallelism();

export default defineConfig({
  test: {
    pool: 'forks',
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: Math.min(cores, 4),
          sequence: { groupOrder: 0 },
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          setupFiles: ['test/seeded.ts'],
          // The files of a worker share its modules, since loading them anew for each takes longer than the tests do.
          // That is sound because no module holds the state of a test: test/tidy/shared-process.ts keeps it so.
          isolate: false,
          // For tests that hang, and not for slow machines: none waits for real time.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // They mostly wait for processes, so there are more of them at once than cores.
          maxWorkers: Math.min(cores + 1, 6),
          sequence: { groupOrder: 1 },
          include: ['test/e2e/**/*.test.ts'],
          // For tests that hang, and not for slow machines: where a bound matters, the test asserts it.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
