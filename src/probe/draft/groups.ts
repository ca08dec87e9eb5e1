// The channels of a device, wherever a state shows them: lists, objects whose keys tell elements apart, rows of bits.
import { isObject } from '../../kernel/json.js';
import {
  byFit,
  type Column,
  columnsOf,
  isDistinct,
  isFull,
  placeKey,
  type JsonPlace,
  spacedWords,
  valueAt,
} from './places.js';

export type ChannelKind = 'relay' | 'input' | 'analog' | 'sensor';

/** Things of one kind at one place. */
export interface Group {
  readonly at: JsonPlace;
  /** Over all states that were seen. */
  readonly elements: readonly unknown[];
  /** How many elements each state has; none where it does not show the place. */
  readonly counts: readonly number[];
  /** What stands around the index, or the whole key, where keys tell them apart; undefined in a list. */
  readonly key?: { readonly before: string; readonly after: string } | 'text';
  /** The keys, where they tell elements apart. */
  readonly names?: readonly string[];
  /** Places of the index in an element, and the index of the first. */
  readonly index?: { readonly at: JsonPlace; readonly before: string; readonly text: boolean };
  readonly base?: 0 | 1;
  /** A text with a sign for each. */
  readonly bits?: true;
  /** One number with a bit for each, and how many there are. Any two numbers may look so. */
  readonly mask?: { readonly bits: JsonPlace; readonly count: JsonPlace };
}

/** All groups of several states of the same form. */
export function groupsIn(states: readonly unknown[]): readonly Group[] {
  const places = new Map<string, JsonPlace>();
  for (const state of states) for (const at of placesIn(state, [])) places.set(placeKey(at), at);
  const found = [...places.values()].flatMap((at) => [groupAt(states, at) ?? [], maskAt(states, at)].flat());
  // What lies within an element is no group of its own.
  return found.filter((group) => !found.some((other) => other !== group && isWithin(group.at, other)));
}

function isWithin(at: JsonPlace, other: Group): boolean {
  return at.length > other.at.length && other.at.every((each, index) => at[index] === each);
}

function placesIn(value: unknown, at: JsonPlace): JsonPlace[] {
  if (Array.isArray(value) || isBits(value)) return [at];
  if (!isObject(value)) return [];
  const below = Object.entries(value).flatMap(([key, each]) => placesIn(each, [...at, key]));
  return Object.keys(value).length > 0 &&
    (keysOf([value]) !== undefined || isTable(value) || isTwoNumbers(value))
    ? [at, ...below]
    : below;
}

function isTwoNumbers(value: Record<string, unknown>): boolean {
  return Object.values(value).filter((each) => Number.isInteger(each)).length === 2;
}

function isBits(value: unknown): value is string {
  return typeof value === 'string' && /^[01]{2,64}$/.test(value);
}

/** All values are alike, and objects or numbers: their keys may be names. @param least how many objects there have to be. */
function isTable(value: Record<string, unknown>, least = 2): boolean {
  const all = Object.values(value);
  const forms = new Set(
    all.map((each) => (isObject(each) ? Object.keys(each).toSorted().join() : typeof each)),
  );
  if (forms.size !== 1) return false;
  return all.every((each) => (isObject(each) ? all.length >= least && hasMeasure(each) : isMeasure(each)));
}

function isMeasure(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && MEASURED.test(value));
}

function hasMeasure(value: Record<string, unknown>): boolean {
  return Object.values(value).some((each) => isMeasure(each));
}

/** What stands around the numbers in the keys. */
function keysOf(objects: readonly Record<string, unknown>[]): { before: string; after: string } | undefined {
  const keys = objects.flatMap((each) => Object.keys(each));
  const matches = keys.map((key) => /^(.*?)(\d+)([^\d]*)$/.exec(key));
  const [first] = matches;
  if (!first) return undefined;
  const [, before = '', , after = ''] = first;
  const alike = matches.every((match) => match?.[1] === before && match[3] === after);
  if (!alike) return undefined;
  const isWhole = objects.every((each) => isFromStart(Object.keys(each).map((key) => numberIn(key, before))));
  return isWhole ? { before, after } : undefined;
}

function numberIn(key: string, before: string): number {
  return Number.parseInt(key.slice(before.length), 10);
}

function isFromStart(numbers: readonly number[]): boolean {
  if (numbers.length === 0) return true;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return (
    (least === 0 || least === 1) &&
    most - least === numbers.length - 1 &&
    new Set(numbers).size === numbers.length
  );
}

