// What a hostile server makes of the WebSocket frames that it sends.
import type { RandomStream } from '../../../src/kernel/random.js';

/** `last`: the connection ends after it. */
export interface FrameBytes {
  readonly bytes: readonly Buffer[];
  readonly last?: true;
}

export interface FrameChange {
  readonly name: string;
  /** @param held a text that was held back by an earlier call; undefined: none. */
  change(text: string, random: RandomStream, held: { text?: string | undefined }): FrameBytes;
}

const TEXT = 0x1;

export function frame(payload: Buffer, opcode = TEXT, first = 0x80): Buffer {
  const { length } = payload;
  const size =
    length < 126
      ? Buffer.from([length])
      : length < 65_536
        ? Buffer.from([126, length >> 8, length & 0xff])
        : Buffer.concat([Buffer.from([127, 0, 0, 0, 0]), uint32(length)]);
  return Buffer.concat([Buffer.from([first | opcode]), size, payload]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const whole = (text: string): Buffer => frame(Buffer.from(text));
const raw = (name: string, make: (text: string) => Buffer): FrameChange => ({
  name,
  change: (text) => ({ bytes: [make(text)] }),
});
const close = (code: number): Buffer => frame(Buffer.from([code >> 8, code & 0xff]), 0x8);
const CODES = [1000, 1001, 1005, 1006, 1011, 1015, 3000, 4999, 65_535];

export const FRAME_CHANGES: readonly FrameChange[] = [
  { name: 'each twice', change: (text) => ({ bytes: [whole(text), whole(text)] }) },
  { name: 'none', change: () => ({ bytes: [] }) },
  {
    name: 'in another order',
    change: (text, _, held) => {
      const before = held.text;
      held.text = before === undefined ? text : undefined;
      return { bytes: before === undefined ? [] : [whole(text), whole(before)] };
    },
  },
  {
    name: 'in fragments',
    change: (text) => {
      const bytes = Buffer.from(text);
      const parts = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
      const bodies = parts.map((part, at) =>
        frame(part, at === 0 ? TEXT : 0, at === parts.length - 1 ? 0x80 : 0),
      );
      return { bytes: bodies };
    },
  },
  {
    name: 'byte by byte',
    change: (text) => ({ bytes: Array.from(whole(text), (byte) => Buffer.from([byte])) }),
  },
  raw('as bytes', (text) => frame(Buffer.from(text), 0x2)),
  raw('an opcode that there is not', (text) => frame(Buffer.from(text), 0x5)),
  raw('a reserved bit', (text) => frame(Buffer.from(text), TEXT, 0xc0)),
  raw('a mask that no server sets', (text) => {
    const bytes = whole(text);
    bytes[1] = (bytes[1] ?? 0) | 0x80;
    return bytes;
  }),
  raw('bytes that are no text', (text) => frame(Buffer.from([0xff, 0xfe, ...Buffer.from(text)]))),
  raw('a ping that is too long', () => frame(Buffer.alloc(300), 0x9)),
  { name: 'pings beside it', change: (text) => ({ bytes: [frame(Buffer.from('x'), 0x9), whole(text)] }) },
  {
    name: 'a hundred of each',
    change: (text) => ({ bytes: Array.from({ length: 100 }, () => whole(text)) }),
  },
  raw('5 MB', () => frame(Buffer.alloc(5_000_000, 0x20))),
  {
    name: 'a close instead',
    change: (_, random) => ({
      bytes: [close(CODES[random.integer(0, CODES.length - 1)] ?? 1000)],
      last: true,
    }),
  },
  { name: 'a reset instead', change: () => ({ bytes: [], last: true }) },
  { name: 'half of a frame', change: (text) => ({ bytes: [whole(text).subarray(0, 9)] }) },
];
