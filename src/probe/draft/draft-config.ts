// Drafts the configuration of a device and the list of device profiles: where durations, baud rates and counts stand.
import {
  type DialectDraft,
  type DraftQuestion,
  type DraftStanding,
  grantedData,
  textAround,
} from './draft.js';
import { type DraftedDevice, isPlain, profileCounts, profilesIn } from './draft-devices.js';
import { type Assigned, isSame, countedChannels, LISTS } from './draft-state.js';
import type { DraftExchange } from './evidence.js';
import { type ChannelKind, type Group, groupsIn, wordsFor } from './groups.js';
import {
  byFit,
  type Column,
  columnsOf,
  fit,
  isDistinct,
  isGiven,
  placeKey,
  type JsonPlace,
  valueAt,
  withAt,
  spacedWords,
} from './places.js';

const RATES: readonly number[] = [
  300, 600, 1200, 2400, 4800, 9600, 14_400, 19_200, 28_800, 38_400, 57_600, 76_800, 115_200, 230_400, 250_000,
  460_800, 921_600, 1_000_000,
];

function isRate(value: unknown): boolean {
  return RATES.includes(Number(value));
}

const RATE = [/\b(baud|baudrate|bitrate|rate|speed|bps)\b|baud/];
const JOG = [/\b(jog|pulse|duration|auto off|timer|time|delay|momentary)\b|pulse|jog|duration/];

/** Units in which a duration of a relay is plausible, by what the name says. */
export const UNITS = [
  ['us', 0.001, /\b(us|micros?|microseconds?)\b/],
  ['ms', 1, /\b(ms|millis?|milliseconds?)\b/],
  ['hundredths', 10, /\b(cs|hundredths?|centiseconds?)\b/],
  ['tenths', 100, /\b(ds|tenths?|deciseconds?)\b/],
  ['s', 1000, /\b(s|secs?|seconds?)\b/],
  ['min', 60_000, /\b(min|mins|minutes?)\b/],
] as const;

export function draftConfig(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  { relay }: Assigned,
): void {
  const configs = grantedData(evidence, 'devices.config');
  const [first] = configs;
  if (!first) return;
  const { source } = first.exchange;
  const all = configs.map(({ data }) => data);
  const rates = columnsOf(all).filter(({ values }) =>
    values.every((each) => each === undefined || isRateText(each)),
  );
  const [rate] = byFit(rates, RATE);
  if (rate) {
    const why = rates.length === 1 ? `the only usual baud rate in ${source}` : `named so in ${source}`;
    draft.put(
      'deviceConfig',
      rate.at,
      placeholderOf('$baudRate', baudRateOf({ ...rate, values: rate.values.filter(isGiven) }, source).text),
      rates.length === 1 ? 'proven' : 'likely',
      why,
    );
  }
  const groups = groupsIn(all).filter(
    ({ counts, mask }) => !mask && (!relay || counts.some((count) => relay.counts.includes(count))),
  );
  const found = groups.flatMap((group) =>
    columnsOf(group.elements, true)
      .filter(({ at }) => !group.index || placeKey(at) !== placeKey(group.index.at))
      .filter(({ values }) =>
        values.every((each) => typeof each === 'number' || /^PT|^\d+(\.\d+)? ?\D*$/.test(String(each))),
      )
      .map((column) => ({ group, column, fit: fit([...group.at, ...column.at], JOG) })),
  );
  const [best] = found.toSorted((a, b) => b.fit - a.fit);
  if (!best) return;
  const { group, column } = best;
  draft.countFrom(group.base);
  const encoding = timeOf({ ...column, at: [...group.at, ...column.at] }, source);
  const element = withAt(undefined, column.at, placeholderOf('$relay.jogDuration', encoding.text));
  draft.say('deviceConfig', '$relay.jogDuration', encoding.standing, encoding.why);
  draft.place('deviceConfig', group.at, countedChannels('relay', group, element));
  draft.say(
    'deviceConfig',
    '$relay.index',
    relay?.standing ?? 'likely',
    `as many as the state has; ${source}`,
  );
  if (encoding.standing === 'open') draft.questions.push(unitQuestion(group, column, source));
}

/** How a field is written, and how sure that is. */
export interface Written {
  readonly text: string;
  readonly standing: DraftStanding;
  readonly why: string;
}

