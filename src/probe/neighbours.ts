// Another reading of one line, of a dialect or of a profile.
import { SUCCESS } from '../contract/error-codes.js';
import { OPERATION_NAMES, operationFacts } from '../contract/operations.js';
import type { TraceRecord } from '../trace/record.js';
import type { ProbeReading } from './sights.js';
import type { Dialect } from '../dialect/dialect.js';
import { parseDialect } from '../dialect/parse-dialect.js';
import { readYaml, type YamlDocument } from '../document/yaml-document.js';
import { isObject } from '../kernel/json.js';

export type Traces = readonly (readonly TraceRecord[])[];

/** Whether any request was granted: where none was, nothing was seen by which a line could be wrong. */
export function hasSuccess(traces: Traces): boolean {
  return traces.some((records) =>
    records.some((record) => record.kind === 'reply' && record.code === SUCCESS),
  );
}

/** Another reading of one line. */
export interface Rival {
  /** What is read otherwise: `command/id` of the dialect, `clients.operator.scopes` of the profile. */
  readonly key: string;
  /** `acme.yaml:41`. */
  readonly line: string;
  readonly was: string;
  readonly now: string;
  /** It is read so in all places: what is compared with each other stays as it is. */
  readonly isEverywhere?: true;
  /** Undefined where it cannot be. */
  reading(): ProbeReading | undefined;
}

// The neighbouring readings of a dialect: each is the dialect with one line read in another way in which people often
// get it wrong. One table says how each kind of thing is written otherwise; what does not load is no reading.

interface Change extends Pick<Rival, 'was' | 'now' | 'isEverywhere'> {
  /** From the root of the file to what is read otherwise. */
  readonly path: readonly string[];
  /** Where the value is put. */
  readonly at: readonly string[];
  readonly value: unknown;
  /** The same for all that are written so and would be written otherwise so: whoever has mistaken a unit, has it everywhere. */
  readonly kind?: string;
}

const BYTES = ['hex', 'HEX', 'hexSpaced', 'base64', 'array', 'text'];
const DURATIONS = ['ms', 's', 'us', 'tenths', 'hundredths', 'min', 'iso'];
const MOMENTS = ['iso', 'ms', 's', 'us', 'isoBasic'];
const FACTORS = ['', 'x10', 'x100', 'x1000', 'x0.1', 'x0.01', 'x0.001'];

/** The encodings among which a field is written, by the last part of its name; the first one is the default. */
const ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  data: BYTES,
  jogDuration: DURATIONS,
  duration: DURATIONS,
  timeout: DURATIONS,
  createdAt: MOMENTS,
  completedAt: MOMENTS,
  occurredAt: MOMENTS,
  value: FACTORS,
  baudRate: FACTORS,
};

/** Settings that have one of a few values. */
const SETTINGS: Readonly<Record<string, readonly unknown[]>> = {
  indexBase: [1, 0],
  tokenLifetime: ['seconds', 'minutes', 'milliseconds'],
};

/** `$data` of these is not bytes, but what passes as it is. */
const PASSING = new Set(['wsEvent', 'wsRequest']);

export interface NeighbourOptions {
  /** Names of fields that replies have beside those of the dialect, by what `$place` the dialect shows beside them. */
  readonly unread?: (path: readonly string[]) => readonly string[];
}

