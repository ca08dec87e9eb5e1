// Drafts the state of a device, its configuration and its profile: which group holds relays, inputs, measured values.
import { type Draft, type DraftStanding, dataOf } from './draft.js';
import { type DraftedDevice, profilesIn } from './draft-devices.js';
import type { DraftExchange } from './evidence.js';
import {
  type ChannelKind,
  type Group,
  groupsIn,
  kindByName,
  MEASURED,
  measured,
  naming,
  twoValued,
  wordsFor,
} from './groups.js';
import {
  type Column,
  columnsOf,
  fit,
  isPrefix,
  keyOf,
  leavesOf,
  type Place,
  valueAt,
  withAt,
  words,
} from './places.js';

const LISTS: Readonly<Record<ChannelKind, string>> = {
  relay: 'relays',
  input: 'digitalInputs',
  analog: 'analogInputs',
  sensor: 'sensors',
};

/** Which group of the state holds what, and how sure that is. */
export type Assigned = Readonly<
  Partial<Record<ChannelKind, Group & { readonly standing: DraftStanding; readonly why: string }>>
>;

export function draftState(
  draft: Draft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice,
): Assigned {
  const states = dataOf(evidence, 'devices.read', 'device.state.get');
  const [first] = states;
  const home = first && recordIn(first.data, device, first.exchange.named['deviceId']);
  if (!first || !home) return {};
  const { source } = first.exchange;
  for (const [field, at] of Object.entries(device.fields)) {
    if (!states.some(({ data }) => valueAt(data, [...home, ...at]) !== undefined)) continue;
    const text = (device.texts[field] ?? '').replace('$', '$device.');
    draft.put(
      'deviceDetail',
      [...home, ...at],
      text,
      field === 'deviceId' ? 'proven' : 'likely',
      `by ${source}`,
    );
  }
  const groups = groupsIn(states.map(({ data }) => data));
  const assigned = assign(draft, groups, evidence, states.length);
  placePeripherals(draft, assigned, device, home, source);
  return assigned;
}

/** Where the record of the device lies in its detail. */
function recordIn(data: unknown, { fields }: DraftedDevice, deviceId: string | undefined): Place | undefined {
  const id = fields['deviceId'] ?? [];
  const found = leavesOf(data).find(
    ({ at, value }) =>
      keyOf(at.slice(-id.length)) === keyOf(id) && (deviceId === undefined || String(value) === deviceId),
  );
  return found?.at.slice(0, found.at.length - id.length);
}

function assign(
  draft: Draft,
  groups: readonly Group[],
  evidence: readonly DraftExchange[],
  states: number,
): Assigned {
  const told = groups
    .map((group) => ({ group, kinds: kindsOf(group) }))
    .filter(({ kinds }) => kinds.length > 0);
  const configured = configuredCount(evidence);
  const assigned: Record<string, Group & { standing: DraftStanding; why: string }> = {};
  for (const pair of [
    ['relay', 'input'],
    ['analog', 'sensor'],
  ] as const) {
    const own = told.filter(({ kinds }) => kinds.some((kind) => pair.includes(kind as never)));
    for (const kind of pair) {
      const fitting = own.filter(
        ({ group, kinds }) =>
          kinds.includes(kind) && !Object.values(assigned).some((each) => each.at === group.at),
      );
      const byCount =
        kind === 'relay' && configured !== undefined
          ? fitting.filter(({ group }) => group.counts.includes(configured))
          : [];
      const named = fitting.filter(({ group }) => kindByName(group.at) === kind);
      const [only] = fitting;
      if (named[0])
        assigned[kind] = {
          ...named[0].group,
          standing: byCount.length === 1 && byCount[0] === named[0] && own.length > 1 ? 'proven' : 'likely',
          why:
            byCount.length === 1 ? 'the configuration has as many, and its name says so' : 'its name says so',
        };
      else if (byCount.length === 1 && byCount[0] && own.length > 1)
        assigned[kind] = {
          ...byCount[0].group,
          standing: 'proven',
          why: 'only there are as many as the configuration has',
        };
      else if (fitting.length === 1 && only && kindByName(only.group.at) === undefined)
        assigned[kind] = {
          ...only.group,
          standing: own.length === 1 ? 'open' : 'likely',
          why: 'nothing else is left',
        };
    }
  }
  for (const [kind, feature] of [
    ['input', 'digital-inputs'],
    ['analog', 'analog-inputs'],
    ['sensor', 'sensors'],
  ] as const)
    if (!assigned[kind] && states > 0) {
      draft.without.add(feature);
      draft.notes.push(
        `No ${LISTS[kind]} were found in ${states === 1 ? 'the state' : 'the states'} of a device.`,
      );
    }
  return assigned;
}

