// Drafts what events look like, from frames that came while relays were switched: what changed is known of each.
import { isObject } from '../../kernel/json.js';
import { type DialectDraft, textAround } from './draft.js';
import { isPlain } from './draft-devices.js';
import { momentOf } from './draft-dialect.js';
import {
  type Column,
  columnsOf,
  isDistinct,
  isFull,
  isPrefix,
  type JsonPlace,
  leavesOf,
  placeKey,
  plainText,
  valueAt,
  withAt,
} from './places.js';

/** A relay or an input that has changed; relays and inputs are counted as on the wire. */
export interface KnownChange {
  readonly kind: 'relay' | 'input';
  readonly index: number;
}

export interface EventFrame {
  readonly frame: unknown;
  /** What it has told of; undefined where that is not known. */
  changes(peripherals: unknown): readonly KnownChange[] | undefined;
}

interface EventFacts {
  /** How the identifier of the device is shown, and how it is written. */
  readonly form: string;
  readonly written: string;
  /** In ms: when the frames came. */
  readonly at: number;
}

const TOPIC = 'device.state.changed';
const HOUR = 3_600_000;

export function draftEvents(draft: DialectDraft, given: readonly EventFrame[], facts: EventFacts): void {
  const told = given.flatMap(({ frame, changes }) => {
    const topic = leavesOf(frame).find(({ value }) => String(value).endsWith(TOPIC));
    const data = dataIn(frame);
    return topic && data ? [{ frame, changes, topic, data }] : [];
  });
  const [first] = told;
  if (!first || told.length < 2) return;
  const { topic, data } = first;
  const why = `by ${told.length} events of relays that were switched`;
  const put = (at: JsonPlace, text: string, isSure: boolean): void =>
    draft.put('wsEvent', at, text, isSure ? 'proven' : 'likely', why);
  const state = ['changes', 'peripherals'].map((name) => [...data, name]);
  const columns = columnsOf(told.map(({ frame }) => frame)).filter(
    ({ at }) => placeKey(at) !== placeKey(topic.at) && !state.some((part) => isPrefix(part, at)),
  );
  const own = columns.filter(({ values }) => values.every((each) => String(each) === facts.written));
  const [device, ...others] = own.filter(({ at }) => isPrefix(data, at));
  if (!device) return;
  put(topic.at, textAround(String(topic.value).slice(0, -TOPIC.length), 'topic'), true);
  const moments = columns.filter((column) => isMoment(column, facts.at));
  const [moment] = moments;
  const ids = columns.filter(
    (column) => isFull(column) && isDistinct(column) && !moments.includes(column) && !own.includes(column),
  );
  const [id] = ids;
  const beside: JsonPlace[] = [topic.at];
  if (id && ids.length === 1) {
    const isNumber = id.values.every((each) => typeof each === 'number');
    put(id.at, `$eventId${isNumber ? ':number' : ''}?`, isNumber || isPlain(id));
    beside.push(id.at);
  }
  if (moment && moments.length === 1) {
    const [written] = momentOf(moment.values, moment.at);
    put(moment.at, `$occurredAt:${written?.encoding}?`, true);
    beside.push(moment.at);
  }
  const isApart = data.length > 0 && !beside.some((at) => isPrefix(data, at));
  put(isApart ? data : [...data, '...'], '$data', true);
  draft.put(
    'stateChanged',
    device.at.slice(data.length),
    facts.form,
    others.length === 0 ? 'proven' : 'likely',
    why,
  );
  draft.put('stateChanged', ['peripherals'], '$peripherals', 'proven', 'the interface says so');
  const element = changeIn(
    draft,
    told.map(({ frame, changes }) => {
      const part = valueAt(frame, data) as Record<string, unknown>;
      return { elements: elementsIn(part['changes']), known: changes(part['peripherals']) };
    }),
  );
  const changes = told.every(({ frame }) => isObject(valueAt(frame, [...data, 'changes'])))
    ? groupsOf(element)
    : element && [element];
  if (changes === undefined) draft.shapes.delete('stateChanged');
  else draft.place('stateChanged', ['changes'], changes);
}

