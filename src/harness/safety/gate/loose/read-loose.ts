// What a message could mean that is not in the one form of the interface: all that any sloppy server could make of
// it, taken together. Nothing is left to a guess: a word that is not understood beside a device is a reason.
import type { Dialect } from '../../../../dialect/dialect.js';
import type { Effect, MessageReading } from '../effect.js';
import { READ } from '../effect.js';
import { devicesIn, type NamedDevices, withoutDevices } from './devices.js';
import { isGarbled } from './garbled.js';
import { type Kind, kindsIn } from './kinds.js';
import { numberKinds, placesIn, relaysIn } from './numbers.js';
import { readingsOf } from './readings.js';
import { isEvery, type Words, looseWordsOf } from './words.js';

export interface LooseMessage {
  /** Upper case; empty for a frame. */
  readonly method: string;
  /** Path and unusual headers are looked at like texts that a server may route by; the body like a document. */
  readonly parts: readonly { readonly text: string; readonly isPath: boolean }[];
}

export interface Knowledge {
  readonly dialect: Pick<Dialect, 'indexBase'>;
  readonly words: Words;
  /** Of all devices that exist, as far as that is known. */
  readonly ids: readonly string[];
  /** Bytes in hex that may be put on the line of some device. */
  readonly bytes: readonly string[];
  /** The bytes of a body in the form of the dialect that says nothing else, in hex. */
  bytesIn(body: string): string | undefined;
}

/** Characters of a message that is looked at in all its readings. */
const MOST_CHARACTERS = 65_536;