function groupAt(states: readonly unknown[], at: JsonPlace): Group | undefined {
  const values = states.map((state) => valueAt(state, at));
  const own = values.filter((each) => each !== undefined);
  if (own.length === 0) return undefined;
  const counts = values.map(countIn);
  if (own.every((each) => Array.isArray(each)))
    return { at, elements: own.flat(), counts, ...indexIn(own as unknown[][]) };
  if (own.every(isBits))
    return { at, elements: own.flatMap((each) => each.split('').map(Number)), counts, bits: true };
  if (!own.every(isObject)) return undefined;
  const objects = own.filter((each) => Object.keys(each).length > 0);
  const elements = objects.flatMap((each) => Object.values(each));
  const key = keysOf(objects);
  const names = objects.flatMap((each) => Object.keys(each));
  if (key) {
    const numbers = objects.flatMap((each) => Object.keys(each).map((name) => numberIn(name, key.before)));
    return { at, elements, counts, key, names, base: Math.min(...numbers) === 0 ? 0 : 1 };
  }
  const isNamed = objects.some((each) => isTable(each)) && objects.every((each) => isTable(each, 1));
  return isNamed ? { at, elements, counts, key: 'text', names } : undefined;
}

/** Two numbers of which one can have a bit for each that the other counts. */
function maskAt(states: readonly unknown[], at: JsonPlace): Group[] {
  const values = states.map((state) => valueAt(state, at)).filter((each) => each !== undefined);
  if (values.length === 0 || !values.every(isObject)) return [];
  const columns = columnsOf(values).filter((each) => each.values.every((value) => Number.isInteger(value)));
  const isCounted = (bits: Column, count: Column): boolean =>
    bits !== count &&
    count.values.every((value, row) => {
      const [number, mask] = [Number(value), Number(bits.values[row])];
      return number >= 1 && number <= MOST_BITS && mask >= 0 && mask < 2 ** number;
    });
  return columns.flatMap((count) =>
    columns
      .filter((bits) => isCounted(bits, count))
      .map((bits) => ({
        at,
        elements: bits.values.flatMap((mask, row) =>
          Array.from(
            { length: Number(count.values[row]) },
            (_, bit) => Math.floor(Number(mask) / 2 ** bit) % 2,
          ),
        ),
        counts: count.values.map(Number),
        mask: { bits: bits.at, count: count.at },
      })),
  );
}

const MOST_BITS = 32;

function countIn(value: unknown): number {
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** The field of an element that counts them. */
function indexIn(lists: readonly (readonly unknown[])[]): Pick<Group, 'index' | 'base'> {
  const counted = columnsOf(lists.flat(), true).flatMap((column) => {
    if (!isFull(column)) return [];
    const texts = column.values.map(String);
    const before = /^(.*?)\d+$/.exec(texts[0] ?? '')?.[1] ?? '';
    const perList = lists.map((list) =>
      columnsOf(list, true).find(({ at }) => placeKey(at) === placeKey(column.at)),
    );
    const numbers = perList.map((each) => (each?.values ?? []).map((value) => indexOf(value, before)));
    if (!numbers.every(isFromStart) || numbers.every(({ length }) => length === 0)) return [];
    const text = column.values.every((each) => typeof each === 'string');
    const base: 0 | 1 = Math.min(...numbers.flat()) === 0 ? 0 : 1;
    return [{ at: column.at, index: { at: column.at, before, text }, base }];
  });
  const [best] = byFit(counted, INDEX);
  return best ? { index: best.index, base: best.base } : {};
}

export const INDEX = [/\b(index|idx|nr|no|num|number|channel|ch|bit|pos|id|relay|port|pin|word)\b/];

function indexOf(value: unknown, before: string): number {
  if (typeof value === 'number') return value;
  const text = String(value);
  return text.startsWith(before) && /^\d+$/.test(text.slice(before.length))
    ? Number(text.slice(before.length))
    : NaN;
}

const NAMES: Readonly<Record<ChannelKind, RegExp>> = {
  relay:
    /\b(relays?|switch(es)?|outputs?|out|coils?|do|dos|doe?|actuators?|plugs?|qx|k)\b|relay|output|switch|coil/,
  input: /\b(inputs?|in|contacts?|di|dis|binary|buttons?|discrete|ix|digital)\b|digital|contact/,
  analog: /\b(analogs?|analogue|ai|adc|volt\w*|currents?|registers?|words?|signals?)\b|analog/,
  sensor: /\b(sensors?|probes?|temp\w*|climate|telemetry|measure\w*|environment|diagnos\w*)\b|sensor/,
};

/** What the name of the place says; undefined where it says nothing, or two things. */
export function kindByName(at: JsonPlace): ChannelKind | undefined {
  for (const name of at.toReversed()) {
    const said = (Object.keys(NAMES) as ChannelKind[]).filter((kind) =>
      NAMES[kind].test(spacedWords(String(name))),
    );
    if (said.includes('analog')) return 'analog';
    if (said.length === 1) return said[0];
  }
  return undefined;
}

/** The fields of an element that say one of two things. */
export function twoValued(group: Group): readonly Column[] {
  const { elements, index } = group;
  // Beside what is measured, two words that nobody knows are units.
  const measures = measured(group).length > 0;
  return columnsOf(elements, true).filter((column) => {
    if (!isFull(column) || (index && placeKey(column.at) === placeKey(index.at))) return false;
    const values = new Set(column.values);
    if ([...values].every((each) => typeof each === 'boolean')) return true;
    if (values.size > 2) return false;
    const areKnown = [...values].every((each) => polarityOf(each) !== undefined);
    return (
      areKnown || (!measures && values.size === 2 && [...values].every((each) => WORD.test(String(each))))
    );
  });
}

const WORD = /^[A-Za-z][A-Za-z_-]*$/;

/** The fields that measure: numbers, numbers as text, a number and its unit. */
export function measured({ elements, index, key }: Group): readonly Column[] {
  return columnsOf(elements, true).filter((column) => {
    if (!isFull(column) || (index && placeKey(column.at) === placeKey(index.at))) return false;
    const isNumber = column.values.every(isMeasure);
    return isNumber && (key !== undefined || elements.length > 0);
  });
}

export const MEASURED = /^-?\d+(\.\d+)?( \D\S*)?$/;

/** The fields that name an element: texts, each another one in its state. */
export function naming({ elements, counts }: Group): readonly Column[] {
  return columnsOf(elements, true).filter((column) => {
    if (!isFull(column) || !column.values.every((each) => typeof each === 'string' && !isMeasure(each)))
      return false;
    let from = 0;
    return counts.every((count) => {
      const own = { ...column, values: column.values.slice(from, (from += count)) };
      return isDistinct(own);
    });
  });
}

const POSITIVE =
  /^(on|true|1|yes|active|high|closed?|up|online|connected|ok|enabled|energi[sz]ed|present|good|alive|operational|reachable|available|normal|mains|set|ein|an|running|powered|pulled)$/i;
const NEGATIVE =
  /^(off|false|0|no|inactive|low|open(ed)?|down|offline|disconnected|lost|fail(ed|ure)?|disabled|de-?energi[sz]ed|absent|bad|dead|gone|idle|released?|stopped|unreachable|unavailable|missing|battery|reset|aus|none)$/i;

/** Whether a word usually stands for true; undefined where nobody knows. */
export function polarityOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = String(value);
  return POSITIVE.test(text) ? true : NEGATIVE.test(text) ? false : undefined;
}

