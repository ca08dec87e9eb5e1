// A suite is believed for what it catches and for what it leaves alone: every defect is caught by a check that
// cites its rule, every scenario catches one, and the simulator without defects passes all of them.
import { describe, expect, it } from 'vitest';
import { allDefects } from '../../src/simulator/defects/registry.js';
import { FOR_PROGRAMS } from '../../src/lab/self-test/trial.js';
import { holdWitness, provenIn, sizeOf } from '../harness/witness/hold-witness.js';
import { KILLERS } from './known-killers.js';
import { runInVirtualTime, SCENARIOS } from './run-in-virtual-time.js';
import { trialOf, trialOn } from './trials.js';
import { UNFIT_CHECKS } from './unfit-checks.js';

const DEFECTS = allDefects().filter(({ id }) => !(id in FOR_PROGRAMS));

describe('a service with the defect', () => {
  it.each(DEFECTS.map((defect) => ({ ...defect })))(
    '$id is caught by a check that cites $rule',
    async (defect) => {
      const { killers, table } = await trialOf(defect);
      expect(killers).toSatisfy((ids: readonly string[]) => ids.length > 0, table);
    },
    90_000,
  );
});

describe('the witness of a breach', () => {
  it('is small, holds when it is judged alone, and has nothing in it that can be left out', async () => {
    const sizes: number[] = [];
    for (const defect of DEFECTS) {
      const proven = provenIn((await trialOf(defect)).checks);
      for (const each of proven) holdWitness(each);
      sizes.push(...proven.map(sizeOf));
    }
    expect(sizes.length).toBeGreaterThan(DEFECTS.length);
    expect(sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(6);
  }, 600_000);
});

describe('a service with a defect that is left to random programs', () => {
  it.each(Object.entries(FOR_PROGRAMS))('%s is caught by no check: %s', async (id) => {
    const defect = required(allDefects().find((each) => each.id === id));
    expect((await trialOf(defect)).killers).toEqual([]);
  });
});

describe('a scenario', () => {
  it('catches a defect at least', async () => {
    const caught = new Set([...KILLERS.values()].flat().map(scenarioOf));
    for (const defect of DEFECTS)
      for (const check of (await trialOf(defect)).killers) caught.add(scenarioOf(check));
    const idle: string[] = [];
    for (const { id, rules } of SCENARIOS.filter((each) => !caught.has(each.id)))
      // Of many checks that catch a defect the page names a few.
      if (!(await catchesAny(id, rules))) idle.push(id);
    expect(idle).toEqual([]);
  });
});

async function catchesAny(scenario: string, rules: readonly string[]): Promise<boolean> {
  for (const defect of DEFECTS.filter(({ rule }) => rules.includes(rule)))
    if ((await trialOn(defect, undefined, [scenario])).killers.length > 0) return true;
  return false;
}

describe('the service without defects', () => {
  it.each(['default', 'scrambled'])(
    'passes every scenario in the dialect %s',
    async (dialect) => {
      const checks = await runInVirtualTime({ dialect });
      const others = checks.filter(({ id, verdict }) => verdict !== 'pass' && !UNFIT_CHECKS.includes(id));
      for (const id of UNFIT_CHECKS)
        expect(checks.find((check) => check.id === id)?.reason).toMatch(/which the target is without/);
      expect(others.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual(
        [],
      );
    },
    60_000,
  );
});

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is no such defect');
  return value;
}

/** The id of a check is that of its scenario, and of a row of its matrix. */
function scenarioOf(check: string): string {
  return check.split(':')[0] ?? check;
}
