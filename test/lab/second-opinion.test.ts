// What two judges make of one check, and what counts as a difference between them.
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../src/harness/profile/profile.js';
import type { CheckResult, Finding, RunResult } from '../../src/harness/verdict/verdict.js';
import { differences, verifiedResult } from '../../src/lab/second-opinion.js';
import type { TraceRecord } from '../../src/trace/record.js';

const PROFILE = {
  clients: { operator: { clientId: 'operator', clientSecret: 's', scopes: ['device:read'] } },
  devices: { bench: { deviceId: 'a', relays: [] } },
} as unknown as Profile;

/** Two refreshes of one device, so many ms apart. */
function check(apart: number, rule: Finding['rule'] | undefined): CheckResult {
  const trace = [0, apart].flatMap((at, place): TraceRecord[] => [
    {
      seq: place * 2,
      at,
      kind: 'request',
      exchange: place,
      channel: 'rest',
      client: 'operator',
      what: 'devices.read',
      deviceId: 'a',
    },
    {
      seq: place * 2 + 1,
      at: at + 5,
      kind: 'reply',
      exchange: place,
      channel: 'rest',
      status: 200,
      code: 'SUCCESS',
    },
  ]);
  const findings =
    rule === undefined ? [] : [{ rule, verdict: 'fail', where: '', expected: '', actual: '', exchanges: [] }];
  return { id: 'c', trace, findings } as unknown as CheckResult;
}

const words = (apart: number, rule: Finding['rule'] | undefined, isRight: boolean): readonly string[] =>
  differences(check(apart, rule), PROFILE, isRight);

describe('two judges', () => {
  test('differ where one finds a rule broken that the other finds kept', () => {
    expect(words(900, 'refresh.min-interval', false)).toEqual([]);
    expect(words(4000, 'refresh.min-interval', false)).toEqual([
      'c: the second judge does not find refresh.min-interval broken',
    ]);
  });

  test('do not differ where one of them cannot tell', () => {
    expect(words(900, 'refresh.per-device', false)).toEqual([]);
  });

  test('differ where the second one alone finds something of a service that is right', () => {
    expect(words(900, undefined, false)).toEqual([]);
    expect(words(900, undefined, true)).toContain(
      'c: only the second judge finds refresh.min-interval broken',
    );
  });

  test('agree on what is marked as verified', () => {
    const result = {
      checks: [check(900, 'refresh.min-interval'), check(4000, 'refresh.min-interval')],
    } as unknown as RunResult;
    const marks = verifiedResult(result, PROFILE).checks.map(({ findings }) =>
      findings.map(({ verified }) => verified),
    );
    expect(marks).toEqual([[true], [undefined]]);
  });
});
