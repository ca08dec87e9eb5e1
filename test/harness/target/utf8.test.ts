// The place of the first byte that is not UTF-8, against the platform's own decoder.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readUtf8 } from '../../../src/harness/target/network/utf8.js';

describe('bytes from a target', () => {
  test('that are UTF-8 are the text that they stand for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const wellFormed = text.toWellFormed();
        expect(readUtf8(Buffer.from(wellFormed))).toEqual({ text: wellFormed });
      }),
    );
  });

  test.each([
    ['ff', 0],
    ['61ff', 1],
    ['61c3', 1],
    ['61c328', 1],
    ['e282ac80', 3],
    ['e282', 0],
    ['61eda08062', 1],
    ['61c0af', 1],
    ['61f4908080', 1],
    ['f09f98806280', 5],
    ['61f09f98', 1],
  ])('%s are not from byte %i on', (hex, offset) => {
    expect(readUtf8(Buffer.from(hex, 'hex')).invalidAt).toBe(offset);
  });

  test('are right up to the byte that is named, and not with any that follow', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const { invalidAt } = readUtf8(bytes);
        const decoder = new TextDecoder('utf-8', { fatal: true });
        const decodes = (part: Uint8Array): boolean => {
          try {
            decoder.decode(part);
            return true;
          } catch {
            return false;
          }
        };
        expect(decodes(bytes)).toBe(invalidAt === undefined);
        expect(decodes(bytes.subarray(0, invalidAt))).toBe(true);
        for (let end = (invalidAt ?? bytes.length) + 1; end <= bytes.length; end++)
          expect(decodes(bytes.subarray(0, end))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
