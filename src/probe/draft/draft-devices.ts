// Drafts what a device is called and what it shows of itself: from lists, details, configurations and profiles.
import { SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import { isPassing } from '../command-relations.js';
import { type DialectDraft, type DraftStanding, grantedData, textAround } from './draft.js';
import type { DraftExchange } from './evidence.js';
import { isOneWord, wordsFor, wordsText } from './groups.js';
import {
  byFit,
  type Column,
  columnsOf,
  fit,
  isDistinct,
  isFull,
  isGiven,
  leavesOf,
  placeKey,
  type JsonPlace,
  type Scalar,
  valueAt,
} from './places.js';

export interface DraftedDevice {
  /** Places in a device's record. */
  readonly fields: Readonly<Record<string, JsonPlace>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly records: readonly Record<string, unknown>[];
  /** Identifiers as they are written, and as paths have them: what stands before each is left out there. */
  readonly written: ReadonlyMap<string, string>;
  /** Of the identifiers that paths have: those of devices that do not answer, which no check can use. */
  readonly silent: ReadonlySet<string>;
}

/** How fields of identifiers are called: the surest first. */
export const ID_FIELDS = [
  /^(device )?(id|uid|uuid|key)$|\bdevice id$/,
  /\b(id|uid|uuid|serial|mac|sn|key|address|addr|udid|thing)\b/,
];
const NAME = [/\b(name|label|title|caption|alias)\b/, /\b(designation|description|display)\b/];
const TYPE = [/\b(profile|model|type|product)\b/, /\b(app|item|kind|class|hardware|hw|ref|sku)\b/];
const ONLINE = [
  /\b(online|connection|connected|connectivity|reachable|link|live|alive)\b/,
  /\b(cloud|fieldbus|network|availability|status|state)\b/,
];
const POWER = [/\b(power|powered|supply|mains)\b/, /\b(voltage|psu|present|electricity)\b|supply|power/];

type AddField = (field: string, at: JsonPlace, text: string, standing: DraftStanding, why: string) => void;

/** Undefined where no list shows a device. */
export function draftDevice(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
): DraftedDevice | undefined {
  const lists = grantedData(evidence, 'devices.list');
  const records = lists.flatMap(({ data }) =>
    Array.isArray(data['devices']) ? data['devices'].filter(isObject) : [],
  );
  const [first] = lists;
  if (!first || records.length === 0) return undefined;
  const columns = columnsOf(records);
  const id = identifierOf(columns, records, evidence);
  if (!id) return undefined;
  const { source } = first.exchange;
  const fields: Record<string, JsonPlace> = { deviceId: id.at };
  const { before } = id;
  const plain = `$deviceId${id.isNumber ? ':number' : ''}`;
  const texts: Record<string, string> = { deviceId: before === '' ? plain : textAround(before, 'deviceId') };
  const ids = records.map((each) => String(valueAt(each, id.at)));
  draft.put('device', id.at, texts['deviceId'] ?? '', id.standing, id.why);
  const rest = (): Column[] =>
    columns.filter(({ at }) => !Object.values(fields).some((taken) => placeKey(taken) === placeKey(at)));
  const add = (field: string, at: JsonPlace, text: string, standing: DraftStanding, why: string): void => {
    fields[field] = at;
    texts[field] = text;
    draft.put('device', at, text, standing, why);
  };
  const profiles = profileIds(evidence);
  const ofProfile = rest().filter(({ values }) => values.some((each) => isGiven(each) && profiles.has(each)));
  const [profile] = ofProfile;
  if (profile && ofProfile.length === 1)
    // What stands before each of them may belong to it or not.
    add(
      'profileId',
      profile.at,
      '$profileId?',
      isPlain(profile) ? 'proven' : 'likely',
      'its values are those of the device profiles',
    );
  else {
    const named = best(rest().filter(isText), TYPE);
    if (named && profiles.size === 0)
      add('profileId', named.at, '$profileId?', 'likely', `named so in ${source}`);
  }
  const telling = rest().filter((column) => isText(column) && isFull(column) && isDistinct(column));
  const name = best(rest().filter(isText), NAME) ?? (telling.length === 1 ? telling[0] : undefined);
  if (name && telling.length === 1 && telling[0] === name && fit(name.at, NAME) > 0 && !isFramed(name))
    add(
      'name',
      name.at,
      '$name?',
      'proven',
      `named so, and no other text is another one for each; ${source}`,
    );
  else if (name) add('name', name.at, '$name?', 'likely', `named so in ${source}`);
  const named = ids.map((each) => each.slice(before.length));
  const reached = reachedIn(evidence, named);
  draftPresence(rest, reached, add, source);
  draftList(draft, lists, source);
  const written = new Map(ids.map((each) => [each, each.slice(before.length)]));
  const silent = silentIn(named, reached, [fields['online'], fields['powered']], columns);
  return { fields, texts, records, written, silent };
}

/** Those that did not answer, or are shown as those are that did not. @param shown the places that tell it. */
function silentIn(
  ids: readonly string[],
  reached: Reached,
  shown: readonly (JsonPlace | undefined)[],
  columns: readonly Column[],
): ReadonlySet<string> {
  const isSilent = ids.map((_, at) => reached[at] === false);
  for (const at of shown) {
    const column = at && columns.find((each) => placeKey(each.at) === placeKey(at));
    const no = column && pairOf(column, reached)?.no;
    column?.values.forEach((value, place) => (isSilent[place] ||= no !== undefined && value === no));
  }
  return new Set(ids.filter((_, at) => isSilent[at]));
}

/** Whether devices are connected, and whether they have power. */
function draftPresence(rest: () => Column[], reached: Reached, add: AddField, source: string): void {
  // A device without power may answer as before: nothing but its name tells that field.
  const told = rest().flatMap((column) => pairOf(column, reached) ?? []);
  const whole = told.filter(({ isWhole }) => isWhole);
  const [only] = whole;
  if (only && whole.length === 1)
    add(
      'online',
      only.column.at,
      `$online${wordsText(only.yes, only.no)}?`,
      'proven',
      `it differs just where devices do not answer; ${source}`,
    );
  // One that does not answer has no connection, or no power: which column says which, their names tell.
  const isTwofold =
    told.length === 2 &&
    whole.length === 0 &&
    reached.every((each, at) => each !== false || told.some(({ column, no }) => column.values[at] === no));
  for (const [field, patterns, others] of [
    ['online', ONLINE, POWER],
    ['powered', POWER, ONLINE],
  ] as const) {
    if (field === 'online' && only && whole.length === 1) continue;
    const named = told.filter(({ column: { at } }) => fit(at, patterns) > fit(at, others));
    const [one] = named;
    if (isTwofold && one && named.length === 1) {
      const why = `named so, and it and one other field differ just where devices do not answer; ${source}`;
      add(field, one.column.at, `$${field}${wordsText(one.yes, one.no)}?`, 'proven', why);
      continue;
    }
    const column = best(
      rest().filter(({ values }) => wordsFor(values.filter(isGiven)) !== undefined),
      patterns,
    );
    const words = column && wordsFor(column.values.filter(isGiven));
    if (!column || words === undefined) continue;
    const [standing, why] = isOneWord(column.values.filter(isGiven))
      ? (['open', 'the other word was not seen, and is a guess'] as const)
      : (['likely', 'named so'] as const);
    add(field, column.at, `$${field}${words}?`, standing, `${why}; ${source}`);
  }
}

/** Of each device: whether it has answered a read; undefined where it was not asked. */
type Reached = readonly (boolean | undefined)[];

function reachedIn(evidence: readonly DraftExchange[], ids: readonly string[]): Reached {
  // What passes, or has no envelope, may come from any device.
  const reads = evidence.filter(
    ({ what, code }) => what === 'devices.read' && code !== undefined && !isPassing(code),
  );
  return ids.map((id) => {
    const own = reads.filter(({ named }) => named['deviceId'] === id);
    return own.length === 0 ? undefined : own.some(({ code }) => code === SUCCESS);
  });
}

/** The two values of a column of which one stands only at devices that do not answer. */
function pairOf(column: Column, reached: Reached) {
  const of = (wanted: boolean): Set<Scalar | undefined> =>
    new Set(column.values.filter((_, at) => reached[at] === wanted));
  const [answering, silent] = [of(true), of(false)];
  const [yes] = answering;
  const no = [...silent].find((each) => each !== yes);
  const isPair = answering.size === 1 && new Set(column.values).size === 2;
  if (!isPair || !isGiven(yes) || !isGiven(no)) return undefined;
  /** All that do not answer have the second value, and not only some. */
  const isWhole = silent.size === 1;
  return { column, yes, no, isWhole };
}

function isText({ values }: Column): boolean {
  return (
    values.some((each) => typeof each === 'string') &&
    values.every((each) => !isGiven(each) || typeof each === 'string')
  );
}

function best(columns: readonly Column[], patterns: readonly RegExp[]): Column | undefined {
  return byFit(columns, patterns).find(({ at }) => fit(at, patterns) > 0);
}

/** The field whose values paths take. */
function identifierOf(
  columns: readonly Column[],
  records: readonly Record<string, unknown>[],
  evidence: readonly DraftExchange[],
) {
  const fitting = columns.filter(
    (column) =>
      isFull(column) &&
      isDistinct(column) &&
      column.values.every((each) => typeof each === 'string' || Number.isInteger(each)),
  );
  const asked = evidence.filter(({ named }) => named['deviceId'] !== undefined);
  const isWritten = (column: Column, value: string | undefined): boolean =>
    column.values.some((each) => String(each) === value);
  /** What stands before all that paths name. */
  const beforeOf = (column: Column, reads: readonly DraftExchange[]): string | undefined =>
    commonStarts(column.values).find((start) =>
      reads.every(({ named }) => isWritten(column, `${start}${named['deviceId']}`)),
    );
  const granted = asked.filter(
    (each) => each.code === 'SUCCESS' && fitting.some((column) => beforeOf(column, [each]) !== undefined),
  );
  const left = fitting.filter((column) => beforeOf(column, granted) !== undefined);
  const [chosen] = byFit(left, ID_FIELDS);
  if (!chosen) return undefined;
  /** What stands before the identifier in each of them. */
  const before = beforeOf(chosen, granted) ?? '';
  const isNumber = chosen.values.every((each) => typeof each === 'number');
  const [proof] = granted;
  // Where another field has the same value, either is right for this device only.
  const isProven = proof !== undefined && (left.length === 1 || allSame(left, records));
  const standing: DraftStanding = isProven ? 'proven' : 'likely';
  const why = isProven ? `by ${proof.source}` : 'its values differ, and its name says so';
  return { at: chosen.at, isNumber, before, standing, why };
}

/** What may stand before each, up to a sign that separates, the shortest first: nothing, `urn:`, `urn:dev:`. */
export function commonStarts(values: Column['values']): readonly string[] {
  const texts = values.map(String);
  const [first = ''] = texts;
  const ends = [...first.matchAll(/[^A-Za-z\d]/g)].map(({ index }) => index + 1);
  const starts = ends.map((end) => first.slice(0, end));
  return ['', ...starts.filter((start) => texts.every((each) => each.startsWith(start) && each !== start))];
}

/** Whether nothing stands before each of the texts that might not belong to them. */
export function isPlain({ values }: Pick<Column, 'values'>): boolean {
  return commonStarts([...new Set(values.filter(isGiven))]).length === 1;
}

/** Whether all texts begin or end with one and the same mark, which may be no part of them. */
function isFramed({ values }: Column): boolean {
  const texts = values.filter(isGiven).map(String);
  return [/^[^\p{L}\p{N}]/u, /[^\p{L}\p{N}]$/u].some(
    (mark) => new Set(texts.map((text) => mark.exec(text)?.[0])).size === 1 && mark.test(texts[0] ?? ''),
  );
}

function allSame(columns: readonly Column[], records: readonly unknown[]): boolean {
  return records.every((record) => new Set(columns.map(({ at }) => String(valueAt(record, at)))).size === 1);
}

/** Values that name a device profile. */
function profileIds(evidence: readonly DraftExchange[]): ReadonlySet<Scalar> {
  const elements = grantedData(evidence, 'profiles.list').flatMap(
    ({ data }) => profilesIn(data)?.elements ?? [],
  );
  return new Set(
    columnsOf(elements.map(({ value }) => value))
      .filter((column) => isFull(column) && isDistinct(column) && isText(column))
      .flatMap(({ values }) => values.filter(isGiven))
      .concat(elements.flatMap(({ key }) => key ?? [])),
  );
}

export interface ProfilesPlace {
  readonly at: JsonPlace;
  readonly elements: readonly { readonly key?: string; readonly value: Record<string, unknown> }[];
}

/** The first list, or object of objects, in the data of the profiles. */
export function profilesIn(data: unknown, at: JsonPlace = []): ProfilesPlace | undefined {
  if (Array.isArray(data)) {
    const elements = data.filter(isObject).map((value) => ({ value }));
    return elements.length > 0 ? { at, elements } : undefined;
  }
  if (!isObject(data)) return undefined;
  for (const [key, each] of Object.entries(data)) {
    const found = profilesIn(each, [...at, key]);
    if (found) return found;
  }
  const all = Object.entries(data);
  return all.length > 0 && at.length > 0 && all.every(([, value]) => isObject(value))
    ? { at, elements: all.map(([key, value]) => ({ key, value: value as Record<string, unknown> })) }
    : undefined;
}

/** How many of something each device has, by the identifier that paths take. */
export type DeviceCounts = ReadonlyMap<string, number>;

/** The numbers of device profiles, and what each says of every device. */
export function profileCounts(
  evidence: readonly DraftExchange[],
  { fields, records, written }: DraftedDevice,
): { readonly at: JsonPlace; readonly counts: DeviceCounts }[] {
  const elements = grantedData(evidence, 'profiles.list').flatMap(
    ({ data }) => profilesIn(data)?.elements ?? [],
  );
  const own = records.map((record) => {
    const profile = valueAt(record, fields['profileId'] ?? ['…']);
    const of = elements.findIndex(
      ({ key, value }) => key === profile || leavesOf(value).some((each) => each.value === profile),
    );
    return { id: written.get(String(valueAt(record, fields['deviceId'] ?? []))) ?? '', of };
  });
  const numbers = columnsOf(elements.map(({ value }) => value)).filter(({ values }) =>
    values.every((each) => Number.isInteger(each)),
  );
  return numbers.map(({ at, values }) => ({
    at,
    counts: new Map(own.flatMap(({ id, of }) => (of < 0 ? [] : [[id, Number(values[of])] as const]))),
  }));
}

const MORE: Readonly<Record<string, readonly RegExp[]>> = {
  nextCursor: [
    /\b(next|cursor|continuation|token|after|marker|more)\b/,
    /\b(from|start|offset|page|continue)\b/,
  ],
  total: [/\b(total|count)\b/],
  pages: [/\bpages\b/],
  more: [/\b(more|has more|truncated)\b/],
  page: [/\bpage\b/],
  pageSize: [/\b(page size|per page|limit|size)\b/],
};

function draftList(draft: DialectDraft, lists: ReturnType<typeof grantedData>, source: string): void {
  draft.shapes.set('deviceList', { devices: ['$device'] });
  draft.say('deviceList', '$device', 'proven', `by ${source}`);
  const columns = columnsOf(
    lists.map(({ data }) => Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'devices'))),
  );
  for (const [field, patterns] of Object.entries(MORE)) {
    const isFitting = (value: Scalar | undefined): boolean =>
      field === 'nextCursor'
        ? typeof value === 'string'
        : field === 'more'
          ? typeof value === 'boolean'
          : Number.isInteger(value);
    const column = best(
      columns.filter(
        ({ values }) => values.some(isGiven) && values.every((each) => !isGiven(each) || isFitting(each)),
      ),
      patterns,
    );
    const shown = lists.map(({ data }) => (Array.isArray(data['devices']) ? data['devices'].length : 0));
    const isCount =
      field === 'total' &&
      shown.some((each) => each > 1) &&
      column?.values.every((each, at) => each === shown[at]);
    if (column)
      draft.put(
        'deviceList',
        column.at,
        `$${field}?`,
        isCount ? 'proven' : 'likely',
        `named so in ${source}`,
      );
  }
  // Nothing was asked for in pages.
  draft.without.add('paging');
  if (JSON.stringify(draft.shapes.get('deviceList')).includes('$nextCursor'))
    draft.notes.push(
      `The list comes in pages (${source}), and only the first was read: which query parameter asks for the next one ` +
        'was not seen. Write it under `paging`, and take `paging` out of `without`.',
    );
}
