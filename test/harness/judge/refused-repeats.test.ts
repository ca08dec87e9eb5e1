// Repeats that are refused each time, though their command is there.
import { expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { createTraceWriter, switching } from './program-traces.js';

function told(code: string | undefined, times = 3): readonly string[] {
  const trace = createTraceWriter();
  for (let at = 0; at < times; at++) {
    const asked = { from: at * 1000, to: at * 1000 + 10, key: `k${at}` };
    trace.operate(switching('on'), asked);
    trace.operate(switching('on'), {
      ...{ ...asked, from: asked.to + 10, to: asked.to + 20 },
      ...(code !== undefined && { refused: code }),
    });
  }
  return judge(trace.records(), { strict: false, dropped: 0, ofTraffic: true })
    .filter(({ where }) => where === 'invariant refused-repeats')
    .map(({ rule }) => rule);
}

test('repeats that are all refused break idempotency.same-command-rest', () => {
  expect(told('DEVICE_OFFLINE')).toEqual(['idempotency.same-command-rest']);
});

test('nothing is said of what passes, of few, and of repeats that are answered', () => {
  expect(told('DEVICE_BUSY')).toEqual([]);
  expect(told('DEVICE_OFFLINE', 2)).toEqual([]);
  expect(told(undefined)).toEqual([]);
});
