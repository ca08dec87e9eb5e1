// What events tell of a device beside what is read of it.
import { expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { createTraceWriter, switching, type TraceWriter } from './program-traces.js';

const MINUTE = 60_000;
const TIMES = [1, 2, 3, 4];

function told(write: (trace: TraceWriter) => void, alone = true): readonly string[] {
  const trace = createTraceWriter();
  trace.open('c', 0);
  trace.refresh({ from: 100, to: 110 }, [false, false]);
  write(trace);
  trace.ping('c', 10 * MINUTE);
  const found = judge(trace.records(), { strict: true, dropped: 0, alone, ofTraffic: true });
  const own = found.filter(({ where }) => where === 'invariant told-and-read');
  return [...new Set(own.map(({ rule }) => rule))];
}

/** Each minute relay 1 is told on, half a minute later it is told as `second` says, and read in between and after. */
function pulses(
  trace: TraceWriter,
  { second, reads = [true, false] }: { second: boolean | undefined; reads?: readonly boolean[] },
): void {
  for (const at of TIMES.map((each) => each * MINUTE)) {
    trace.operate(switching('on'), { from: at - 10, to: at + 10, key: `on${at}` });
    trace.event('c', at, [1], [true, false], `on${at}`);
    trace.refresh({ from: at + 15_000, to: at + 15_010 }, [reads[0] === true, false]);
    trace.operate(switching('off'), { from: at + 29_990, to: at + 30_010, key: `off${at}` });
    if (second !== undefined) trace.event('c', at + 30_000, [1], [second, false], `off${at}`);
    trace.refresh({ from: at + 45_000, to: at + 45_010 }, [reads[1] === true, false]);
  }
}

test('what is told as it is read breaks nothing', () => {
  expect(told((trace) => pulses(trace, { second: false }))).toEqual([]);
});

test('changes that are read and never told break the rule of their event', () => {
  expect(told((trace) => pulses(trace, { second: undefined }))).toEqual(['events.relay-changed']);
  // Who else may have switched it, nobody knows.
  expect(told((trace) => pulses(trace, { second: undefined }), false)).toEqual([]);
});

test('reads that never show what is told break devices.detail-is-live', () => {
  expect(told((trace) => pulses(trace, { second: false, reads: [false, false] }))).toEqual([
    'devices.detail-is-live',
  ]);
});

test('more events than changes break events.no-change-no-event, copies aside', () => {
  const repeated = (trace: TraceWriter, idOf: (at: number) => string): void => {
    trace.operate(switching('on'), { from: MINUTE, to: MINUTE + 10, key: 'first' });
    for (const at of TIMES.map((each) => (each + 1) * MINUTE)) {
      trace.operate(switching('on'), { from: at - 10, to: at + 10, key: `k${at}` });
      trace.event('c', at, [1], [true, false], idOf(at));
    }
  };
  expect(told((trace) => repeated(trace, String))).toEqual(['events.no-change-no-event']);
  expect(told((trace) => repeated(trace, () => 'one'))).toEqual([]);
});

test('a relay that is jogged and of which no event tells breaks relay.effect', () => {
  const jogs = (trace: TraceWriter, relay: 1 | 2): void => {
    for (const at of TIMES.map((each) => each * MINUTE)) {
      const asked = relay === 1 ? switching('jog') : switching(undefined, 'jog');
      trace.operate(asked, { from: at - 10, to: at + 10, key: `k${at}` });
      trace.event('c', at, [1], [true, false], `on${at}`);
      trace.event('c', at + 1000, [1], [false, false], `off${at}`);
    }
  };
  expect(told((trace) => jogs(trace, 2))).toContain('relay.effect');
  expect(told((trace) => jogs(trace, 1))).not.toContain('relay.effect');
});

test('what reads have and events never show breaks events.peripherals, and the other way round', () => {
  const seen = (trace: TraceWriter, inEvents: readonly boolean[], inReads: readonly boolean[]): void => {
    for (const at of TIMES.map((each) => each * MINUTE)) {
      trace.event('c', at, [], inEvents, `e${at}`);
      trace.refresh({ from: at + 15_000, to: at + 15_010 }, inReads);
    }
  };
  expect(told((trace) => seen(trace, [], [true]))).toEqual(['events.peripherals']);
  expect(told((trace) => seen(trace, [true], [true]))).toEqual([]);
});
