// Drafts a dialect from a simulator as a user would who knows nothing of it, and compares what the draft says of each
// placeholder with what the server means by it.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { draftGate } from '../../src/cli/probe/draft.js';
import type { ErrorCode } from '../../src/contract/error-codes.js';
import type { Codec, Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import type { Transport } from '../../src/harness/target/transport.js';
import { isObject } from '../../src/kernel/json.js';
import type { RandomStream } from '../../src/kernel/random.js';
import type { DraftLine, DraftStanding } from '../../src/probe/draft/draft.js';
import { draftDialect } from '../../src/probe/draft/draft-dialect.js';
import type { DraftExchange } from '../../src/probe/draft/evidence.js';
import { look, type Looked, type LookOptions } from '../../src/probe/draft/look.js';
import { misfitsOf } from '../../src/probe/draft/misfits.js';
import { checkedText } from '../../src/probe/draft/write-draft.js';
import { disturbed } from './disturbed.js';
import { startSpoken } from './spoken-server.js';

export const USUAL = parse(readFileSync('fixtures/dialects/default.yaml', 'utf8')) as Record<string, unknown>;

export function dialectIn(file: string): Dialect {
  const parsed = parseDialect(readFileSync(file, 'utf8'), file);
  if (!parsed.ok) throw new Error(`${file} can be read`);
  return parsed.value;
}

/** The usual dialect with other settings. */
function usualWith(settings: object): Dialect {
  const parsed = parseDialect(JSON.stringify({ ...USUAL, ...settings }), 'usual.yaml');
  if (!parsed.ok) throw new Error('the settings fit the usual dialect');
  return parsed.value;
}

/** What is seen of a simulator that speaks the dialect. @param isWorn whether one device has no link, and one no power. @param isDeaf whether no handshake of a WebSocket ends. */
export async function lookedAt(
  spoken: Dialect,
  {
    client = 'operator',
    isWorn = false,
    isDeaf = false,
    disturbance,
  }: {
    readonly client?: string;
    readonly isWorn?: boolean;
    readonly isDeaf?: boolean;
    readonly disturbance?: RandomStream | undefined;
  } = {},
): Promise<Looked> {
  const server = await startSpoken(spoken, 'drafted');
  const { clock, running, profile, transport: quiet, deviceIds } = server;
  if (isWorn) {
    const [, , unlinked = '', unpowered = ''] = deviceIds;
    running.device(unlinked)?.stimuli.dropLink();
    running.device(unpowered)?.stimuli.cutPower();
  }
  const { clientId = 'nobody', clientSecret = 'x' } = profile.clients[client] ?? {};
  const transport = disturbance ? disturbed(quiet, disturbance, running, deviceIds) : quiet;
  const { path } = spoken;
  const usual = usualWith({ firstSegment: path('/svc').slice(1) });
  const { signal } = new AbortController();
  const gated: LookOptions['gated'] = (forms) => {
    const gate = draftGate(usual, forms);
    return (
      gate && {
        transport: gate.guard(isDeaf ? { ...transport, open: unanswered } : transport),
        permits: (text) => !gate.judge({ kind: 'frame', text }).forbidden,
      }
    );
  };
  const looked = await clock.runUntil(look({ gated, path, clock, clientId, clientSecret, signal }));
  await clock.runUntil(running.close());
  return looked;
}

const unanswered: Transport['open'] = (_path, _handlers, { signal } = {}) =>
  new Promise((done) => {
    signal?.addEventListener('abort', () => done({ kind: 'refused', detail: 'given up' }));
  });

export async function draftedFrom(spoken: Dialect, isWorn = false, disturbance?: RandomStream) {
  const looked = await lookedAt(spoken, { isWorn, disturbance });
  const own = draftDialect(looked.evidence, USUAL);
  own.draft.settings.set('firstSegment', spoken.path('/svc').slice(1));
  const text = checkedText(own.draft, 'drafted', looked.evidence);
  const parsed = parseDialect(text, 'drafted.yaml');
  const count = (word: string): number => own.draft.lines.filter(({ standing }) => standing === word).length;
  return {
    looked,
    own,
    text,
    loads: parsed.ok ? [] : parsed.problems.map(({ message, line }) => `${line}: ${message}`),
    misfits: parsed.ok ? misfitsOf(parsed.value, looked.evidence).map(({ words }) => words) : [],
    meanings: parsed.ok ? meaningsOf(own.draft.lines, parsed.value, spoken, looked.evidence) : [],
    counts: { proven: count('proven'), likely: count('likely'), open: count('open') },
  };
}

export interface Meaning {
  /** In the server's terms: `deviceConfig.relays.jogDuration`. */
  readonly place: string;
  /** How sure the draft is of it; undefined where it does not have it. */
  readonly standing: DraftStanding | undefined;
  /** Whether the draft reads it as the server means it, also where a value is another one than was seen. */
  readonly isRight: boolean;
}

const READ = {
  'devices.list': 'deviceList',
  'devices.read': 'deviceDetail',
  'devices.config': 'deviceConfig',
  'profiles.list': 'profileList',
  'ticket.create': 'ticket',
} as const;

/** All that reading shows: what replies mean, how frames are written, and refusals. */
export function meaningsOf(
  lines: readonly Pick<DraftLine, 'shape' | 'placeholder' | 'standing'>[],
  drafted: Dialect,
  spoken: Dialect,
  evidence: readonly DraftExchange[],
): Meaning[] {
  const said = (...places: readonly (readonly [shape: string, placeholder: string])[]) =>
    places
      .flatMap(([shape, placeholder]) =>
        lines.filter((each) => each.shape === shape && each.placeholder === placeholder),
      )
      .at(-1)?.standing;
  const meanings: Meaning[] = [];
  for (const [what, shape] of Object.entries(READ)) {
    const replies = evidence.filter((each) => each.what === what && each.code === 'SUCCESS');
    const codecs = [drafted.shapes[shape], spoken.shapes[shape]] as [Codec<unknown>, Codec<unknown>];
    const right = new Map<string, boolean>();
    for (const { data } of replies) {
      const meant = codecs[1].decode(data);
      if (!meant.ok) continue;
      compare(right, data, ...codecs);
      for (const place of placesIn(meant.value)) compareOther(right, meant.value, place, codecs);
    }
    for (const [place, isRight] of right)
      meanings.push({ place: `${shape}.${place}`, standing: said(...linesOf(shape, place)), isRight });
  }
  for (const [shape, value] of [
    ['wsRequest', { topic: 'session.ping', requestId: 'r-1', data: {} }],
    ['stateRequest', { deviceId: '40117' }],
  ] as const) {
    const decoded = (spoken.shapes[shape] as Codec<unknown>).decode(
      (drafted.shapes[shape] as Codec<unknown>).encode(value),
    );
    for (const [name, own] of Object.entries(value)) {
      const read = decoded.ok ? (decoded.value as Record<string, unknown>)[name] : undefined;
      const isRight = JSON.stringify(read) === JSON.stringify(own);
      meanings.push({ place: `${shape}.${name}`, standing: said([shape, `$${name}`]), isRight });
    }
  }
  for (const code of ['DEVICE_NOT_FOUND', 'COMMAND_NOT_FOUND'] as ErrorCode[]) {
    const isRight = JSON.stringify(drafted.error(code)) === JSON.stringify(spoken.error(code));
    meanings.push({ place: `errorCodes.${code}`, standing: said(['errorCodes', code]), isRight });
  }
  return meanings;
}

const WORDS: Readonly<Record<string, string>> = {
  relays: 'relay',
  digitalInputs: 'input',
  analogInputs: 'analog',
  sensors: 'sensor',
  devices: 'device',
  profiles: 'profile',
};

/** The lines of a draft that say where a value stands; the last that is there counts. */
function linesOf(shape: string, place: string): (readonly [string, string])[] {
  const names = place.split('.');
  const last = names.at(-1) ?? '';
  const inner = `$${WORDS[names.at(-2) ?? ''] ?? names.at(-2)}.${last}`;
  if (names[0] === 'peripherals') return [['peripherals', inner]];
  if (shape === 'deviceList') return names.length > 1 ? [['device', `$${last}`]] : [[shape, `$${last}`]];
  if (names[0] === 'device') return [[shape, inner]];
  if (shape === 'profileList')
    return [
      ['deviceProfile', `$${last}`],
      [shape, inner],
    ];
  return [[shape, names.length > 1 ? inner : `$${last}`]];
}

/** Values by their places; those of all elements of a list under one. */
function valuesIn(value: unknown, at = '', found = new Map<string, unknown[]>()): Map<string, unknown[]> {
  if (Array.isArray(value)) for (const each of value) valuesIn(each, at, found);
  else if (isObject(value))
    for (const [key, each] of Object.entries(value)) valuesIn(each, at === '' ? key : `${at}.${key}`, found);
  else if (value !== undefined) found.set(at, [...(found.get(at) ?? []), value]);
  return found;
}

function placesIn(value: unknown): string[] {
  return [...valuesIn(value).keys()];
}

/** What the draft reads in data, beside what the server means. */
function compare(
  right: Map<string, boolean>,
  data: unknown,
  drafted: Codec<unknown>,
  spoken: Codec<unknown>,
  only?: string,
): void {
  const [mine, meant] = [drafted.decode(data), spoken.decode(data)];
  if (!meant.ok) return;
  const own = valuesIn(mine.ok ? mine.value : mine.bearable);
  const theirs = valuesIn(meant.value);
  for (const place of only === undefined ? new Set([...own.keys(), ...theirs.keys()]) : [only]) {
    const isSame = JSON.stringify(own.get(place)) === JSON.stringify(theirs.get(place));
    right.set(place, isSame && right.get(place) !== false);
  }
}

/** The same, with another value at one place. */
function compareOther(
  right: Map<string, boolean>,
  value: unknown,
  place: string,
  [drafted, spoken]: readonly [Codec<unknown>, Codec<unknown>],
): void {
  if (right.get(place) === false) return;
  try {
    const data: unknown = JSON.parse(JSON.stringify(spoken.encode(altered(value, place.split('.')))));
    const meant = spoken.decode(data);
    if (meant.ok) compare(right, data, drafted, spoken, place);
  } catch {
    // The server's dialect cannot carry such a value, so that it never comes.
  }
}

function altered(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => altered(each, [first ?? '', ...rest]));
  if (first !== undefined && first !== '' && isObject(value))
    return first in value ? { ...value, [first]: altered(value[first], rest) } : value;
  if (typeof value === 'boolean') return !value;
  // Identifiers, indices and keys are told apart by what was seen.
  return typeof value === 'number' && value >= 100 ? value + 60_000 : value;
}
