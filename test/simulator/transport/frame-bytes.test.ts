// A frame that goes to many connections is turned into bytes once.
import { expect, test } from 'vitest';
import { createFrameBytes } from '../../../src/simulator/transport/websocket/frame-bytes.js';

test('a text that comes again and again is turned into bytes once, until another one comes', () => {
  const bytesOf = createFrameBytes();
  expect(bytesOf('{"n":"ä"}')).toBe('{"n":"ä"}');
  const bytes = bytesOf('{"n":"ä"}');
  expect(bytes).toEqual(Buffer.from('{"n":"ä"}'));
  expect(bytesOf('{"n":"ä"}')).toBe(bytes);
  expect(bytesOf('{}')).toBe('{}');
  expect(bytesOf('{}')).toEqual(Buffer.from('{}'));
  expect(bytesOf('{"n":"ä"}')).toBe('{"n":"ä"}');
});
