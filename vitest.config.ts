// How the tests are run: unit tests in one process for each core, tests of the real bin in more of them than cores.
// `npm test` leaves out those that take ten seconds or more, each a proof of its own: `npm run proof -- tests` has them.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const cores = availableParallelism();

const LONG_UNIT = [
  'test/cli/explain/pages.test.ts',
  'test/cli/repro/scripts.test.ts',
  'test/any-order/any-order.test.ts',
  'test/attack/replies/replies.test.ts',
  'test/audit/watched/defects.test.ts',
  'test/audit/watched/right-service.test.ts',
  'test/dialect/gallery/gallery.test.ts',
  'test/harness/run/restricted-writes.test.ts',
  'test/harness/run/small-quotas.test.ts',
  'test/library/example.test.ts',
  'test/report/secrets-of-a-run.test.ts',
  'test/probe/defects.test.ts',
  'test/probe/drafted-runs.test.ts',
  'test/probe/drawn-drafts.test.ts',
  'test/probe/mistakes.test.ts',
  'test/probe/rivals.test.ts',
  'test/self-test/defects.test.ts',
  'test/simulator/transport/fuzz.test.ts',
  'test/specification/documents.test.ts',
];
const LONG_E2E = [
  'test/e2e/audit-foreign-clients.test.ts',
  'test/e2e/audit-processes.test.ts',
  'test/e2e/audit-proxy.test.ts',
  'test/e2e/audit-unjudged.test.ts',
  'test/e2e/audit-watch.test.ts',
  'test/e2e/audit.test.ts',
  'test/e2e/bench.test.ts',
  'test/e2e/cluster-failures.test.ts',
  'test/e2e/first-segment.test.ts',
  'test/e2e/hostile-target.test.ts',
  'test/e2e/mcp.test.ts',
  'test/e2e/repro.test.ts',
  'test/e2e/restore-bad-target.test.ts',
  'test/e2e/restore-signals.test.ts',
  'test/e2e/restore.test.ts',
  'test/e2e/run.test.ts',
  'test/e2e/same-bytes.test.ts',
  'test/e2e/self-test.test.ts',
  'test/e2e/stalled-reader.test.ts',
  'test/e2e/state.test.ts',
  'test/e2e/terminal.test.ts',
  'test/e2e/two-processes.test.ts',
  'test/e2e/whole-suite.test.ts',
  'test/e2e/worst-day.test.ts',
];
const missing = [...LONG_UNIT, ...LONG_E2E].filter((path) => !existsSync(path));
if (missing.length > 0)
  throw new Error(`vitest.config.ts names tests that are not there: ${missing.join(', ')}`);

const UNIT = {
  maxWorkers: Math.min(cores, 4),
  setupFiles: ['test/seeded.ts'],
  // The files of a worker share its modules, since loading them anew for each takes longer than the tests do.
  // That is sound because no module holds the state of a test: test/tidy/shared-process.ts keeps it so.
  isolate: false,
  // For tests that hang, and not for slow machines: none waits for real time.
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

const E2E = {
  // They mostly wait for processes, so there are more of them at once than cores.
  maxWorkers: Math.min(cores + 1, 6),
  // For tests that hang, and not for slow machines: where a bound matters, the test asserts it.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    pool: 'forks',
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...UNIT,
          sequence: { groupOrder: 0 },
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', ...LONG_UNIT],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...E2E,
          sequence: { groupOrder: 1 },
          include: ['test/e2e/**/*.test.ts'],
          exclude: LONG_E2E,
        },
      },
      {
        extends: true,
        test: { name: 'long-unit', ...UNIT, sequence: { groupOrder: 2 }, include: LONG_UNIT },
      },
      {
        extends: true,
        test: { name: 'long-e2e', ...E2E, sequence: { groupOrder: 3 }, include: LONG_E2E },
      },
    ],
  },
});
