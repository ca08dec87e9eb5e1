// Hostile WebSocket frames, as bytes: what a client of the protocol would never send, beside what it would.
import { deflateRawSync } from 'node:zlib';
import type { RandomStream } from '../../../src/kernel/random.js';
import { bytesOf, hostileJson, nested, pick } from './hostile-json.js';
import { goodFrame, type Known } from './known.js';

interface Head {
  readonly opcode: number;
  readonly final?: boolean;
  readonly reserved?: number;
  readonly masked?: boolean;
  /** What the head says of it; default: the truth. */
  readonly length?: bigint;
}

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** Masked with zeros, which is allowed, and leaves the payload as it is. */
function frame(payload: Buffer, head: Head): Buffer {
  const { opcode, final = true, reserved = 0, masked = true, length = BigInt(payload.length) } = head;
  const first = (final ? 0x80 : 0) | (reserved << 4) | opcode;
  const mask = masked ? 0x80 : 0;
  const size =
    length < 126n
      ? Buffer.from([first, mask | Number(length)])
      : length < 65_536n
        ? Buffer.from([first, mask | 126, Number(length >> 8n), Number(length & 0xffn)])
        : Buffer.concat([Buffer.from([first, mask | 127]), eightBytes(length)]);
  return Buffer.concat([size, masked ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}

function eightBytes(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value));
  return bytes;
}

const text = (content: string): Buffer => frame(Buffer.from(content), { opcode: TEXT });

type Make = (random: RandomStream, known: Known) => Buffer[];

const spoiled: Make = (random, { dialect }) => [
  frame(bytesOf(random, hostileJson(random, goodFrame(random, dialect))), { opcode: TEXT }),
];

const deep: Make = (random, { dialect }) => {
  const good = goodFrame(random, dialect);
  const end = good.lastIndexOf('}');
  return [text(random.chance(0.7) ? `${good.slice(0, end)},"x":${nested(random)}}` : nested(random))];
};

const fine: Make = (random, { dialect }) => [text(goodFrame(random, dialect))];

const fragmented: Make = (random, { dialect }) => {
  const bytes = Buffer.from(goodFrame(random, dialect));
  const count = random.chance(0.1) ? 1500 : random.integer(2, 20);
  const size = Math.max(1, Math.ceil(bytes.length / count));
  return Array.from({ length: count }, (_, at) =>
    frame(bytes.subarray(at * size, (at + 1) * size), {
      opcode: at === 0 ? TEXT : 0,
      final: at === count - 1,
    }),
  );
};

const emptyFragments: Make = (random) =>
  Array.from({ length: pick(random, [2, 100, 3000]) }, (_, at) =>
    frame(Buffer.alloc(0), { opcode: at === 0 ? TEXT : 0, final: false }),
  );

const control: Make = (random) => {
  const opcode = pick(random, [PING, PONG, CLOSE]);
  const payload = Buffer.alloc(pick(random, [0, 1, 2, 125, 126, 200]), 0xc3);
  return [frame(payload, { opcode, final: random.chance(0.6) })];
};

const flood: Make = (random) =>
  Array.from({ length: pick(random, [10, 90, 150]) }, () =>
    frame(Buffer.alloc(100), { opcode: pick(random, [PING, PONG]) }),
  );

const closes: Make = (random) => {
  const code = pick(random, [0, 999, 1000, 1001, 1004, 1005, 1006, 1015, 2000, 3000, 4999, 5000, 65_535]);
  const reason = bytesOf(random, 'x'.repeat(random.integer(0, 125)));
  return [frame(Buffer.concat([Buffer.from([code >> 8, code & 255]), reason]), { opcode: CLOSE })];
};

const heads: Make = (random, { dialect }) => {
  const payload = Buffer.from(goodFrame(random, dialect));
  const head = pick<Head>(random, [
    { opcode: TEXT, reserved: 1 },
    { opcode: TEXT, reserved: 4 },
    { opcode: TEXT, reserved: 7 },
    { opcode: 3 },
    { opcode: 7 },
    { opcode: 11 },
    { opcode: 15 },
    { opcode: 0 },
    { opcode: BINARY },
    { opcode: TEXT, masked: false },
    { opcode: TEXT, length: 1n << 63n },
    { opcode: TEXT, length: (1n << 53n) + 1n },
    { opcode: TEXT, length: 65_537n },
    { opcode: TEXT, length: 0n },
    { opcode: PING, length: 65_536n },
  ]);
  return [frame(payload, head)];
};

/** Half a megabyte of one letter in five hundred bytes; nobody has agreed to compression. */
const bomb: Make = () => [
  frame(deflateRawSync(Buffer.alloc(512 * 1024, 0x61)), { opcode: TEXT, reserved: 4 }),
];

const interleaved: Make = (random, { dialect }) => {
  const [first = Buffer.alloc(0), ...rest] = fragmented(random, { dialect } as Known);
  return [
    first,
    frame(Buffer.alloc(3), { opcode: PING }),
    ...(random.chance(0.5) ? [text('{}')] : []),
    ...rest,
  ];
};

const huge: Make = (random) => [
  frame(Buffer.alloc(pick(random, [65_535, 65_536, 65_537, 200_000]), 0x5b), { opcode: TEXT }),
];

const noise: Make = (random) => [
  Buffer.from(Array.from({ length: random.integer(1, 200) }, () => random.integer(0, 255))),
];

const KINDS: readonly (readonly [number, string, Make])[] = [
  [34, 'spoiled', spoiled],
  [16, 'nesting', deep],
  [16, 'good', fine],
  [6, 'fragmented', fragmented],
  [2, 'empty-fragments', emptyFragments],
  [4, 'control', control],
  [1, 'flood', flood],
  [3, 'closes', closes],
  [6, 'heads', heads],
  [2, 'bomb', bomb],
  [3, 'interleaved', interleaved],
  [2, 'huge', huge],
  [5, 'noise', noise],
];

export interface FrameShot {
  readonly kind: string;
  readonly frames: readonly Buffer[];
}

export function frameShot(random: RandomStream, known: Known): FrameShot {
  let left = random.fraction() * KINDS.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, kind, make] of KINDS) {
    left -= weight;
    if (left < 0) return { kind, frames: make(random, known) };
  }
  return { kind: 'noise', frames: noise(random, known) };
}
