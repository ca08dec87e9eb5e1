// One way in which a server is hostile on the wire, drawn by a seed: where, how often, and what it makes of its bytes.
import { ENDPOINTS } from '../../../src/contract/endpoints.js';
import type { RandomStream } from '../../../src/kernel/random.js';
import { FRAME_CHANGES, type FrameChange } from './frame-change.js';
import { HTTP_CHANGES, type HttpChange } from './http-change.js';
import { JSON_CHANGES, type JsonChange } from './json-change.js';

type Late = { readonly kind: 'delay'; readonly time: number };

export interface Hostility {
  readonly name: string;
  readonly place: { readonly what: string; readonly of: 'success' | 'refusal' | 'any' };
  /** How many of a hundred are changed. */
  readonly share: number;
  readonly rest?: { kind: 'json'; change: JsonChange } | { kind: 'wire'; change: HttpChange } | Late;
  readonly frames?: { kind: 'json'; change: JsonChange } | { kind: 'wire'; change: FrameChange } | Late;
  readonly upgrade?: UpgradeChange;
}

interface UpgradeChange {
  readonly name: string;
  /** Takes the head of the answer; what is written in its place, and ends the connection. */
  change(head: string): string;
}

const UPGRADES: readonly UpgradeChange[] = [
  { name: 'status 200', change: () => 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}' },
  { name: 'a redirect', change: () => 'HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\n\r\n' },
  { name: 'a wrong key', change: (head) => head.replace(/(sec-websocket-accept: ).*/i, '$1nonsense') },
  {
    name: 'an extension',
    change: (head) => head.replace('\r\n\r\n', '\r\nsec-websocket-extensions: x\r\n\r\n'),
  },
  { name: 'an end at once', change: (head) => head },
  { name: 'no HTTP', change: () => 'nonsense\r\n\r\n' },
  { name: 'nothing', change: () => '' },
];

/** In ms of the machine. */
const DELAYS = [200, 1500, 8000, 40_000];

export function drawHostility(random: RandomStream): Hostility {
  const share = one(random, [100, 100, 100, 50, 10]);
  const of = one(random, ['any', 'success', 'success', 'refusal'] as const);
  const kind = random.integer(0, 19);
  if (kind === 0) {
    const upgrade = one(random, UPGRADES);
    return { name: `upgrade: ${upgrade.name} (${share} %)`, place: { what: 'any', of }, share, upgrade };
  }
  const late = { kind: 'delay', time: one(random, DELAYS) } as const;
  const json = { kind: 'json', change: one(random, JSON_CHANGES) } as const;
  if (kind < 7) {
    const place = { what: one(random, ['reply', 'reply', 'event', 'any']), of: 'any' } as const;
    const wire = { kind: 'wire', change: one(random, FRAME_CHANGES) } as const;
    const frames = kind === 1 ? late : kind < 4 ? json : wire;
    return { name: `frames, ${place.what}: ${nameOf(frames)} (${share} %)`, place, share, frames };
  }
  const place = { what: one(random, ['any', ...Object.keys(ENDPOINTS)]), of };
  const wire = { kind: 'wire', change: one(random, HTTP_CHANGES) } as const;
  const rest = kind === 7 ? late : kind < 13 ? json : wire;
  return { name: `REST, ${place.what}, ${of}: ${nameOf(rest)} (${share} %)`, place, share, rest };
}

function nameOf(how: Late | { readonly change: { readonly name: string } }): string {
  return 'time' in how ? `${how.time} ms late` : how.change.name;
}

function one<T>(random: RandomStream, among: readonly T[]): T {
  return among[random.integer(0, among.length - 1)] as T;
}
