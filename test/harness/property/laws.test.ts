// The laws that random programs are judged by: each passes on a right trace, and fails on a wrong one by its rule.
import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { createTraceWriter, judged, switching, type TraceWriter, UNANSWERED } from './traces.js';

interface Law {
  readonly invariant: string;
  readonly says: string;
  readonly right: (trace: TraceWriter) => void;
  readonly wrong: (trace: TraceWriter) => void;
  readonly rule: string;
}

const settled = (trace: TraceWriter, ...connections: readonly string[]): void =>
  connections.forEach((each) => trace.ping(each, 9000));

const LAWS: readonly Law[] = [
  {
    invariant: 'packing',
    rule: 'busy.one-at-a-time',
    says: 'two that each take a second do not fit into one',
    right: (trace) => {
      trace.operate(UNANSWERED, { from: 0, to: 1050, status: 'timeout' });
      trace.operate(UNANSWERED, { from: 500, to: 2100, status: 'timeout' });
    },
    wrong: (trace) => {
      trace.operate(UNANSWERED, { from: 0, to: 1050, status: 'timeout' });
      trace.operate(UNANSWERED, { from: 10, to: 1060, status: 'timeout' });
    },
  },
  {
    invariant: 'lane',
    rule: 'busy.released',
    says: 'DEVICE_BUSY needs an operation that may be running',
    right: (trace) => {
      trace.operate(switching('on'), { from: 0, to: 300 });
      trace.operate(switching('off'), { from: 100, to: 110, refused: 'DEVICE_BUSY' });
    },
    wrong: (trace) => {
      trace.operate(switching('on'), { from: 0, to: 300 });
      trace.operate(switching('off'), { from: 400, to: 410, refused: 'DEVICE_BUSY' });
    },
  },
  {
    invariant: 'lane',
    rule: 'busy.per-device',
    says: 'an operation of another device is none of this one',
    right: (trace) => {
      trace.operate(switching('on'), { from: 0, to: 300, deviceId: 'd2' });
      trace.operate(switching('off'), { from: 50, to: 300 });
      trace.operate(switching('off'), { from: 100, to: 110, refused: 'DEVICE_BUSY' });
    },
    wrong: (trace) => {
      trace.operate(switching('on'), { from: 0, to: 300, deviceId: 'd2' });
      trace.operate(switching('off'), { from: 100, to: 110, refused: 'DEVICE_BUSY' });
    },
  },
  {
    invariant: 'budget',
    rule: 'refresh.retry-after-truthful',
    says: 'what a 429 announces is kept',
    right: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 3600, to: 3700 });
    },
    wrong: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 1 });
      trace.refresh({ from: 1600, to: 1610, refused: 'RATE_LIMITED', retryAfter: 1 });
    },
  },
  {
    invariant: 'budget',
    rule: 'refresh.rejection-is-free',
    says: 'a rejection does not put the next refresh off',
    right: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 1500, to: 1510, refused: 'RATE_LIMITED', retryAfter: 2 });
    },
    wrong: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 2500, to: 2510, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
  {
    invariant: 'budget',
    rule: 'refresh.busy-is-free',
    says: 'a refresh refused with DEVICE_BUSY spends nothing',
    right: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 5000, to: 5010, refused: 'DEVICE_BUSY' });
      trace.refresh({ from: 5500, to: 5600 });
      trace.refresh({ from: 6000, to: 6010, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 7000, to: 7010, refused: 'RATE_LIMITED', retryAfter: 2 });
    },
    wrong: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 5000, to: 5010, refused: 'DEVICE_BUSY' });
      trace.refresh({ from: 5500, to: 5510, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
  {
    invariant: 'unspent',
    rule: 'refresh.per-device',
    says: 'the refresh of another device spends nothing of this one',
    right: (trace) => {
      trace.ping('c', 0);
      trace.refresh({ from: 9000, to: 9050 });
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
    wrong: (trace) => {
      trace.ping('c', 0);
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
  {
    invariant: 'executions',
    rule: 'idempotency.no-second-execution',
    says: 'a repeat is not carried out again',
    right: (trace) => repeated(trace, '1'),
    wrong: (trace) => repeated(trace, '2'),
  },
  {
    invariant: 'event-missing',
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
    invariant: 'event-missing',
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
    invariant: 'event-missing',
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
  {
    invariant: 'event-unexplained',
    rule: 'events.changes',
    says: 'an event names what may have changed',
    right: (trace) => {
      changed(trace, 'c');
      trace.event('c', 700, [1], [true, false]);
    },
    wrong: (trace) => {
      changed(trace, 'c');
      trace.event('c', 700, [1, 2], [true, false]);
    },
  },
  {
    invariant: 'event-unexplained',
    rule: 'events.no-change-no-event',
    says: 'setting a relay to the state it is in tells nothing',
    right: (trace) => {
      trace.open('c', 0);
      trace.operate(switching('off'), { from: 100, to: 200 });
      trace.event('c', 210, [1], [false]);
    },
    wrong: (trace) => {
      trace.operate(switching('off'), { from: 100, to: 200 });
      trace.open('c', 3000);
      trace.operate(switching('off'), { from: 6000, to: 6100 });
      trace.event('c', 6110, [1], [false]);
    },
  },
  {
    invariant: 'event-unexplained',
    rule: 'events.not-replayed',
    says: 'what happened before a connection was opened is not told on it',
    right: (trace) => {
      trace.operate(switching('on'), { from: 100, to: 200 });
      // It may have been on its way, since nobody had heard of it.
      trace.open('c', 300);
      trace.event('c', 350, [1], [true]);
    },
    wrong: (trace) => {
      trace.open('e', 0);
      trace.operate(switching('on'), { from: 100, to: 200 });
      trace.event('e', 210, [1], [true]);
      trace.open('c', 300);
      trace.event('c', 310, [1], [true]);
    },
  },
  {
    invariant: 'event-unexplained',
    rule: 'events.not-for-config',
    says: 'a setting is not broadcast',
    right: (trace) => {
      trace.open('c', 0);
      trace.operate(switching('on'), { from: 100, to: 200 });
      trace.operate(
        { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
        { from: 300, to: 400 },
      );
      trace.event('c', 410, [1], [true]);
    },
    wrong: (trace) => {
      trace.open('c', 0);
      trace.operate(
        { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
        { from: 300, to: 400 },
      );
      trace.event('c', 410, [1], [false]);
    },
  },
  {
    invariant: 'solicited',
    rule: 'events.not-for-solicited',
    says: 'a response that was waited for is no event',
    right: (trace) => answered(trace, false),
    wrong: (trace) => answered(trace, true),
  },
];

function repeated(trace: TraceWriter, counted: string): void {
  trace.stimulus('executions', 0, '0');
  trace.operate(switching('on'), { from: 100, to: 200, key: 'one' });
  trace.operate(switching('on'), { from: 300, to: 310, key: 'one' });
  trace.stimulus('executions', 1000, counted);
}

function changed(trace: TraceWriter, ...connections: readonly string[]): void {
  connections.forEach((each) => trace.open(each, 0));
  trace.operate(switching('off'), { from: 100, to: 200 });
  trace.operate(switching('on'), { from: 500, to: 600 });
}

function answered(trace: TraceWriter, told: boolean): void {
  const operation = { name: 'device.rs485.transceive', params: { data: 'ee01', timeout: 500 } } as const;
  trace.open('c', 0);
  trace.operate(operation, { from: 100, to: 200, result: { data: 'ee01' } });
  if (told) trace.rs485('c', 210, 'ee01');
}

describe.each(LAWS)('$invariant: $says', ({ invariant, rule, right, wrong }) => {
  const hear = (write: (trace: TraceWriter) => void): readonly string[] => {
    const trace = createTraceWriter();
    write(trace);
    return judged(trace, invariant);
  };

  it('holds in a right trace', () => {
    expect(hear(right).filter((each) => each.endsWith('fail'))).toEqual([]);
  });

  it(`fails in a wrong one, and names ${rule}`, () => {
    expect(hear(wrong)).toContain(`${rule} fail`);
  });
});

it('says nothing that reasons from what nobody did, where somebody may have done it', () => {
  const trace = createTraceWriter();
  trace.operate(switching('off'), { from: 400, to: 410, refused: 'DEVICE_BUSY' });
  const findings = judge(trace.records(), { strict: true, dropped: 0 });
  expect(findings.filter(({ where }) => where === 'invariant lane')).toEqual([]);
});
