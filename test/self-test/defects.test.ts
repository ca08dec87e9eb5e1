// A suite is believed for what it catches and for what it leaves alone: every defect is caught by a check that
// cites its rule, and the simulator without defects passes all of them.
import { describe, expect, it } from 'vitest';
import { allDefects } from '../../src/simulator/defects/registry.js';
import { runInVirtualTime } from './run-in-virtual-time.js';
import { trialOf } from './trials.js';

const DEFECTS = allDefects();

describe('a service with the defect', () => {
  it.each(DEFECTS.map((defect) => ({ ...defect })))(
    '$id is caught by a check that cites $rule',
    async (defect) => {
      const { killers, table } = await trialOf(defect);
      expect(killers).toSatisfy((ids: readonly string[]) => ids.length > 0, table);
    },
    30_000,
  );
});

describe('the service without defects', () => {
  it.each(['default', 'scrambled'])(
    'passes every scenario in the dialect %s',
    async (dialect) => {
      const checks = await runInVirtualTime({ dialect });
      const others = checks.filter(({ verdict }) => verdict !== 'pass');
      expect(others.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual(
        [],
      );
    },
    60_000,
  );
});