/** All neighbouring readings of the dialect. */
export function neighboursOf(reading: ProbeReading, options: NeighbourOptions = {}): Rival[] {
  const { source } = reading.dialect;
  const read = readYaml(source.text, source.file);
  if (!read.ok || !isObject(read.value.value)) return [];
  const document = read.value;
  return changesOf(read.value.value, options).map(({ path, at, value, was, now, isEverywhere }) => ({
    key: path.join('/'),
    line: lineOf(document, path),
    was,
    now,
    ...(isEverywhere && { isEverywhere }),
    reading: once(() => {
      const parsed = parseDialect(JSON.stringify(withValue(document.value, at, value)), source.file);
      return parsed.ok ? { ...reading, dialect: parsed.value } : undefined;
    }),
  }));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Where the dialect shows a shape; undefined where it does not. */
export function shapePlace({ source }: Pick<Dialect, 'source'>, shape: string): string | undefined {
  const read = readYaml(source.text, source.file);
  if (!read.ok || !isObject(read.value.value) || !(shape in read.value.value)) return undefined;
  return lineOf(read.value, [shape]);
}

/** Where a reading has what a rival reads otherwise that was found on top of another one; its own line is none of a file. */
export function lineOfRival({ key, line }: Rival, { dialect: { source } }: ProbeReading): string {
  const read = readYaml(source.text, source.file);
  const isOfDialect = read.ok && isObject(read.value.value) && (key.split('/')[0] ?? '') in read.value.value;
  return isOfDialect ? lineOf(read.value, key.split('/')) : line;
}

function lineOf(document: YamlDocument, path: readonly string[]): string {
  const { file, line } = document.placeOf(path);
  return `line ${line} of ${file}`;
}

function changesOf(root: Record<string, unknown>, options: NeighbourOptions): Change[] {
  const shapes = Object.entries(root).filter(([, value]) => isObject(value));
  const changes = [
    ...settingChanges(root),
    ...shapes.flatMap(([name, value]): Change[] =>
      name === 'commandStatus'
        ? statusChanges(value as Record<string, unknown>)
        : name in SETTINGS || name === 'errorCodes' || name === 'paging'
          ? []
          : sampleChanges(value, [name], options),
    ),
  ];
  return [...changes, ...everywhere(changes, root)];
}

/** The shapes of what operations are asked for with. */
export const OF_OPERATIONS: ReadonlySet<string> = new Set(
  OPERATION_NAMES.flatMap((name) => {
    const { params, bodies = {} } = operationFacts(name);
    return [params, ...Object.keys(bodies)];
  }),
);

/** What is written in one way in several places, written otherwise in all of them. */
function everywhere(changes: readonly Change[], root: Record<string, unknown>): Change[] {
  const kinds = new Map<string, Change[]>();
  for (const change of changes)
    if (change.kind !== undefined) kinds.set(change.kind, [...(kinds.get(change.kind) ?? []), change]);
  return [...kinds.values()].flatMap((all): Change[] => {
    const first = all.find(({ path: [shape = ''] }) => OF_OPERATIONS.has(shape)) ?? all[0];
    if (!first || all.length === 1) return [];
    const value = all.reduce((into: unknown, each) => withValue(into, each.at, each.value), root);
    const { path, was, now } = first;
    const inAll = `${now}, in all ${all.length} places`;
    return [{ path, at: [], was, now: inAll, isEverywhere: true, value }];
  });
}

function settingChanges(root: Record<string, unknown>): Change[] {
  return Object.entries(SETTINGS).flatMap(([name, values]) => {
    const is = root[name] ?? values[0];
    return values
      .filter((each) => each !== is)
      .map((value) => ({
        path: [name],
        at: [name],
        was: `${name} is ${String(is)}`,
        now: `${name} is ${String(value)}`,
        value,
      }));
  });
}

/** A word that means another status. */
function statusChanges(given: Record<string, unknown>): Change[] {
  const lists = Object.entries(given).filter((each): each is [string, unknown[]] => Array.isArray(each[1]));
  return lists.flatMap(([from, words]) =>
    words.flatMap((word) =>
      lists
        .filter(([to]) => to !== from && word !== 'TIMEOUT')
        .map(([to, others]) => ({
          path: ['commandStatus', from],
          at: ['commandStatus'],
          was: `${String(word)} is ${from}`,
          now: `${String(word)} is ${to}`,
          // Whoever exchanges two words has each in the place of the other.
          value:
            words.length === 1
              ? { ...given, [from]: [others[0]], [to]: [word, ...others.slice(1)] }
              : { ...given, [from]: words.filter((each) => each !== word), [to]: [...others, word] },
        })),
    ),
  );
}

function sampleChanges(value: unknown, path: readonly string[], options: NeighbourOptions): Change[] {
  if (typeof value === 'string') return textChanges(value, path);
  if (Array.isArray(value))
    return value.flatMap((each, at) => sampleChanges(each, [...path, String(at)], options));
  if (!isObject(value)) return [];
  const own = Object.entries(value);
  return [
    ...own.flatMap(([key, inner]) => sampleChanges(inner, [...path, key], options)),
    ...exchanges(value, path),
    ...renames(value, path, options.unread?.(path) ?? []),
  ];
}

/** A placeholder: `$name`, then words, encodings and `?` in any order. */
const PLACEHOLDER = /^\$([A-Za-z_][\w.+]*)((?:\?|:[A-Za-z0-9]+(?:\.\d+)?|\([^()]*\))*)$/;
const WITHIN = /\$\{([A-Za-z_][\w.+]*)((?:\?|:[A-Za-z0-9]+(?:\.\d+)?|\([^()]*\))*)\}/g;

function textChanges(text: string, path: readonly string[]): Change[] {
  const whole = PLACEHOLDER.exec(text);
  const found = whole ? [whole] : [...text.matchAll(WITHIN)];
  return found.flatMap(({ 0: all, 1: name = '', 2: modifiers = '', index }) =>
    otherwise(name, modifiers, path[0] ?? '').map(({ was, now, to }): Change => {
      const other = whole ? `$${name}${to}` : `\${${name}${to}}`;
      const value = text.slice(0, index) + other + text.slice(index + all.length);
      const field = name.split('.').at(-1) ?? '';
      const kind = [field === 'jogDuration' ? 'duration' : field, modifiers, to]
        .join(' ')
        .replaceAll('?', '');
      return { path, at: path, was, now, value, kind };
    }),
  );
}

interface Otherwise extends Pick<Rival, 'was' | 'now'> {
  /** The modifiers with this reading. */
  readonly to: string;
}

/** What stands behind the name of a placeholder, written otherwise. */
function otherwise(name: string, modifiers: string, shape: string): Otherwise[] {
  const words = /\(([^()]*)\)/.exec(modifiers)?.[1];
  if (words !== undefined) return otherWords(name, modifiers, words.split('|'));
  const field = name.split('.').at(-1) ?? '';
  const mark = modifiers.includes('?') ? '?' : '';
  if (BARE_BOOLEANS.has(field) && !/:/.test(modifiers))
    return [
      { was: `$${name} is true or false`, now: `$${name} is the opposite`, to: `(false|true):json${mark}` },
    ];
  const among = field === 'data' && PASSING.has(shape) ? undefined : ENCODINGS[field];
  if (!among) return [];
  const given = [...modifiers.matchAll(/:([A-Za-z0-9.]+)/g)].map(([, each = '']) => each);
  const own = given.find((each) => each !== 'string') ?? among[0] ?? '';
  const isText = given.includes('string');
  return among.flatMap((each) =>
    [false, true].flatMap((asText) => {
      if (each.toLowerCase() === own.toLowerCase() && asText === isText) return [];
      if (asText && BYTES.includes(each)) return [];
      const to = `${each === '' ? '' : `:${each}`}${asText ? ':string' : ''}${mark}`;
      return [{ was: inWords(name, own, isText), now: inWords(name, each, asText), to }];
    }),
  );
}

const BARE_BOOLEANS = new Set(['on', 'active', 'online', 'powered']);

const UNITS: Readonly<Record<string, string>> = {
  '': 'as it is',
  ms: 'in milliseconds',
  s: 'in seconds',
  us: 'in microseconds',
  tenths: 'in tenths of a second',
  hundredths: 'in hundredths of a second',
  min: 'in minutes',
  h: 'in hours',
};

function inWords(name: string, encoding: string, asText: boolean): string {
  return `$${name} is ${UNITS[encoding] ?? encoding}${asText ? ', as a string' : ''}`;
}

/** Two of the words exchanged. */
function otherWords(name: string, modifiers: string, words: readonly string[]): Otherwise[] {
  return words.flatMap((first, one) =>
    words.slice(one + 1).flatMap((second, more) => {
      // A word that stands for several values of a choice.
      if (first === second) return [];
      const two = one + 1 + more;
      const swapped = words.with(one, second).with(two, first);
      return [
        {
          was: `$${name} is (${words.join('|')})`,
          now: `$${name} is (${swapped.join('|')})`,
          to: modifiers.replace(/\([^()]*\)/, `(${swapped.join('|')})`),
        },
      ];
    }),
  );
}

/** Two placeholders of one object exchanged. */
function exchanges(value: Record<string, unknown>, path: readonly string[]): Change[] {
  const shown = placeholdersIn(value);
  return shown.flatMap(([one, first], at) =>
    shown.slice(at + 1).map(([two, second]) => ({
      path: [...path, one],
      at: path,
      was: `${one} is ${first}, and ${two} is ${second}`,
      now: `${one} is ${second}, and ${two} is ${first}`,
      value: { ...value, [one]: second, [two]: first },
    })),
  );
}

/** A placeholder that stands under another name of what came. */
function renames(
  value: Record<string, unknown>,
  path: readonly string[],
  unread: readonly string[],
): Change[] {
  const free = unread.filter((name) => !(name in value));
  return placeholdersIn(value).flatMap(([key, text]) =>
    free.map((other) => {
      const entries = Object.entries(value).map(([each, inner]) => [each === key ? other : each, inner]);
      return {
        path: [...path, key],
        at: path,
        was: `${key} is ${text}`,
        now: `${other} is ${text}`,
        value: Object.fromEntries(entries) as unknown,
      };
    }),
  );
}

function placeholdersIn(value: Record<string, unknown>): [string, string][] {
  return Object.entries(value).filter(
    (each): each is [string, string] => typeof each[1] === 'string' && PLACEHOLDER.test(each[1]),
  );
}

function withValue(root: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(root))
    return root.map((each: unknown, at) => (String(at) === first ? withValue(each, rest, value) : each));
  const object = isObject(root) ? root : {};
  return { ...object, [first]: withValue(object[first], rest, value) };
}
