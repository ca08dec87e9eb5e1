// Frames that the service writes by itself are those of the library.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { createTextFrames, type TextFrame } from '../../../src/simulator/transport/websocket/upgrade.js';

const asBytes = (frame: TextFrame): Buffer =>
  typeof frame === 'string' ? Buffer.from(frame, 'latin1') : frame;

/** The head of the library's frame, and the payload as it came. */
function libraryFrame(text: string): Buffer {
  const options = { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false };
  // Exported, and not in the types.
  const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } };
  const parts = Sender.frame(Buffer.from(text), options);
  return Buffer.concat(parts);
}

const LENGTHS = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000];

test('a frame has the bytes of the library, at each length of its head', () => {
  for (const length of LENGTHS) {
    for (const letter of ['x', 'ä']) {
      const text = letter.repeat(length);
      const frameOf = createTextFrames();
      for (let time = 0; time < 3; time++)
        expect(asBytes(frameOf(text)).equals(libraryFrame(text))).toBe(true);
    }
  }
});

test('any texts one after the other, again and again, have the frames of the library', () => {
  const frameOf = createTextFrames();
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 200 }), fc.constant('{"n":"ä"}'));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 3 }), (each, times) => {
      for (let time = 0; time < times; time++)
        expect(asBytes(frameOf(each)).equals(libraryFrame(each))).toBe(true);
    }),
  );
});

test('a text that comes again and again is turned into bytes once, until another one comes', () => {
  const frameOf = createTextFrames();
  expect(typeof frameOf('{"n":"a"}')).toBe('string');
  const bytes = frameOf('{"n":"a"}');
  expect(bytes).toBeInstanceOf(Buffer);
  expect(frameOf('{"n":"a"}')).toBe(bytes);
  expect(typeof frameOf('{}')).toBe('string');
});
