// A frame that goes to many connections is turned into bytes once.
import { expect, test } from 'vitest';
import { createFrameBytes } from '../../../src/simulator/transport/websocket/frame-bytes.js';

test('the same text has the same bytes until another one comes', () => {
  const bytesOf = createFrameBytes();
  const first = bytesOf('{"n":"ä"}');
  expect(first.toString('utf8')).toBe('{"n":"ä"}');
  expect(bytesOf('{"n":"ä"}')).toBe(first);
  expect(bytesOf('{}').toString('utf8')).toBe('{}');
  expect(bytesOf('')).toHaveLength(0);
  expect(bytesOf('{"n":"ä"}')).not.toBe(first);
});