/** A number that stands alone, or in a text that is the same each time. */
const NUMBER = /^(\D*?)(\d+(?:\.\d+)?)(\D*)$/;

function inText(column: Column, write: (numbers: Column) => Written): Written {
  const [, before = '', , after = ''] = NUMBER.exec(String(column.values[0])) ?? [];
  const isAlike = column.values.every((each) => {
    const match = NUMBER.exec(String(each));
    return match?.[1] === before && match[3] === after;
  });
  if (`${before}${after}` === '' || !isAlike) return write(column);
  const values = column.values.map((each) => Number(NUMBER.exec(String(each))?.[2]));
  const { text, standing, why } = write({ at: [...column.at, `${before} ${after}`], values });
  const isSaid = standing === 'likely' && UNITS.some(([, , name]) => name.test(spacedWords(after)));
  return {
    text: textAround(before, `${NAME}${text}`, after),
    standing: isSaid ? 'proven' : standing,
    why: isSaid ? `the unit stands beside it; ${why}` : why,
  };
}

/** Stands for the name of the field. */
export const NAME = '@';

export function timeOf(column: Column, source: string): Written {
  return inText(column, (numbers) => durationOf(numbers, numbers.at, source));
}

export function baudRateOf(column: Column, source: string): Written {
  return inText(column, ({ values }) => ({
    text: values.some((each) => typeof each === 'string') ? ':string' : '',
    standing: 'likely',
    why: `named so in ${source}`,
  }));
}

export function isRateText(value: unknown): boolean {
  return isRate(NUMBER.exec(String(value))?.[2]);
}

/** `$timeout?` in seconds is `$timeout:s?`, and within a text `${timeout:s?}`. */
export function placeholderOf(text: string, written: string): string {
  const mark = text.endsWith('?') ? '?' : '';
  const name = text.replace('?', '');
  return written.includes(NAME)
    ? written.replace(/@([^}]*)/, `${name.slice(1)}$1${mark}`)
    : `${name}${written}${mark}`;
}

function durationOf({ values }: Column, at: JsonPlace, source: string): Written {
  if (values.some((each) => String(each).startsWith('PT')))
    return { text: ':iso', standing: 'proven', why: `by ${source}` };
  const asText = values.some((each) => typeof each === 'string') ? ':string' : '';
  const numbers = values.map(Number);
  const plausible = UNITS.filter(([, factor]) =>
    numbers.every((each) => each * factor >= 20 && each * factor <= 3_600_000),
  );
  const said = plausible.find(([, , name]) => at.some((each) => name.test(spacedWords(String(each)))));
  if (said)
    return { text: `:${said[0]}${asText}`, standing: 'likely', why: `its name says the unit; ${source}` };
  const [only] = plausible;
  if (only && plausible.length === 1)
    return {
      text: `:${only[0]}${asText}`,
      standing: 'proven',
      why: `no other unit is plausible for ${numbers.join(', ')}; ${source}`,
    };
  const usual =
    plausible.toSorted((a, b) => distance(numbers, a[1]) - distance(numbers, b[1]))[0]?.[0] ?? 'ms';
  return {
    text: `:${usual}${asText}`,
    standing: 'open',
    why: `the unit cannot be told from ${numbers.slice(0, 4).join(', ')}; ${source}`,
  };
}

/** From half a second, as orders of magnitude. */
function distance(numbers: readonly number[], factor: number): number {
  return Math.abs(Math.log10((Math.max(...numbers) * factor) / 500));
}

function unitQuestion(group: Group, column: Column, source: string): DraftQuestion {
  const shown = column.values.slice(0, 3).map(String).join(', ');
  return {
    about: `the unit of the jog duration at ${[...group.at, ...column.at].join('.')}`,
    seen: `${shown} in ${source}`,
    candidates: UNITS.map(([unit]) => ({
      words: unit,
      choose: (draft) => {
        const text = JSON.stringify(draft.shapes.get('deviceConfig')).replace(
          /(\$relay\.jogDuration):\w+/,
          `$1:${unit}`,
        );
        draft.shapes.set('deviceConfig', JSON.parse(text) as unknown);
        draft.say('deviceConfig', '$relay.jogDuration', 'proven', `as it was answered: ${unit}`);
      },
    })),
  };
}

