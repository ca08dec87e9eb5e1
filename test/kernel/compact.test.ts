// A compacted text says the same, whatever is in it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compact } from '../../src/kernel/compact.js';

test('a compacted text is the same text, also with halves of characters in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(compact(text)).toBe(text);
    }),
  );
  expect(compact('a\ud83d')).toBe('a\ud83d');
});
