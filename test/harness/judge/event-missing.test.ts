// Each change is told, on every connection.
import { expect, it } from 'vitest';
import { describeLaws } from './laws.js';
import { createTraceWriter, judged, switching, type TraceWriter } from './program-traces.js';

const settled = (trace: TraceWriter, ...connections: readonly string[]): void =>
  connections.forEach((each) => trace.ping(each, 9000));

describeLaws('event-missing', [
  {
    rule: 'events.relay-changed',
    says: 'a change is told',
    right: (trace) => {
      changed(trace, 'c');
      trace.event('c', 700, [1], [true]);
      settled(trace, 'c');
    },
    wrong: (trace) => {
      changed(trace, 'c');
      settled(trace, 'c');
    },
  },
  {
    rule: 'events.changes',
    says: 'the event of two changes names both',
    right: (trace) => {
      bothChanged(trace, 'c');
      trace.event('c', 700, [1], [true, true]);
      trace.event('c', 710, [2], [true, true]);
      settled(trace, 'c');
    },
    wrong: (trace) => {
      bothChanged(trace, 'c');
      trace.event('c', 700, [1], [true, true]);
      settled(trace, 'c');
    },
  },
  {
    rule: 'events.every-connection',
    says: 'a change is told on every connection',
    right: (trace) => {
      changed(trace, 'c', 'e');
      trace.event('c', 700, [1], [true]);
      trace.event('e', 700, [1], [true]);
      settled(trace, 'c', 'e');
    },
    wrong: (trace) => {
      changed(trace, 'c', 'e');
      trace.event('c', 700, [1], [true]);
      settled(trace, 'c', 'e');
    },
  },
  {
    rule: 'events.peripherals',
    says: 'the event shows the state of after the change',
    right: (trace) => {
      changed(trace, 'c');
      trace.event('c', 700, [1], [true]);
      settled(trace, 'c');
    },
    wrong: (trace) => {
      changed(trace, 'c');
      trace.event('c', 700, [1], [false]);
      settled(trace, 'c');
    },
  },
]);

it('is not missed where the relay is read as it was: then it has not changed', () => {
  const missed = (shown: boolean): readonly string[] => {
    const trace = createTraceWriter();
    changed(trace, 'c');
    trace.refresh({ from: 700, to: 800 }, [shown]);
    settled(trace, 'c');
    return judged(trace, 'event-missing');
  };
  expect(missed(true)).toContain('events.relay-changed fail');
  expect(missed(false)).not.toContain('events.relay-changed fail');
});

function changed(trace: TraceWriter, ...connections: readonly string[]): void {
  connections.forEach((each) => trace.open(each, 0));
  trace.operate(switching('off'), { from: 100, to: 200 });
  trace.operate(switching('on'), { from: 500, to: 600 });
}

function bothChanged(trace: TraceWriter, connection: string): void {
  trace.open(connection, 0);
  trace.operate(switching('off', 'off'), { from: 100, to: 200 });
  trace.operate(switching('on', 'on'), { from: 500, to: 600 });
}
