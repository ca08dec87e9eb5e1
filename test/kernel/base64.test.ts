import { expect, test } from 'vitest';
import { textOfBase64 } from '../../src/kernel/base64.js';

test('base64 is read as text, and anything else is none', () => {
  expect(textOfBase64('eyJhIjoiw6QifQ==')).toBe('{"a":"ä"}');
  expect(textOfBase64('!!!notb64')).toBeUndefined();
  expect(textOfBase64('/w==')).toBe('\ufffd');
});
