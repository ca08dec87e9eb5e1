import { describe, expect, test } from 'vitest';
import { createTimeScale } from '../../src/report/html/timeline.js';

describe('the time scale of a timeline', () => {
  test('spreads what happens over the width', () => {
    const scale = createTimeScale([{ from: 0, to: 100 }], 50, 900);
    expect(scale.x(0)).toBeGreaterThanOrEqual(50);
    expect(scale.x(100)).toBeGreaterThan(800);
    expect(scale.x(100)).toBeLessThanOrEqual(950);
    expect(scale.folds).toEqual([]);
  });

  test('folds a long wait, and says how long it was', () => {
    const scale = createTimeScale(
      [
        { from: 0, to: 100 },
        { from: 3100, to: 3200 },
      ],
      0,
      1000,
    );
    expect(scale.folds).toHaveLength(1);
    expect(scale.folds[0]?.hidden).toBeGreaterThan(2900);
    expect(scale.x(3100) - scale.x(100)).toBeLessThan(200);
    expect(scale.x(100) - scale.x(0)).toBeGreaterThan(300);
  });

  test('never runs backwards', () => {
    const spans = [0, 40, 90, 5000, 5001, 20_000].map((from) => ({ from, to: from + 30 }));
    const scale = createTimeScale(spans, 10, 800);
    const xs = Array.from({ length: 2100 }, (_, at) => scale.x(at * 10));
    expect(xs.every((x, at) => at === 0 || x >= (xs[at - 1] ?? 0))).toBe(true);
    expect(Math.max(...xs)).toBeLessThanOrEqual(811);
  });

  test('holds together when everything happens at one moment, or nothing does', () => {
    expect(createTimeScale([{ from: 5, to: 5 }], 10, 100).x(5)).toBeGreaterThanOrEqual(10);
    expect(createTimeScale([], 10, 100).x(5)).toBe(10);
  });
});
