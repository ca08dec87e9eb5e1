// DEVICE_BUSY needs an operation that may be running.
import { expect, it } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { describeLaws } from './laws.js';
import { createTraceWriter, switching } from './program-traces.js';

describeLaws('lane', [
  {
    rule: 'busy.released',
    says: 'DEVICE_BUSY needs an operation that may be running',
    right: (trace) => {
      trace.operate(switching('on'), { from: 0, to: 300 });
      trace.operate(switching('off'), { from: 100, to: 110, refused: 'DEVICE_BUSY' });
      // The device may be at it for a moment after its reply.
      trace.operate(switching('off'), { from: 880, to: 890, refused: 'DEVICE_BUSY' });
    },
    wrong: (trace) => {
      trace.operate(switching('on'), { from: 0, to: 300 });
      trace.operate(switching('off'), { from: 910, to: 920, refused: 'DEVICE_BUSY' });
    },
  },
  {
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
]);

it('says nothing where somebody else may have kept the device busy', () => {
  const trace = createTraceWriter();
  trace.operate(switching('off'), { from: 400, to: 410, refused: 'DEVICE_BUSY' });
  const findings = judge(trace.records(), { strict: true, dropped: 0 });
  expect(findings.filter(({ where }) => where === 'invariant lane')).toEqual([]);
});

it('says nothing of a device that was at work before the trace began, as far as anybody knows', () => {
  const trace = createTraceWriter();
  trace.operate(switching('off'), { from: 0, to: 10, refused: 'DEVICE_BUSY' });
  trace.operate(switching('off'), { from: 200, to: 500 });
  const findings = judge(trace.records(), { strict: true, dropped: 0, alone: true });
  expect(findings.filter(({ where }) => where === 'invariant lane')).toEqual([]);
});