function kindsOf(group: Group): ChannelKind[] {
  if (group.elements.length === 0) return [];
  if (twoValued(group).length > 0) return ['relay', 'input'];
  if (measured(group).length === 0) return [];
  const isNamed = group.key === 'text' || (group.key === undefined && naming(group).length > 0);
  const isCounted = group.base !== undefined || (group.key === undefined && naming(group).length === 0);
  return [
    ...(isCounted ? (['analog'] as const) : []),
    ...(isNamed || isCounted ? (['sensor'] as const) : []),
  ].filter((kind) => kind !== 'sensor' || isNamed || group.key !== undefined);
}

/** How many relays the configuration has. */
function configuredCount(evidence: readonly DraftExchange[]): number | undefined {
  const [first] = dataOf(evidence, 'devices.config').flatMap(({ data }) => groupsIn([data]));
  return first?.elements.length;
}

function placePeripherals(
  draft: Draft,
  assigned: Assigned,
  device: DraftedDevice,
  home: Place,
  source: string,
): void {
  const groups = Object.entries(assigned) as [
    ChannelKind,
    Group & { standing: DraftStanding; why: string },
  ][];
  if (groups.length === 0) return;
  const root = commonRoot(groups.map(([, { at }]) => at));
  const taken = Object.values(device.fields).map((at) => [...home, ...at]);
  const isApart = root.length > 0 && !taken.some((at) => isPrefix(root, at));
  const from = isApart ? root : commonRoot([root, home]);
  if (isApart)
    draft.shapes.set('deviceDetail', withAt(draft.shapes.get('deviceDetail'), root, '$peripherals'));
  else
    draft.shapes.set(
      'deviceDetail',
      withAt(draft.shapes.get('deviceDetail'), [...from, '...'], '$peripherals'),
    );
  draft.say('deviceDetail', '$peripherals', 'proven', `by ${source}`);
  for (const [kind, group] of groups) draftGroup(draft, kind, group, group.at.slice(from.length), source);
}

function commonRoot(places: readonly Place[]): Place {
  const [first = [], ...rest] = places;
  // The last name is that of the group itself.
  let length = Math.max(0, first.length - (places.length === 1 ? 1 : 0));
  for (const place of rest) while (!isPrefix(first.slice(0, length), place)) length--;
  return first.slice(0, length);
}

const ON = [/\b(on|state|output|closed|active|value|energi[sz]ed|status|level)\b/];
const VALUE = [/\b(value|reading|measured|level|raw|voltage|current|celsius|word)\b/];
const UNIT = [/\b(unit|units|uom)\b/];

function draftGroup(
  draft: Draft,
  kind: ChannelKind,
  group: Group & { standing: DraftStanding; why: string },
  at: Place,
  source: string,
): void {
  const isDigital = kind === 'relay' || kind === 'input';
  const candidates = isDigital ? twoValued(group) : measured(group);
  const value = candidates.toSorted(
    (a, b) => fit(b.at, isDigital ? ON : VALUE) - fit(a.at, isDigital ? ON : VALUE),
  )[0];
  if (!value) return;
  const field = kind === 'relay' ? 'on' : kind === 'input' ? 'active' : 'value';
  const { text, sure } = isDigital ? digitalText(kind, field, value) : measuredText(kind, value);
  let element: unknown = withAt(undefined, value.at, text);
  const standing =
    group.standing === 'open' ? 'open' : candidates.length > 1 ? 'likely' : sure ? group.standing : 'likely';
  draft.say('peripherals', text, standing, `${group.why}; ${source}`);
  if (!isDigital) {
    const unit = columnsOf(group.elements, true)
      .filter((column) => column.values.every((each) => each === undefined || typeof each === 'string'))
      .toSorted((a, b) => fit(b.at, UNIT) - fit(a.at, UNIT))[0];
    if (unit && fit(unit.at, UNIT) > 0) {
      element = withAt(element, unit.at, `$${kind}.unit?`);
      draft.say('peripherals', `$${kind}.unit`, 'likely', `named so in ${source}`);
    }
  }
  const own = kind === 'sensor' ? 'key' : 'index';
  if (group.key !== undefined && (group.key === 'text') === (kind === 'sensor')) {
    const name =
      group.key === 'text' ? '$sensor.key' : plain(group.key.before, `${kind}.index`, group.key.after);
    draft.shapes.set('peripherals', withAt(draft.shapes.get('peripherals'), at, { [name]: element }));
  } else {
    if (kind === 'sensor') {
      const key = naming(group).toSorted((a, b) => fit(b.at, KEY) - fit(a.at, KEY))[0];
      if (key) element = withAt(element, key.at, '$sensor.key');
    } else if (group.index) element = withAt(element, group.index.at, indexText(kind, group.index));
    draft.shapes.set('peripherals', withAt(draft.shapes.get('peripherals'), at, [element]));
  }
  draft.say('peripherals', `$${kind}.${own}`, 'proven', `by ${source}`);
  if (group.base !== undefined && kind !== 'sensor' && !draft.settings.has('indexBase'))
    draft.settings.set('indexBase', group.base);
}

