import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIsoWriter } from '../../src/dialect/byte-codecs.js';

/** Ms since the epoch, up to the last moment that there is. */
const LAST = 8.64e15;

test('a moment is written as Date writes it, whatever was written before', () => {
  const iso = createIsoWriter();
  const near = fc.integer({ min: -200_000, max: 200_000 });
  const moment = fc.oneof(
    near,
    fc.maxSafeInteger().filter((time) => Math.abs(time) <= LAST),
    fc.constant(LAST),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(moment, fc.constantFrom(0, 1, 59_999, 60_000, 0.5))), (moments) => {
      for (const [time, later] of moments) {
        for (const each of [time, Math.min(LAST, time + later)])
          expect(iso(each)).toBe(new Date(each).toISOString());
      }
    }),
  );
});

test('a moment that is none throws as Date does', () => {
  const iso = createIsoWriter();
  for (const time of [Number.NaN, Infinity, LAST + 1, -LAST - 1]) expect(() => iso(time)).toThrow(RangeError);
});
