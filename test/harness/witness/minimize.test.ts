import { describe, expect, test } from 'vitest';
import { minimized } from '../../../src/harness/witness/minimize.js';

const all = Array.from({ length: 40 }, (_, at) => at);
const needs =
  (...wanted: readonly number[]) =>
  (part: readonly number[]): boolean =>
    wanted.every((each) => part.includes(each));

describe('the fewest of many that still show something', () => {
  test.each([[[7]], [[0, 39]], [[3, 4, 20, 31]]])('are those that it takes: %j', (wanted) => {
    expect(minimized(all, needs(...wanted), 1000)).toEqual(wanted);
  });

  test('cannot be fewer, also where one stands for another', () => {
    const either = (part: readonly number[]): boolean => part.includes(5) || part.includes(30);
    expect(minimized(all, either, 1000)).toHaveLength(1);
  });

  test('are as few as so many looks allow', () => {
    let looks = 0;
    const kept = minimized(
      all,
      (part) => {
        looks++;
        return needs(3, 20)(part);
      },
      5,
    );
    expect(looks).toBe(5);
    expect(needs(3, 20)(kept)).toBe(true);
  });
});