const KEY = [/\b(id|key|name|sensor)\b/];

function plain(before: string, name: string, after: string): string {
  return before === '' && after === '' ? `$${name}` : `${before}\${${name}}${after}`;
}

function indexText(kind: ChannelKind, { before, text }: NonNullable<Group['index']>): string {
  return before === '' ? `$${kind}.index${text ? ':string' : ''}` : plain(before, `${kind}.index`, '');
}

function digitalText(kind: ChannelKind, field: string, { values }: Column): { text: string; sure: boolean } {
  const named = wordsFor(values) ?? '';
  return { text: `$${kind}.${field}${named}`, sure: false };
}

function measuredText(kind: ChannelKind, { values }: Column): { text: string; sure: boolean } {
  if (values.every((each) => typeof each === 'number')) return { text: `$${kind}.value`, sure: true };
  const withUnit = values.some((each) => / \D/.test(String(each)) && MEASURED.test(String(each)));
  return { text: withUnit ? `\${${kind}.value} \${${kind}.unit?}` : `$${kind}.value:string`, sure: true };
}

const RATES = [
  300, 600, 1200, 2400, 4800, 9600, 14_400, 19_200, 28_800, 38_400, 57_600, 76_800, 115_200, 230_400, 250_000,
  460_800, 921_600, 1_000_000,
];
const RATE = [/\b(baud|baudrate|bitrate|rate|speed|bps)\b|baud/];
const JOG = [/\b(jog|pulse|duration|auto off|timer|time|delay|momentary)\b|pulse|jog|duration/];

/** Units in which a duration of a relay is plausible, by what the name says. */
const UNITS = [
  ['us', 0.001, /\b(us|micros?|microseconds?)\b/],
  ['ms', 1, /\b(ms|millis?|milliseconds?)\b/],
  ['hundredths', 10, /\b(cs|hundredths?|centiseconds?)\b/],
  ['tenths', 100, /\b(ds|tenths?|deciseconds?)\b/],
  ['s', 1000, /\b(s|secs?|seconds?)\b/],
  ['min', 60_000, /\b(min|mins|minutes?)\b/],
] as const;

export function draftConfig(draft: Draft, evidence: readonly DraftExchange[], { relay }: Assigned): void {
  const configs = dataOf(evidence, 'devices.config');
  const [first] = configs;
  if (!first) return;
  const { source } = first.exchange;
  const all = configs.map(({ data }) => data);
  const rates = columnsOf(all).filter(({ values }) => values.every((each) => RATES.includes(Number(each))));
  const rate = rates.toSorted((a, b) => fit(b.at, RATE) - fit(a.at, RATE))[0];
  if (rate) {
    const isText = rate.values.some((each) => typeof each === 'string');
    const why = rates.length === 1 ? `the only usual baud rate in ${source}` : `named so in ${source}`;
    draft.put(
      'deviceConfig',
      rate.at,
      `$baudRate${isText ? ':string' : ''}`,
      rates.length === 1 ? 'proven' : 'likely',
      why,
    );
  }
  const groups = groupsIn(all).filter(
    ({ counts }) => !relay || counts.some((count) => relay.counts.includes(count)),
  );
  const found = groups.flatMap((group) =>
    columnsOf(group.elements, true)
      .filter(({ at }) => !group.index || keyOf(at) !== keyOf(group.index.at))
      .filter(({ values }) =>
        values.every((each) => typeof each === 'number' || /^PT|^\d+(\.\d+)?$/.test(String(each))),
      )
      .map((column) => ({ group, column, fit: fit([...group.at, ...column.at], JOG) })),
  );
  const [best] = found.toSorted((a, b) => b.fit - a.fit);
  if (!best) return;
  const { group, column } = best;
  const encoding = durationOf(draft, column, [...group.at, ...column.at], source);
  let element: unknown = withAt(undefined, column.at, `$relay.jogDuration${encoding.text}`);
  draft.say('deviceConfig', '$relay.jogDuration', encoding.standing, encoding.why);
  if (group.key !== undefined && group.key !== 'text') {
    draft.shapes.set(
      'deviceConfig',
      withAt(draft.shapes.get('deviceConfig'), group.at, {
        [plain(group.key.before, 'relay.index', group.key.after)]: element,
      }),
    );
  } else {
    if (group.index) element = withAt(element, group.index.at, indexText('relay', group.index));
    draft.shapes.set('deviceConfig', withAt(draft.shapes.get('deviceConfig'), group.at, [element]));
  }
  if (encoding.standing === 'open') draft.questions.push(unitQuestion(group, column, source));
}

