// Operations that each take a known time, and the time in which all of them ended.
import { UNANSWERED } from './program-traces.js';
import { describeLaws } from './laws.js';
import { describe, expect, it } from 'vitest';
import { viewTrace } from '../../../src/harness/judge/trace-view.js';
import { packing } from '../../../src/harness/judge/lane.js';
import type { TraceRecord } from '../../../src/trace/record.js';
import { commandBody, type Line, traceOf } from './traces.js';

const operation = { name: 'device.rs485.transceive', params: { data: '01', timeout: 1000 } } as const;

/** All operations of these traces are transceives of a second. */
function transceiving(records: readonly TraceRecord[]): TraceRecord[] {
  return records.map((record) =>
    record.kind === 'request' && record.operation
      ? { ...record, what: 'rs485.transceive', operation }
      : record,
  );
}

function held(...lines: readonly Line[]): readonly boolean[] {
  return packing
    .judge(viewTrace(transceiving(traceOf(lines))), { eventPatience: 1000 })
    .map((each) => each.held);
}

const asked = (id: string, from: number, to: number, status: string): Line => {
  return { from, to, what: 'rs485.transceive', key: `key-${id}`, body: commandBody(id, status) };
};
const read = (id: string, from: number, to: number): Line => {
  return { from, to, what: 'commands.read', body: commandBody(id, 'timeout') };
};

describe('two transceives of a second that nobody answered', () => {
  it('do not both end within a second and a half', () => {
    expect(held(asked('c1', 0, 1050, 'timeout'), asked('c2', 100, 1500, 'timeout'))).toEqual([false]);
  });

  it('may end within two seconds and a bit', () => {
    expect(held(asked('c1', 0, 1050, 'timeout'), asked('c2', 1060, 2100, 'timeout'))).toEqual([true]);
  });

  it('have ended when that was seen, not when their requests were answered before', () => {
    const pending = [asked('c1', 0, 10, 'pending'), asked('c2', 20, 30, 'pending')];
    expect(held(...pending, read('c1', 1100, 1110), read('c2', 2200, 2210))).toEqual([true]);
    expect(held(...pending, read('c1', 1100, 1110), read('c2', 1200, 1210))).toEqual([false]);
  });
});

describeLaws('packing', [
  {
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
]);
