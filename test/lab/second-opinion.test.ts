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

  test('agree on a witness of a step: the fewest records for which the second one says the same', () => {
    const { trace, findings } = check(900, 'refresh.min-interval');
    const [earlier, answer] = check(9000, undefined).trace.slice(2);
    const before = [earlier!, answer!].map((record, place) => ({
      ...record,
      seq: place - 10,
      at: -9000 + place,
      exchange: 10,
    })) as unknown as TraceRecord[];
    const all = [...before, ...trace];
    const witness = { proof: 'step', records: all, leftOut: 0, right: 'Right.' } as const;
    const step = { trace: all, findings: [{ ...findings[0], exchanges: [1], witness }] };
    const [found] = verifiedResult({ checks: [step] } as unknown as RunResult, PROFILE).checks[0]!.findings;
    expect(found?.witness).toMatchObject({ proof: 'judge', records: trace, leftOut: 1, right: 'Right.' });
  });
});
