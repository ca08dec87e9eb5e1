// What no relay ever showed is told once, and the checks that rest on it do not blame their own rules.
import { expect, it } from 'vitest';
import { withFirstCauses } from '../../../../src/harness/run/causes/first-causes.js';
import type { NeverSeen } from '../../../../src/harness/run/causes/cause.js';
import type { CheckResult } from '../../../../src/harness/verdict/verdict.js';
import type { RuleId } from '../../../../src/contract/rules/catalogue.js';
import { check, finding } from '../../../report/run-results.js';
import { NO_EVIDENCE } from './told.js';

const at = { strict: false, at: 900 };

function withNeverSeen(
  results: readonly CheckResult[],
  neverSeen: NeverSeen | undefined,
): readonly CheckResult[] {
  return withFirstCauses(results, { ...NO_EVIDENCE, neverSeen }, at).checks;
}

const NONE: NeverSeen = { what: 'change', tries: 9, devices: 3, watched: 4 };

/** A check that switched a relay, and failed for something after it. */
function failed(rule: RuleId, { code = 'SUCCESS', shows = 6 } = {}): CheckResult {
  return check('a/b', {
    verdict: 'fail',
    rules: [rule],
    findings: [finding(rule, { exchanges: [shows] })],
    trace: [
      {
        kind: 'request',
        seq: 1,
        at: 1,
        exchange: 5,
        channel: 'rest',
        what: 'relays.set',
        operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
      },
      { kind: 'reply', seq: 2, at: 2, exchange: 5, channel: 'rest', status: 200, code },
    ],
  });
}

it('comes first, under the rule that promises it, with what it rests on', () => {
  const [first, second] = withNeverSeen([failed('ws.state-get')], NONE);
  expect(first).toMatchObject({ id: 'target/relays', verdict: 'fail', rules: ['relay.effect'], ofRun: true });
  expect(first?.findings[0]?.actual).toBe(
    'no relay was ever seen to change: after 9 commands that succeeded and were to change one, a state of 3 devices was read; a connection was open during 4 such commands',
  );
  expect(second).toMatchObject({ verdict: 'inconclusive', findings: [{ verdict: 'inconclusive' }] });
  expect(second?.reason).toBe(
    'it could not get that far: no relay was ever seen to change; see target/relays',
  );
});

it.each([
  ['rests on the same promise', failed('relay.set-many')],
  ['rests on no relay', failed('auth.missing')],
  ['switched none with success', failed('ws.state-get', { code: 'DEVICE_BUSY' })],
  ['failed before it switched one', failed('ws.state-get', { shows: 4 })],
])('leaves a check as it is that %s', (_, result) => {
  expect(withNeverSeen([result], NONE)[1]).toBe(result);
});

it('is no cause by itself that no event came: a check has to have found it', () => {
  const results = [failed('events.changes')];
  expect(withNeverSeen(results, { ...NONE, what: 'event' })).toBe(results);
  const both = [...results, failed('events.relay-changed')];
  expect(withNeverSeen(both, { ...NONE, what: 'event' }).map(({ verdict }) => verdict)).toEqual([
    'fail',
    'inconclusive',
    'fail',
  ]);
});

it('is nothing where all was seen', () => {
  const results = [failed('ws.state-get')];
  expect(withNeverSeen(results, undefined)).toBe(results);
});