const OPPOSITES = [
  'on off',
  'true false',
  '1 0',
  'yes no',
  'active inactive',
  'high low',
  'closed open',
  'close open',
  'up down',
  'online offline',
  'connected disconnected',
  'enabled disabled',
  'present absent',
  'good bad',
  'reachable unreachable',
  'available unavailable',
  'powered unpowered',
  'ein aus',
  'an aus',
  'energized deenergized',
].map((each) => each.split(' '));

/** Whether it is known which of the words stands for true. */
function isPolarityKnown(values: readonly unknown[]): boolean {
  return values.some((each) => polarityOf(each) !== undefined);
}

/** `$relay.on(ON|OFF)`: the words behind the placeholder; undefined where the other word is not known. */
export function wordsFor(values: readonly unknown[]): string | undefined {
  const seen = [...new Set(values)];
  if (seen.length > 2) return undefined;
  if (seen.every((each) => typeof each === 'boolean')) return '';
  const said = (wanted: boolean): unknown => seen.find((each) => polarityOf(each) === wanted);
  const other = (one: unknown): unknown =>
    one === undefined ? undefined : (seen.find((each) => each !== one) ?? opposite(one));
  if (!isPolarityKnown(seen)) return undefined;
  const yes = said(true) ?? other(said(false));
  const pair = [yes, said(false) ?? other(yes)];
  if (pair.some((each) => each === undefined)) return undefined;
  return wordsText(...pair);
}

/** Whether only one of two words was seen, so that the other one is a guess. */
export function isOneWord(values: readonly unknown[]): boolean {
  return new Set(values).size === 1 && typeof values[0] === 'string';
}

/** Words of a choice as a placeholder shows them; `ABSENT` where nothing stands for one. */
export function wordsText(...words: readonly unknown[]): string {
  if (words.length === 2 && words[0] === true && words[1] === false) return '';
  if (words.every((each) => typeof each === 'number')) return `(${words.join('|')}):number`;
  if (words.every((each) => typeof each === 'string' && /^[\w .-]+$/.test(each)))
    return `(${words.join('|')})`;
  return `(${words.map((each) => (each === ABSENT ? 'absent' : JSON.stringify(each))).join('|')}):json`;
}

export const ABSENT = Symbol('absent');

function opposite(value: unknown): unknown {
  const text = String(value);
  for (const pair of OPPOSITES) {
    const at = pair.indexOf(text.toLowerCase());
    if (at < 0) continue;
    const other = pair[1 - at] ?? '';
    if (typeof value === 'number') return Number(other);
    return text === text.toUpperCase()
      ? other.toUpperCase()
      : /^[A-Z]/.test(text)
        ? other.charAt(0).toUpperCase() + other.slice(1)
        : other;
  }
  return undefined;
}