function durationOf(
  _: Draft,
  { values }: Column,
  at: Place,
  source: string,
): { text: string; standing: DraftStanding; why: string } {
  if (values.some((each) => /^PT/.test(String(each))))
    return { text: ':iso', standing: 'proven', why: `by ${source}` };
  const asText = values.some((each) => typeof each === 'string') ? ':string' : '';
  const numbers = values.map(Number);
  const plausible = UNITS.filter(([, factor]) =>
    numbers.every((each) => each * factor >= 20 && each * factor <= 3_600_000),
  );
  const said = plausible.find(([, , name]) => at.some((each) => name.test(words(String(each)))));
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

function unitQuestion(group: Group, column: Column, source: string): Draft['questions'][number] {
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
  draft: Draft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice,
  assigned: Assigned,
): void {
  const [first] = dataOf(evidence, 'profiles.list');
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
    columns
      .filter(({ values: all }) => all.every((each) => typeof each === 'string'))
      .toSorted(
        (a, b) =>
          fit(b.at, [/\b(id|profile|model|type|ref|item|app)\b/]) -
          fit(a.at, [/\b(id|profile|model|type|ref|item|app)\b/]),
      )[0];
  const isKeyed = place.elements.some(({ key }) => key !== undefined);
  const standing = used.size > 0 && device.fields['profileId'] ? 'proven' : 'likely';
  let sample: unknown;
  if (id && !isKeyed)
    draft.put('deviceProfile', id.at, '$profileId', standing, `its values are those of devices; ${source}`);
  else if (isKeyed)
    draft.say('profileList', '$profile.profileId', standing, `the keys are those of devices; ${source}`);
  else return;
  const prefix = isKeyed ? '$profile.' : '$';
  const put = (at: Place, field: string, how: DraftStanding): void => {
    if (isKeyed) {
      sample = withAt(sample, at, `${prefix}${field}?`);
      draft.say('profileList', `${prefix}${field}`, how, `by ${source}`);
    } else draft.put('deviceProfile', at, `${prefix}${field}?`, how, `by ${source}`);
  };
  const numbers = columns.filter(({ values: all }) =>
    all.every((each) => each === undefined || Number.isInteger(each)),
  );
  for (const kind of Object.keys(LISTS) as ChannelKind[]) {
    const count = assigned[kind]?.counts[0];
    const named = numbers.find(({ at }) => COUNTS[kind].test(words(String(at.at(-1)))));
    if (named && (count === undefined || named.values.includes(count))) put(named.at, LISTS[kind], 'likely');
  }
  const model = columns
    .filter((column) => column !== id && column.values.every((each) => typeof each === 'string'))
    .find(({ at }) => fit(at, [...MODEL]) > 0);
  if (model) put(model.at, 'model', 'likely');
  const list = isKeyed ? { '$profile.profileId': sample ?? {} } : ['$profile'];
  draft.shapes.set('profileList', withAt(undefined, place.at, list));
  if (!isKeyed) draft.say('profileList', '$profile', 'proven', `by ${source}`);
  else if (!draft.shapes.has('deviceProfile')) draft.shapes.set('deviceProfile', { profileId: '$profileId' });
}

const MODEL = [/\b(model|name|caption|designation|title|label|description)\b/];
