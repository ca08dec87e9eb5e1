// The bytes that a WebSocket server sends, as the head of its answer to the upgrade and its frames.
import type { Socket } from 'node:net';

export interface FrameReader {
  head(text: string): void;
  text(content: string): void;
  /** A frame of another kind, with all of its bytes. */
  other(bytes: Buffer): void;
}

export function eachFrame(socket: Socket, { head, text, other }: FrameReader): void {
  let buffer = Buffer.alloc(0);
  let begun = false;
  socket.on('data', (bytes: Buffer) => {
    buffer = Buffer.concat([buffer, bytes]);
    if (!begun) {
      const end = buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      begun = true;
      head(buffer.subarray(0, end + 4).toString('latin1'));
      buffer = buffer.subarray(end + 4);
    }
    for (;;) {
      const size = sizeOf(buffer);
      if (!size || buffer.length < size.whole) return;
      const one = buffer.subarray(0, size.whole);
      buffer = buffer.subarray(size.whole);
      if ((one[0] ?? 0) === 0x81) text(one.subarray(size.head).toString());
      else other(one);
    }
  });
}

/** What a server sends has no mask. */
function sizeOf(bytes: Buffer): { readonly head: number; readonly whole: number } | undefined {
  const length = bytes[1];
  if (length === undefined) return undefined;
  const head = length < 126 ? 2 : length === 126 ? 4 : 10;
  if (bytes.length < head) return undefined;
  const payload = length < 126 ? length : length === 126 ? bytes.readUInt16BE(2) : bytes.readUInt32BE(6);
  return { head, whole: head + payload };
}
