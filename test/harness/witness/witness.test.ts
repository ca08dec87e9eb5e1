import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import type { Finding } from '../../../src/harness/verdict/verdict.js';
import { withWitnesses } from '../../../src/harness/witness/witness.js';
import { allDefects } from '../../../src/simulator/defects/registry.js';
import type { TraceRecord } from '../../../src/trace/record.js';
import { createTraceWriter, switching } from '../judge/program-traces.js';
import { traceOf, commandBody, ok, type Line } from '../judge/traces.js';
import { trialOf } from '../../self-test/trials.js';
import { checkOf, holdWitness, provenIn, type Proven, sizeOf } from './hold-witness.js';

const read = (from: number, more: Partial<Line> = {}): Line => ({
  from,
  to: from + 100,
  what: 'devices.read',
  deviceId: 'd1',
  body: ok(),
  ...more,
});

function proven(records: readonly TraceRecord[], found?: readonly Finding[]): readonly Proven[] {
  const findings = found ?? judge(records, { strict: true, dropped: 0, alone: true });
  return provenIn([withWitnesses(checkOf(records, findings))]);
}

describe('the witness of a breach', () => {
  const others = Array.from({ length: 30 }, (_, at) => read(at * 50, { deviceId: `other-${at}` }));

  test('is the two exchanges that contradict the rule, and says what would have been right', () => {
    const [only, ...more] = proven(traceOf([...others, read(100), read(985)]));
    expect(more).toEqual([]);
    expect(sizeOf(only!)).toBe(2);
    expect(only!.witness.leftOut).toBe(30);
    expect(only!.witness.right).toBe(
      'A refresh of a device is legal from 3,000 ms after the last one; this one came after at most 985 ms and was granted.',
    );
  });

  test('holds the records of the connections that its exchanges are on', () => {
    const opening = { kind: 'connection', connection: 'c', client: 'op', at: 1 } as const;
    const onSocket = { channel: 'ws', connection: 'c', what: 'device.state.get' } as const;
    const [only] = proven(
      traceOf(
        [read(100), read(700, onSocket)],
        [
          { ...opening, state: 'open' },
          { ...opening, connection: 'other', state: 'open' },
        ],
      ),
    );
    const connections = only!.witness.records.flatMap((each) =>
      'connection' in each ? each.connection : [],
    );
    expect(new Set(connections)).toEqual(new Set(['c']));
  });

  test('leaves nothing out that would explain what it shows', () => {
    const trace = createTraceWriter();
    trace.operate(switching('on'), { from: 100, to: 200, key: 'k1' });
    trace.operate(switching(undefined, 'on'), { from: 300, to: 400, key: 'k2' });
    trace.operate(switching(undefined, 'off'), { from: 500, to: 600, key: 'k3' });
    trace.refresh({ from: 700, to: 800 }, [false, false]);
    const [only] = proven(trace.records());
    // That relay 2 is off contradicts the second command alone, and the third explains it.
    expect(only!.witness.records.flatMap((each) => (each.kind === 'request' ? each.exchange : []))).toEqual([
      1, 4,
    ]);
  });

  test('tells of what did not come how long it was waited for, and where', () => {
    const trace = createTraceWriter();
    trace.open('c', 0);
    trace.refresh({ from: 10, to: 20, connection: 'c' }, [false]);
    trace.operate(switching('on'), { from: 5000, to: 5100, key: 'k1' });
    trace.ping('c', 20_000);
    const [only] = proven(trace.records()).filter(({ rule }) => rule === 'events.relay-changed');
    expect(only!.witness.silence).toMatchObject({ from: 5000, to: 10_100, on: ['c'] });
    expect(only!.witness.right).toContain('is due on c; in the 5,100 ms');
  });

  test('counts the time without work of a device that refuses from its last work on', () => {
    const right = (...kinds: readonly ('SUCCESS' | 'DEVICE_BUSY')[]): string => {
      const trace = createTraceWriter();
      kinds.forEach((kind, at) =>
        trace.operate(switching('on'), {
          from: 2000 * at,
          to: 2000 * at + 10,
          ...(kind === 'SUCCESS' ? {} : { refused: kind }),
        }),
      );
      const finding: Finding = {
        rule: 'busy.released',
        verdict: 'fail',
        where: 'line 3: refresh plant',
        expected: 'not DEVICE_BUSY',
        actual: 'DEVICE_BUSY',
        exchanges: kinds.map((_, at) => at + 1),
      };
      return proven(trace.records(), [finding])[0]!.witness.right;
    };
    expect(right('SUCCESS', 'DEVICE_BUSY', 'DEVICE_BUSY')).toContain('had been answered 3,990 ms before');
    expect(right('DEVICE_BUSY', 'DEVICE_BUSY')).toContain('refused so for 2,000 ms, and nothing of this run');
  });

  test('of a step is its own exchange, and those that it refers to', () => {
    const records = traceOf([...others, read(9000), read(9900)]);
    const finding: Finding = {
      rule: 'refresh.min-interval',
      verdict: 'fail',
      where: 'line 12: refresh plant',
      expected: '{ code: RATE_LIMITED }',
      actual: '200 SUCCESS',
      exchanges: [32],
      refersTo: [31],
    };
    const [only] = proven(records, [finding]);
    expect(only!.witness.proof).toBe('step');
    expect(sizeOf(only!)).toBe(2);
    expect(only!.witness.right).toContain('at most 1,000 ms');
  });

  test('is there once for each rule and law, and not of what held', () => {
    const records = traceOf([read(0), read(200), read(400), read(600)]);
    const findings = judge(records, { strict: true, dropped: 0 });
    expect(findings.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(1);
    expect(proven(records)).toHaveLength(1);
    const passed = traceOf([{ ...read(0), what: 'relays.set', key: 'k', body: commandBody('c1') }]);
    expect(proven(passed)).toEqual([]);
  });

  test.each(
    allDefects()
      .filter((_, at) => at % 40 === 7)
      .map(({ id }) => id),
  )('of a service with %s holds', async (id) => {
    const defect = allDefects().find((each) => each.id === id)!;
    const { checks } = await trialOf(defect);
    const found = provenIn(checks);
    // A request that could not go out, as its connection was closed before, left no record.
    const broken = checks.filter(({ findings }) =>
      findings.some(({ verdict, exchanges }) => verdict === 'fail' && exchanges.length > 0),
    );
    for (const { findings } of broken) expect(findings.some(({ witness }) => witness)).toBe(true);
    for (const each of found) holdWitness(each);
  });
});
