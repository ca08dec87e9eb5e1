// How long connections were open while nothing of a kind was due.
import { expect, it } from 'vitest';
import { quietTime } from '../../../src/harness/target/deliveries.js';

const span = (from: number, to: number, byTarget = false) => ({ from, to, byTarget });

it('counts what lies outside of all windows, over all connections', () => {
  const spans = [span(0, 100), span(50, 150)];
  const windows = [
    { from: 80, to: 120 },
    { from: 10, to: 20 },
    { from: 110, to: 130 },
  ];
  // 0-10, 20-80 of the first; 50-80, 130-150 of the second.
  expect(quietTime(spans, windows)).toEqual({ time: 120, closed: 0 });
});

it('counts the closes of the target that lie outside of them', () => {
  const spans = [span(0, 90, true), span(0, 40, true), span(0, 30), span(0, 120, true)];
  expect(quietTime(spans, [{ from: 80, to: 100 }]).closed).toBe(2);
});
