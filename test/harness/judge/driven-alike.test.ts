// What is driven from outside, and read over both channels.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { createTraceWriter } from './program-traces.js';

describe('what is driven from outside', () => {
  /** Two analog inputs are set to 9, and read over both channels. */
  const driven = (ws: number, rest = 9): readonly string[] => {
    const trace = createTraceWriter();
    trace.open('c', 0);
    for (const index of [1, 2]) trace.stimulus('set-analog', 100 + index, undefined, { index, value: 9 });
    trace.refresh({ from: 1000, to: 1010 }, [], [rest, rest]);
    trace.refresh({ from: 5000, to: 5010, connection: 'c' }, [], [ws, ws]);
    return judge(trace.records(), { strict: true, dropped: 0 }).flatMap(({ where, rule }) =>
      where === 'invariant driven-alike' ? [rule] : [],
    );
  };

  test('is in one unit over both channels, and may waver and rise slowly', () => {
    expect(driven(9)).toEqual([]);
    expect(driven(8.2, 9.4)).toEqual([]);
    expect(driven(9, 3)).toEqual([]);
    expect(driven(0.009)).toEqual(['ws.state-get']);
    expect(driven(9, 9000)).toEqual(['devices.detail-is-live']);
  });
});
