import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../src/kernel/duration.js';

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const part = fc.record({ amount: fc.nat(100_000), unit: fc.constantFrom(...Object.keys(UNITS)) });
const milliseconds = fc.oneof(
  fc.nat(10_000),
  fc.nat(200_000_000),
  fc.double({ min: 0, max: 1e8, noNaN: true }),
);

describe('parsing a duration', () => {
  it.each([
    ['250ms', 250],
    ['3s', 3000],
    ['3 s', 3000],
    ['1m 30s', 90_000],
    ['1m30s', 90_000],
    ['2 min 5 s', 125_000],
    ['8h', 28_800_000],
    ['2d', 172_800_000],
    ['1.5s', 1500],
    ['1.005s', 1005],
    ['0s', 0],
  ])('reads %s', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '3',
    's',
    '-3s',
    '3 sec',
    '3s later',
    'about 3s',
    '1.s',
    '.5s',
    '1e3s',
    '3S',
    `${'9'.repeat(400)}h`,
  ])('finds no duration in "%s"', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('adds up its parts, with or without spaces', () => {
    const gap = fc.constantFrom('', ' ', '  ');
    fc.assert(
      fc.property(fc.array(fc.tuple(part, gap, gap), { minLength: 1, maxLength: 5 }), (parts) => {
        const text = parts
          .map(([{ amount, unit }, inner, after]) => `${amount}${inner}${unit}${after}`)
          .join('');
        const total = parts.reduce(
          (sum, [{ amount, unit }]) => sum + amount * UNITS[unit as keyof typeof UNITS],
          0,
        );
        expect(parseDuration(text)).toBe(total);
      }),
    );
  });

  it('reads whole milliseconds as such, also when they are written in seconds', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (ms) => {
        expect(parseDuration(`${(ms / 1000).toFixed(3)}s`)).toBe(ms);
      }),
    );
  });
});

describe('formatting a duration', () => {
  it.each([
    [0, '0 ms'],
    [0.26, '0.3 ms'],
    [9.96, '10 ms'],
    [250, '250 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1000, '1 s'],
    [1250, '1.25 s'],
    [9999, '10 s'],
    [12_340, '12.3 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min'],
    [125_000, '2 min 5 s'],
    [3_599_499, '59 min 59 s'],
    [3_599_500, '1 h'],
    [12_000_000, '3 h 20 min'],
    [7_199_000, '2 h'],
    [-1500, '-1.5 s'],
  ])('writes %d ms', (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected);
  });

  it('is exact to half a unit of the last place, as the parser reads it', () => {
    fc.assert(
      fc.property(milliseconds, (ms) => {
        const read = parseDuration(formatDuration(ms));
        expect(Math.abs((read ?? Number.NaN) - ms)).toBeLessThanOrEqual(halfOfLastPlace(ms) + 1e-6);
      }),
    );
  });

  it('never makes the longer of two durations look like the shorter', () => {
    fc.assert(
      fc.property(milliseconds, milliseconds, (a, b) => {
        const [short, long] = [Math.min(a, b), Math.max(a, b)].map((ms) => parseDuration(formatDuration(ms)));
        expect(short).toBeLessThanOrEqual(long ?? Number.NaN);
      }),
    );
  });
});

function halfOfLastPlace(ms: number): number {
  const steps = [
    [10, 0.05],
    [1000, 0.5],
    [10_000, 5],
    [60_000, 50],
    [3_600_000, 500],
  ] as const;
  return steps.find(([below]) => ms < below)?.[1] ?? 30_000;
}