const COUNTS: Readonly<Record<ChannelKind, RegExp>> = {
  relay: /relay|output|out\b|switch|coil|\bdo\b/,
  input: /input|\bin\b|contact|\bdi\b/,
  analog: /analog|adc|\bai\b|volt|word/,
  sensor: /sensor|probe|telemetry|diagnos/,
};

export function draftProfiles(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice,
  assigned: Assigned,
): void {
  const [first] = grantedData(evidence, 'profiles.list');
  const place = first && profilesIn(first.data);
  if (!first || !place) return;
  const { source } = first.exchange;
  const values = place.elements.map(({ value }) => value);
  const used = new Set(device.records.map((each) => valueAt(each, device.fields['profileId'] ?? ['…'])));
  const columns = columnsOf(values);
  const id =
    columns.find(
      (column) =>
        column.values.every((each) => typeof each === 'string') &&
        [...used].some((each) => column.values.includes(each as string)),
    ) ??
    byFit(
      columns.filter(({ values: all }) => all.every((each) => typeof each === 'string')),
      PROFILE_ID,
    )[0];
  const isKeyed = place.elements.some(({ key }) => key !== undefined);
  const isSure = isPlain({ values: [...used] as string[] });
  const standing = used.size > 0 && device.fields['profileId'] && isSure ? 'proven' : 'likely';
  let sample: unknown;
  if (id && !isKeyed)
    draft.put('deviceProfile', id.at, '$profileId', standing, `its values are those of devices; ${source}`);
  else if (isKeyed)
    draft.say('profileList', '$profile.profileId', standing, `the keys are those of devices; ${source}`);
  else return;
  const prefix = isKeyed ? '$profile.' : '$';
  const put = (at: JsonPlace, field: string, how: DraftStanding): void => {
    if (isKeyed) {
      sample = withAt(sample, at, `${prefix}${field}?`);
      draft.say('profileList', `${prefix}${field}`, how, `by ${source}`);
    } else draft.put('deviceProfile', at, `${prefix}${field}?`, how, `by ${source}`);
  };
  const counted = profileCounts(evidence, device);
  for (const kind of Object.keys(LISTS) as ChannelKind[]) {
    const own = assigned[kind];
    const same = own ? counted.filter(({ counts }) => isSame(counts, own.devices)) : counted;
    const named = same.find(({ at }) => COUNTS[kind].test(spacedWords(String(at.at(-1)))));
    const [only] = same;
    if (!only || !own) continue;
    const others = Object.values(assigned).filter((other) => isSame(only.counts, other.devices));
    const isProven = same.length === 1 && others.length === 1 && new Set(own.devices.values()).size > 1;
    if (isProven) put(only.at, LISTS[kind], own.standing);
    else if (named) put(named.at, LISTS[kind], 'likely');
  }
  const truths = columns.filter(({ values: all }) => wordsFor(all) !== undefined);
  const serial = truths.find(({ at }) => fit(at, SERIAL) > 0);
  const isOnlyTruth = truths.length === 1 && serial?.values.every((each) => typeof each === 'boolean');
  if (serial) put(serial.at, `rs485${wordsFor(serial.values) ?? ''}`, isOnlyTruth ? 'proven' : 'likely');
  const texts = columns.filter(
    (column) =>
      column !== id && isDistinct(column) && column.values.every((each) => typeof each === 'string'),
  );
  const model = texts.find(({ at }) => fit(at, MODEL) > 0) ?? (texts.length === 1 ? texts[0] : undefined);
  if (model) put(model.at, 'model', texts.length === 1 && fit(model.at, MODEL) > 0 ? 'proven' : 'likely');
  const list = isKeyed ? { '$profile.profileId': sample ?? {} } : ['$profile'];
  draft.place('profileList', place.at, list);
  if (!isKeyed) draft.say('profileList', '$profile', 'proven', `by ${source}`);
  else if (!draft.shapes.has('deviceProfile')) draft.shapes.set('deviceProfile', { profileId: '$profileId' });
}

const PROFILE_ID = [/\b(id|profile|model|type|ref|item|app)\b/];
const SERIAL = [/rs ?485|serial|modbus|\bcom\b|uart/];
const MODEL = [/\b(model|name|caption|designation|title|label|description)\b/];
