// The part of a plan that fits into a time.
import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../../src/contract/rules/catalogue.js';
import { plan, type PlannedCheck } from '../../../src/harness/run/plan.js';
import { leastTime } from '../../../src/harness/run/waits.js';
import { planWithin } from '../../../src/harness/run/within.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { PROFILE } from '../scenario/support/run-scenario.js';

function checkOf(id: string, rules: readonly RuleId[], wait: string, before = ''): PlannedCheck {
  const text = `title: x\nrules: [${rules.join(', ')}]\nneeds: { clients: { operator: ['device:read'] } }\nsteps:\n${before}  - wait: ${wait}\n  - listDevices:\n    expect: SUCCESS\n`;
  const read = parseScenario(text, `scenarios/a/${id}.yaml`);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const planned = plan([read.value], PROFILE);
  const [check] = planned.ok ? planned.plan.checks : [];
  if (!check) throw new Error('nothing is planned');
  return { ...check, id, case: { ...check.case, needs: { ...check.case.needs, exclusive: true } } };
}

const idsOf = (checks: readonly { readonly id: string }[]): readonly string[] => checks.map(({ id }) => id);

describe('a plan within a time', () => {
  const list = checkOf('list', ['devices.list'], '2s');
  const again = checkOf('again', ['devices.list'], '1s');
  const both = checkOf('both', ['devices.list', 'envelope.json'], '2s');
  const slow = checkOf('slow', ['devices.profiles'], '30s');
  const all = { checks: [list, again, both, slow], skipped: [] };

  it('has what decides most, and says of the others why they are left out', () => {
    const { checks, skipped } = planWithin(all, 6000, 'no time');
    expect(idsOf(checks)).toEqual(['again', 'both']);
    expect(skipped.map(({ id, reason }) => `${id}: ${reason}`).toSorted()).toEqual([
      'list: no time',
      'slow: no time',
    ]);
    expect(leastTime(checks).time).toBeLessThanOrEqual(6000);
  });

  it('has none that may wait for most of it alone, though it need not', () => {
    const may =
      '  - listDevices:\n    as: one\n  - assume: { that: $one.code, is: SUCCESS }\n    needs: a list\n';
    const perhaps = checkOf('perhaps', ['devices.list'], '1m', may);
    expect(planWithin({ checks: [perhaps], skipped: [] }, 80_000, 'no time').checks).toEqual([]);
    expect(planWithin({ checks: [perhaps], skipped: [] }, 600_000, 'no time').checks).toEqual([perhaps]);
  });

  it('is the whole plan where there is time enough, in the order of the plan', () => {
    expect(planWithin(all, 600_000, 'no time')).toEqual(all);
  });

  it('keeps what was skipped for another reason', () => {
    const before = { ...list, reason: 'no client' };
    expect(planWithin({ checks: [slow], skipped: [before] }, 1000, 'no time').skipped).toEqual([
      before,
      expect.objectContaining({ id: 'slow', reason: 'no time' }),
    ]);
  });
});
