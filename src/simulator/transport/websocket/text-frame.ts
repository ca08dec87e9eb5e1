// Text frames of the service (RFC 6455, 5.2): whole, unmasked, and handed to the socket in one piece, which takes one
// call of the system where head and payload apart would take two writes and their bookkeeping. An event goes to many
// connections one after the other, so its bytes are made once.

/** A whole frame: bytes, or a text of one byte a character (latin1). */
export type TextFrame = Buffer | string;

/** Keeps the last text only, because an event is sent to all connections before anything else is sent. */
export function createTextFrames(): (text: string) => TextFrame {
  let lastText: string | undefined;
  let lastFrame: Buffer | undefined;
  return (text) => {
    if (text === lastText) return (lastFrame ??= bytesOf(text, Buffer.byteLength(text)));
    lastText = text;
    lastFrame = undefined;
    const length = Buffer.byteLength(text);
    // A reply goes to one connection: where each character is a byte, its text need not become bytes here.
    return length === text.length ? headOf(length) + text : bytesOf(text, length);
  };
}

function bytesOf(text: string, length: number): Buffer {
  const head = headOf(length);
  const frame = Buffer.allocUnsafe(head.length + length);
  frame.write(head, 0, 'latin1');
  frame.write(text, head.length, 'utf8');
  return frame;
}

/** FIN, and the opcode of text. */
const FINAL_TEXT = '\x81';

function headOf(length: number): string {
  if (length < 126) return FINAL_TEXT + String.fromCharCode(length);
  if (length < 0x1_0000) return `${FINAL_TEXT}\x7e${String.fromCharCode(length >> 8, length & 0xff)}`;
  const bytes = [56, 48, 40, 32, 24, 16, 8, 0].map((shift) => Math.floor(length / 2 ** shift) & 0xff);
  return `${FINAL_TEXT}\x7f${String.fromCharCode(...bytes)}`;
}
