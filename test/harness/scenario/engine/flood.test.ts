import { describe, expect, it } from 'vitest';
import { floodIn, withoutFlood } from '../../../../src/harness/scenario/engine/run-check.js';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { createTrace } from '../../../../src/trace/trace.js';

function traceOf(flooded: boolean): ReturnType<typeof createTrace> {
  const trace = createTrace(createManualClock(0));
  for (const connection of ['a', 'b'])
    for (let at = 0; at < 500; at++) trace.add({ kind: 'stray', connection, text: 'x', detail: 'odd' });
  trace.add({
    kind: 'connection',
    connection: 'a',
    state: 'closed',
    closeCode: 1008,
    by: 'harness',
    detail: 'it brought more than 500 frames',
    ...(flooded && { flooded: true as const }),
  });
  return trace;
}

describe('a flooded connection', () => {
  it('is told of, with the limit', () => {
    expect(floodIn(traceOf(true).records())).toBe(
      'the target flooded connection a, which was ended: it brought more than 500 frames',
    );
    expect(floodIn(traceOf(false).records())).toBeUndefined();
  });

  it('keeps a few of its frames, and other connections keep all of theirs', () => {
    expect(withoutFlood(traceOf(true).records())).toHaveLength(100 + 500 + 1);
    expect(withoutFlood(traceOf(false).records())).toHaveLength(1001);
  });
});
