// Two long texts that differ.
import { expect, it } from 'vitest';
import { contrastOf } from '../../src/kernel/contrast.js';

it('shows the part of two long texts in which they differ', () => {
  expect(contrastOf('on', 'off')).toBeUndefined();
  const text = 'ab'.repeat(60);
  expect(contrastOf(text, text.slice(0, 110))).toEqual([
    '"…ababababababababab" (120 characters, the same up to 110)',
    '"…abababab" (110 characters, the same up to 110)',
  ]);
  expect(contrastOf(`x${text}`, text)?.[1]).toBe(
    '"abababababababababababababababab…" (120 characters, the same up to 0)',
  );
});

it('counts bytes of hex', () => {
  const bytes = '10'.repeat(64);
  expect(contrastOf(bytes, `${bytes.slice(0, 20)}1f${bytes.slice(22)}`, 'bytes', 2)).toEqual([
    '"…1010101010101010101010101010101010101010…" (64 bytes, the same up to 10)',
    '"…101010101f101010101010101010101010101010…" (64 bytes, the same up to 10)',
  ]);
});