/** All that has changed; `{ "relays": [1] }` has a list for each kind. */
function elementsIn(changes: unknown): readonly unknown[] {
  if (Array.isArray(changes)) return changes;
  return Object.entries(changes ?? {}).flatMap(([kind, all]) =>
    Array.isArray(all) ? all.map((index: unknown) => ({ kind, index })) : [],
  );
}

/** An element of `elementsIn` as an object with a list for each kind. */
function groupsOf(element: unknown): unknown {
  const { kind, index }: Record<string, unknown> = isObject(element) ? element : {};
  return typeof kind === 'string' && index !== undefined ? { [kind]: [index] } : undefined;
}

/** Where the object is that names what has changed, and the whole state. */
function dataIn(frame: unknown, at: JsonPlace = []): JsonPlace | undefined {
  if (!isObject(frame)) return undefined;
  if (elementsIn(frame['changes']).length > 0 && isObject(frame['peripherals'])) return at;
  for (const [key, each] of Object.entries(frame)) {
    const found = dataIn(each, [...at, key]);
    if (found) return found;
  }
  return undefined;
}

function isMoment({ values, at }: Column, now: number): boolean {
  const [found] = momentOf(values, at);
  if (!found) return false;
  const [unit = ''] = found.encoding.split(':');
  const scale = { s: 1000, ms: 1, us: 0.001 }[unit];
  return values.every((each) => Math.abs(timeOf(String(each), scale) - now) < HOUR);
}

/** In ms; texts without a zone are in UTC. */
function timeOf(text: string, scale: number | undefined): number {
  if (scale !== undefined) return Number(text) * scale;
  const whole = text
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6')
    .replace(' ', 'T');
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(whole) ? whole : `${whole}Z`);
}

interface Told {
  readonly elements: readonly unknown[];
  readonly known: readonly KnownChange[] | undefined;
}

/** One change, where several were told of one thing each. */
function changeIn(draft: DialectDraft, all: readonly Told[]): unknown {
  const single = all.flatMap(({ elements, known }) =>
    elements.length === 1 && known?.length === 1 && known[0] ? [{ element: elements[0], ...known[0] }] : [],
  );
  const columns = columnsOf(single.map(({ element }) => element));
  for (const column of columns) {
    const shown = column.values.map((each) => /^(.*?)(\d+)(\D*)$/.exec(String(each)));
    if (!shown.every((match, at) => match?.[2] === String(single[at]?.index))) continue;
    const isText = shown.some((match) => `${match?.[1]}${match?.[3]}` !== '');
    const kinds = isText ? column : columns.find((each) => each !== column && isFull(each));
    const wordOf = (kind: string): string | undefined => {
      const words = single.flatMap((each, at) =>
        each.kind === kind ? [isText ? (shown[at]?.[1] ?? '') : String(kinds?.values[at])] : [],
      );
      return new Set(words).size === 1 ? words[0] : undefined;
    };
    const relay = wordOf('relay');
    const input = wordOf('input');
    if (relay === undefined || !kinds || relay === input) return undefined;
    const words = input ?? (relay === 'relay' ? 'digitalInput' : 'unseen');
    const count = new Set(single.map(({ index }) => index)).size;
    const why = `${single.length} events told of one change each`;
    draft.say('stateChanged', '$change.index', count > 1 ? 'proven' : 'likely', why);
    draft.say('stateChanged', '$change.kind', input === undefined ? 'likely' : 'proven', why);
    if (!isText) {
      const number = typeof column.values[0] === 'number' ? '' : ':string';
      const kind = `$change.kind(${relay}|${words})`;
      return withAt(withAt(undefined, kinds.at, kind), column.at, `$change.index${number}`);
    }
    const [before, one, two] = apart(relay, words);
    const after = shown[0]?.[3] ?? '';
    const text = `${plainText(before)}\${change.kind(${one}|${two})}\${change.index}${plainText(after)}`;
    return withAt(undefined, column.at, text);
  }
  return undefined;
}

/** What both words begin with, and each without it. */
function apart(one: string, two: string): readonly [before: string, one: string, two: string] {
  let length = 0;
  while (length < Math.min(one.length, two.length) - 1 && one[length] === two[length]) length++;
  return [one.slice(0, length), one.slice(length), two.slice(length)];
}