export function readLoose(message: LooseMessage, knowledge: Knowledge): MessageReading {
  if (message.parts.reduce((sum, { text }) => sum + text.length, 0) > MOST_CHARACTERS)
    return unclear('it is too long to be looked at in all the ways in which a server could read it');
  const { ids, words } = knowledge;
  const parts: Part[] = [];
  for (const { text, isPath } of message.parts) {
    const readings = readingsOf(text, isPath);
    if (!readings) return unclear('it has too many layers of escapes');
    parts.push({ isPath, text, ...readings });
  }
  const readings = parts.flatMap(({ all }) => all);
  const named = devicesIn(
    readings,
    parts.map(({ last }) => last),
    ids,
    words,
  );
  const kinds = kindsIn(readings, words, named.known.length + named.others.length > 0);
  if (message.method === 'DELETE') kinds.add('manage');
  const pure = isPure(message);
  const adds = addsDevice(pure, parts);
  // What is no endpoint counts as what it could be at worst: DELETE has the same path.
  const bare = kinds.size === 0 && message.method !== '' && !SAFE.has(message.method);
  const isNamed = named.known.length + named.others.length > 0;
  if (adds || (mayWrite(message) && endsAtDevice(parts)) || (bare && isNamed)) kinds.add('manage');
  const told = tellOf(parts, named, knowledge);
  if (kinds.size > 0) return readWrite({ ...message, adds }, parts, kinds, named, told);
  if (pure) return READ;
  const gives = told.acts || told.every;
  // A word that is not understood could be a device that only the target knows.
  if (told.strange.length > 0 && (gives || named.known.length > 0))
    return unclear(notKnown(told.strange, named.known));
  if (named.known.length === 0) return READ;
  // Who has no words for what is to be done may say it by a value.
  return gives ? unclear(`it has a value for device ${named.known.join(', ')}`) : READ;
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Part {
  readonly isPath: boolean;
  /** As it stands in the message. */
  readonly text: string;
  readonly all: readonly string[];
  readonly last: string;
}

/** `POST /devices`, in any reading of the path or within the body: a device could be added. */
function addsDevice(pure: boolean, parts: readonly Part[]): boolean {
  return parts.some(({ isPath, all }) =>
    isPath ? !pure && all.some((text) => LIST.test(text)) : all.some((text) => LIST_WITHIN.test(text)),
  );
}

/** A method that writes, or anything that could stand for one. */
function mayWrite({ method, parts }: LooseMessage): boolean {
  return !SAFE.has(method) || parts.length > 1 || parts.some(({ text }) => /method/i.test(text));
}

/** Nothing is asked for but a page, in the path alone. */
function isPure({ method, parts }: LooseMessage): boolean {
  return SAFE.has(method) && parts.length === 1 && !parts.some(({ text }) => text.includes('?'));
}

/** `PUT /devices/{deviceId}`, in any reading of the path: also where a reader stops before the rest of it. */
function endsAtDevice(parts: readonly Part[]): boolean {
  return parts.some(({ isPath, all }) => isPath && all.some((text) => DEVICE.test(text)));
}

const DEVICE = /devices[/\\]+[^/\\?#;\0\s]+[/\\]*(?:[?#;\0\r\n&,]|$)/;
const LIST = /devices[^a-z0-9]*(?:[?#;\0\r\n&]|$)/;
const LIST_WITHIN = /[/\\]devices[/\\]*(?![a-z0-9/\\])/;

/** All that a message tells beside its devices and its words of structure. */
interface Told {
  readonly relays: ReadonlySet<number>;
  readonly every: boolean;
  readonly acts: boolean;
  /** Words that are not understood. */
  readonly strange: readonly string[];
  /** The bytes that it has, in hex; `none` where nothing could be bytes, `unclear` where that is in doubt. */
  readonly bytes: string;
  /** A number stands in the body. */
  readonly measures: boolean;
  /** Why the text as a whole is not understood. */
  readonly odd: string | undefined;
  /** A body is no text. */
  readonly binary: boolean;
}

function tellOf(parts: readonly Part[], named: NamedDevices, knowledge: Knowledge): Told {
  const { words, ids, dialect } = knowledge;
  const bare = barely(withoutDevices([...ids, ...named.others]));
  const relays = new Set<number>();
  for (const { isPath, all } of parts)
    for (const reading of all) {
      const text = bare(reading);
      for (const relay of relaysIn(text, words, dialect.indexBase, isPath)) relays.add(relay);
      if (!isPath) for (const relay of placesIn(text, words)) relays.add(relay);
    }
  const lasts = parts.map(({ last }) => bare(last));
  const said = lasts.flatMap(looseWordsOf);
  const garbled = parts.some(({ text, isPath }) => isGarbled(text, isPath));
  const all = garbled || said.some(isEvery) || lasts.some((last) => last.includes('*'));
  const { acts, indexed } = actsIn(parts, bare, words);
  return {
    relays,
    acts,
    // What is done without an index could be done to each; so could what one of two routes has no index for. A server
    // may count a negative index from the end.
    every:
      all ||
      lasts.some((last) => NEGATIVE.test(last)) ||
      (acts && !indexed) ||
      parts.filter(({ isPath }) => isPath).length > 1,
    strange: said.filter(
      (word) => !isNumber(word) && !isEvery(word) && !words.known.has(word) && !isBytes(word, knowledge),
    ),
    bytes: bytesIn(parts, bare, knowledge.bytesIn),
    measures: parts.some(({ isPath, last }) => !isPath && /\d/.test(bare(last))),
    odd: lasts.map((last) => oddIn(last)).find((each) => each !== undefined),
    binary: parts.some(({ text, isPath }) => !isPath && BINARY.test(text)),
  };
}

const BINARY = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/;

/** Whether something is done, by a word or by a number, and whether anything names an index for it. */
function actsIn(
  parts: readonly Part[],
  bare: (reading: string) => string,
  words: Words,
): { readonly acts: boolean; readonly indexed: boolean } {
  let acts = false;
  let indexed = false;
  for (const { all, isPath, last } of parts) {
    const said = isPath ? all.map(doings) : all;
    const numbers = said.map((text) => numberKinds(bare(text), words));
    const doing = said.some((text) => looseWordsOf(text).some((word) => words.actions.has(word)));
    acts ||= doing || numbers.some(({ other }) => other);
    indexed ||=
      numbers.some((each) => each.indexed) || (isPath && /\d/.test(bare(last).replace(/[?:=].*/s, '')));
  }
  return { acts, indexed };
}

/** What a path, a query or a header could do; the names of pages do nothing by themselves, nor do numbers in a path. */
function doings(text: string): string {
  const [path = ''] = /^[^?:=]*/.exec(text) ?? [];
  const words = path.replace(/jog[-_ ]?config/g, ' ').replace(/\d+/g, ' ');
  return `${words} ${text.slice(path.length)}`;
}

/** The bytes in the one body that there is, in the form of the dialect; nothing beside it can hold any. */
function bytesIn(
  parts: readonly Part[],
  bare: (reading: string) => string,
  decode: Knowledge['bytesIn'],
): Told['bytes'] {
  const [body, ...more] = parts.filter(({ isPath }) => !isPath);
  const heads = parts.filter(({ isPath }) => isPath);
  const beside = heads.some(({ all }) => all.some((text) => /[=\d]/.test(bare(text))));
  if (more.length > 0 || beside || heads.length > 1) return 'unclear';
  if (body === undefined || NO_VALUE.test(body.text)) return 'none';
  return decode(body.text) ?? 'unclear';
}

/** At most one key, and no value. */
const NO_VALUE = /^[\s{}[\],]*(?:"\w*"?\s*:?)?[\s{}[\],]*$/;

const isBytes = (word: string, { bytes }: Knowledge): boolean => bytes.includes(word);
const isNumber = (word: string): boolean => /^(\d+(e\d+)?|0x[0-9a-f]+)$/.test(word);

/** Without what has digits in it and means no relay: the prefix of the interface, devices, names of requests. */
function barely(withoutNames: (text: string) => string): (reading: string) => string {
  return (reading) =>
    withoutNames(reading)
      .replace(/^([^?#]*?)\/svc\/v1(?=\/)/, '$1')
      .replace(/rs485/g, ' ')
      .replace(REQUEST_NAMES, ' ')
      .replace(ESCAPES, ' ');
}

/** Also where some of their characters are spelled as escapes: who reads a backslash as a slash sees digits in them. */
const REQUEST_NAMES =
  /["']?(?:requestid|idempotencykey)["']?\s*[:=]\s*["']?(?:[\w-]|[\\/]u[0-9a-f]{4})*["']?/g;

/** Who does not decode them sees no numbers in them; who does has a reading of his own. */
const ESCAPES = /%u[0-9a-f]{4}|%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&#x?[0-9a-f]+;/g;

/** A plain negative number: digits, and nothing that they could be part of. */
const NEGATIVE = /(?<![\w.-])-\d+(?![\w.-])/;
const NEGATIVES = new RegExp(NEGATIVE, 'g');

/** Signs that a reader could calculate with, and letters that are not plain even after all that was done. */
function oddIn(text: string): string | undefined {
  const sign =
    /[^\w\s{}[\]:,"'/?&=.;#@-]/u.exec(text)?.[0] ??
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.exec(text)?.[0];
  if (sign !== undefined) return `the character ${JSON.stringify(sign)}`;
  if (/(?<![a-z0-9])-\s*\d/.test(text.replace(NEGATIVES, ' '))) return 'a negative number that is not plain';
  return /\d:\d/.test(text) ? 'a number with a colon' : undefined;
}

function readWrite(
  { method, adds }: LooseMessage & { readonly adds: boolean },
  parts: readonly Part[],
  kinds: ReadonlySet<Kind>,
  named: NamedDevices,
  told: Told,
): MessageReading {
  const devices = [...named.known, ...named.others];
  const { strange: unknown, relays, acts, measures, every, binary } = told;
  const says = relays.size > 0 || acts || unknown.length > 0 || measures || every || binary;
  const puts = kinds.has('bytes') && told.bytes !== 'none';
  const manages = kinds.has('manage') && (says || puts || devices.length > 0 || method === 'DELETE');
  if (!says && !puts && !manages)
    return { kind: 'effects', effects: [...kinds].flatMap((of) => malformed(of, devices)) };
  const effects = devices.flatMap((device) =>
    [...kinds].flatMap((kind) =>
      kind === 'manage'
        ? [{ kind, deviceId: device, adds: method !== 'DELETE' } as const]
        : effectsOn(device, kind, named, told),
    ),
  );
  const why = adds ? ADDS : notUnderstood(parts, kinds, named, told);
  return why === undefined ? { kind: 'effects', effects } : unclear(why, effects);
}

/** Another spelling of its identifier would be another device. */
const ADDS = 'it could add a device, and is not in the form of the dialect';

/** Why a message that says something is not understood as a whole. */
function notUnderstood(
  parts: readonly Part[],
  kinds: ReadonlySet<Kind>,
  { known, others }: NamedDevices,
  { strange, odd, every }: Told,
): string | undefined {
  if (known.length + others.length === 0)
    return 'it could change something, and does not tell clearly on which device';
  if (known.length === 0 && every) return 'it could change something on any device';
  // What a device that is managed is given, such as a password, makes no difference.
  const more = [...kinds].some((kind) => kind !== 'manage');
  if (more && strange.length > 0 && known.length > 0) return notKnown(strange, known);
  if (odd !== undefined) return `${odd} stands in it, and it could change something`;
  const leads = parts.some(({ all, isPath }) => isPath && all.some((text) => /\.\.|\/\/|\\/.test(text)));
  if (known.length === 0 && leads) return 'it could change something, and its path leads somewhere else';
  return undefined;
}

function malformed(of: Kind, devices: readonly string[]): readonly Effect[] {
  if (devices.length === 0) return [{ kind: 'malformed', of }];
  return devices.map((deviceId) => ({ kind: 'malformed', deviceId, of }));
}

function effectsOn(
  deviceId: string,
  kind: Exclude<Kind, 'manage'>,
  { known }: NamedDevices,
  { relays, every, acts, bytes, measures }: Told,
): readonly Effect[] {
  const none: readonly Effect[] = [{ kind: 'malformed', deviceId, of: kind }];
  if (!known.includes(deviceId) || kind === 'baudRate')
    return kind === 'baudRate' ? [{ kind, deviceId }] : none;
  if (kind === 'bytes')
    return bytes === 'none' ? none : [{ kind, deviceId, data: bytes === 'unclear' ? undefined : bytes }];
  if (relays.size === 0 && !(kind === 'switch' ? acts : every || measures)) return none;
  const which: readonly (number | 'every')[] =
    every || relays.size === 0 ? [...relays, 'every'] : [...relays];
  return which.map((relay) =>
    kind === 'switch' ? { kind, deviceId, relay, jog: true } : { kind, deviceId, relay },
  );
}

function unclear(why: string, effects: readonly Effect[] = []): MessageReading {
  return { kind: 'unclear', why, effects };
}

function notKnown([word = '']: readonly string[], devices: readonly string[]): string {
  const beside = devices.length > 0 ? `it names device ${devices.join(', ')}` : 'a value stands beside it';
  return `"${word}" in it is not understood, and ${beside}`;
}
