// Drafts the state of a device, its configuration and its profile: which group holds relays, inputs, measured values.
import {
  type DialectDraft,
  type DraftQuestion,
  type DraftStanding,
  grantedData,
  textAround,
} from './draft.js';
import { type DeviceCounts, type DraftedDevice, isPlain, profileCounts } from './draft-devices.js';
import type { DraftExchange } from './evidence.js';
import {
  type ChannelKind,
  type Group,
  groupsIn,
  isOneWord,
  kindByName,
  MEASURED,
  measured,
  naming,
  twoValued,
  polarityOf,
  wordsFor,
} from './groups.js';
import {
  byFit,
  type Column,
  columnsOf,
  fit,
  isGiven,
  isPrefix,
  placeKey,
  leavesOf,
  type JsonPlace,
  valueAt,
  withAt,
} from './places.js';

export const LISTS: Readonly<Record<ChannelKind, string>> = {
  relay: 'relays',
  input: 'digitalInputs',
  analog: 'analogInputs',
  sensor: 'sensors',
};

/** Which group of the state holds what, and how sure that is. */
export type Assigned = Readonly<
  Partial<
    Record<
      ChannelKind,
      Group & {
        readonly standing: DraftStanding;
        readonly why: string;
        /** How many each device has. */
        readonly devices: DeviceCounts;
      }
    >
  >
>;

export function draftState(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice,
): Assigned {
  const all = grantedData(evidence, 'devices.read', 'device.state.get');
  const read = all.filter(({ exchange }) => exchange.what === 'devices.read');
  const states = read.length > 0 ? read : all;
  const [first] = states;
  const home = first && recordIn(first.data, device, first.exchange.named['deviceId']);
  if (!first || !home) return {};
  const { source } = first.exchange;
  for (const [field, at] of Object.entries(device.fields)) {
    if (!states.some(({ data }) => valueAt(data, [...home, ...at]) !== undefined)) continue;
    const text = (device.texts[field] ?? '').replace(/\$\{?/, '$&device.');
    draft.put(
      'deviceDetail',
      [...home, ...at],
      text,
      draft.lines.findLast((each) => each.shape === 'device' && each.placeholder === `$${field}`)?.standing ??
        'likely',
      `as in the list; ${source}`,
    );
  }
  const id = [...home, ...(device.fields['deviceId'] ?? [])];
  const isListed = ({ at, key, mask }: Group): boolean =>
    (key === 'text' || mask !== undefined) &&
    isPrefix(home, at) &&
    device.records.some((record) => valueAt(record, at.slice(home.length)) !== undefined);
  // What the list of devices has as well is no state.
  const groups = groupsIn(states.map(({ data }) => data)).filter(
    (group) => !isPrefix(group.at, id) && !isListed(group),
  );
  const assigned = assign(draft, groups, { evidence, states, device });
  placePeripherals(draft, assigned, device, home, source);
  return assigned;
}

/** Where the record of the device lies in its detail. */
function recordIn(
  data: unknown,
  { fields, written }: DraftedDevice,
  deviceId: string | undefined,
): JsonPlace | undefined {
  const id = fields['deviceId'] ?? [];
  const found = leavesOf(data).find(
    ({ at, value }) =>
      placeKey(at.slice(-id.length)) === placeKey(id) &&
      (deviceId === undefined || [String(value), written.get(String(value))].includes(deviceId)),
  );
  return found?.at.slice(0, found.at.length - id.length);
}

/** What groups are counted by. */
interface Counting {
  readonly evidence: readonly DraftExchange[];
  readonly states: ReturnType<typeof grantedData>;
  readonly device: DraftedDevice;
}

type AssignedGroup = NonNullable<Assigned[ChannelKind]>;

function assign(draft: DialectDraft, groups: readonly Group[], counting: Counting): Assigned {
  const { evidence, states, device } = counting;
  const configured = configuredCounts(evidence);
  const profiled = profileCounts(evidence, device).map(({ counts }) => counts);
  const told = groups
    .map((group) => ({ group, kinds: kindsOf(group), counts: countsBy(states, group.counts) }))
    .filter(({ group, kinds, counts }) =>
      group.mask ? [...configured, ...profiled].some((each) => isSame(each, counts)) : kinds.length > 0,
    )
    // What may be less comes first.
    .toSorted((a, b) => a.kinds.length - b.kinds.length);
  const assigned: Partial<Record<ChannelKind, AssignedGroup>> = {};
  const isTaken = ({ at }: Group): boolean => Object.values(assigned).some((each) => each.at === at);
  for (const kind of ['relay', 'input', 'analog', 'sensor'] as const) {
    const fitting = told.filter(({ group, kinds }) => kinds.includes(kind) && !isTaken(group));
    const named = fitting.filter(({ group }) => kindByName(group.at) === kind);
    const free = fitting.filter(({ group }) => kindByName(group.at) === undefined);
    const counted = fitting.filter(({ counts }) =>
      (kind === 'relay' ? configured : profiled).some((each) => isSame(each, counts)),
    );
    const chosen = named[0] ?? (counted.length === 1 ? counted[0] : undefined) ?? free[0];
    if (!chosen) continue;
    // Where all have as many, that tells nothing.
    const isCounted =
      counted.length === 1 && counted[0] === chosen && new Set(chosen.counts.values()).size > 1;
    const isDigital = kind === 'relay' || kind === 'input';
    const [standing, why] = sureness(kind, {
      isCounted,
      isNamed: named.length === 1 && named[0] === chosen,
      isOnly: fitting.length === 1 && kind !== 'relay' && chosen.kinds.length <= 2,
      areOthersKnown: !isDigital || assigned.relay?.standing === 'proven',
    });
    assigned[kind] = { ...chosen.group, standing, why, devices: chosen.counts };
  }
  for (const [kind, feature] of [
    ['input', 'digital-inputs'],
    ['analog', 'analog-inputs'],
    ['sensor', 'sensors'],
  ] as const)
    if (!assigned[kind] && states.length > 0) {
      draft.without.add(feature);
      draft.notes.push(
        `No ${LISTS[kind]} were found in ${states.length === 1 ? 'the state' : 'the states'} of a device.`,
      );
    }
  return assigned;
}

/** What speaks for a group that was chosen. */
interface Signs {
  /** Only it has as many elements as the configuration, or the device profile, says. */
  readonly isCounted: boolean;
  readonly isNamed: boolean;
  /** No other is left that may be of this kind, and it may be of few others. */
  readonly isOnly: boolean;
  /** Which group the relays are, where this one may be taken for them. */
  readonly areOthersKnown: boolean;
}

/** Of a group that may be another one. */
export const UNTOLD_GROUP = 'nothing says which of them it is';

function sureness(
  kind: ChannelKind,
  { isCounted, isNamed, isOnly, areOthersKnown }: Signs,
): [DraftStanding, string] {
  if (kind === 'relay' && isCounted) return ['proven', 'only there are as many as the configuration has'];
  if (isOnly && areOthersKnown && isNamed) return ['proven', 'nothing else fits, and its name says so'];
  if (isOnly && areOthersKnown && isCounted)
    return ['proven', 'nothing else fits, and its profile has as many'];
  if (isNamed) return ['likely', 'its name says so'];
  if (isOnly) return ['likely', 'nothing else is left'];
  return ['open', UNTOLD_GROUP];
}

function kindsOf(group: Group): ChannelKind[] {
  if (group.elements.length === 0) return [];
  const truths = twoValued(group);
  const digital: ChannelKind[] = truths.length > 0 ? ['relay', 'input'] : [];
  // 0 and 1 are numbers, too.
  const isMeasuring = measured(group).some(
    ({ at }) => !truths.some((each) => placeKey(each.at) === placeKey(at)),
  );
  if (!isMeasuring || group.bits || group.mask) return digital;
  const isNamed = group.key === 'text' || (group.key === undefined && naming(group).length > 0);
  const isCounted = group.base !== undefined || (group.key === undefined && naming(group).length === 0);
  return [
    ...digital,
    ...(isCounted ? (['analog'] as const) : []),
    ...(isNamed || (isCounted && group.key !== undefined) ? (['sensor'] as const) : []),
  ];
}

function countsBy(seen: Counting['states'], counts: readonly number[]): DeviceCounts {
  return new Map(seen.map(({ exchange }, at) => [exchange.named['deviceId'] ?? '', counts[at] ?? 0]));
}

/** Of all that is counted in configurations: relays have durations there. */
function configuredCounts(evidence: readonly DraftExchange[]): DeviceCounts[] {
  const configs = grantedData(evidence, 'devices.config');
  return groupsIn(configs.map(({ data }) => data)).map(({ counts }) => countsBy(configs, counts));
}

/** Over the devices that both know. */
export function isSame(one: DeviceCounts, other: DeviceCounts): boolean {
  const both = [...one].filter(([id]) => other.has(id));
  return both.length > 0 && both.every(([id, count]) => other.get(id) === count);
}

function placePeripherals(
  draft: DialectDraft,
  assigned: Assigned,
  device: DraftedDevice,
  home: JsonPlace,
  source: string,
): void {
  const groups = Object.entries(assigned) as [ChannelKind, AssignedGroup][];
  if (groups.length === 0) return;
  const root = commonRoot(groups.map(([, { at }]) => at));
  const taken = Object.values(device.fields).map((at) => [...home, ...at]);
  const isApart = root.length > 0 && !taken.some((at) => isPrefix(root, at));
  const from = isApart ? root : commonRoot([root, home]);
  draft.put('deviceDetail', isApart ? root : [...from, '...'], '$peripherals', 'proven', `by ${source}`);
  for (const [kind, group] of groups) draftGroup(draft, kind, group, group.at.slice(from.length), source);
}

function commonRoot(places: readonly JsonPlace[]): JsonPlace {
  const [first = [], ...rest] = places;
  // The last name is that of the group itself.
  let length = Math.max(0, first.length - (places.length === 1 ? 1 : 0));
  for (const place of rest) while (!isPrefix(first.slice(0, length), place)) length--;
  return first.slice(0, length);
}

const ON = [/\b(on|state|output|closed|active|value|energi[sz]ed|status|level)\b/];
const VALUE = [/\b(value|reading|measured|level|raw|voltage|current|celsius|word)\b/];
/** Units of what devices measure. */
const KNOWN_UNIT =
  /^([mkµu]?(V|A|W|Pa|Hz|Ω|Ohm|m|g|s|l)|°?[CF]|K|%( ?(RH|rF))?|h?Pa|m?bar|ppm|lx|lux|dB(m|A)?|[kM]?Wh|m³(\/h)?|l\/min|rpm)$/;
const UNIT = [/\b(unit|units|uom)\b/];

function draftGroup(
  draft: DialectDraft,
  kind: ChannelKind,
  group: AssignedGroup,
  at: JsonPlace,
  source: string,
): void {
  const isDigital = kind === 'relay' || kind === 'input';
  const candidates = isDigital ? twoValued(group) : measured(group);
  const [value] = byFit(candidates, isDigital ? ON : VALUE);
  if (!value) return;
  if (group.mask || group.bits) return draftBits(draft, kind, group, at, source);
  const field = kind === 'relay' ? 'on' : kind === 'input' ? 'active' : 'value';
  const { text, sure } = isDigital
    ? { text: digitalText(kind, field, value), sure: false }
    : measuredText(kind, value);
  let element: unknown = withAt(undefined, value.at, text);
  const isUnknown = isDigital && wordsFor(value.values) === undefined;
  const isGuess = isUnknown || (isDigital && isOneWord(value.values));
  const standing =
    group.standing === 'open' || isGuess
      ? 'open'
      : candidates.length > 1 || !sure
        ? 'likely'
        : group.standing;
  if (isUnknown) draft.questions.push(wordsQuestion(text, value, [...at, ...value.at], source));
  const why = isGuess && group.standing !== 'open' ? 'not both words were seen' : group.why;
  draft.say('peripherals', text, standing, `${why}; ${source}`);
  if (text.includes('.unit'))
    draft.say('peripherals', `$${kind}.unit`, standing, `it stands beside the value; ${source}`);
  else if (!isDigital) element = withUnit(draft, kind, group, element, source);
  // What stands around the key of a sensor in each of them may belong to it or not.
  const around = typeof group.key === 'object' ? group.key : { before: '', after: '' };
  let isKeySure = around.before + around.after === '' && isPlain({ values: group.names ?? [] });
  if (kind === 'sensor' && group.key !== undefined)
    draft.place('peripherals', at, { '$sensor.key': element });
  else if (kind === 'sensor') {
    const names = naming(group).filter((column) => placeKey(column.at) !== placeKey(value.at));
    const [key] = byFit(names, KEY);
    isKeySure = names.length === 1 && key !== undefined && isPlain(key);
    if (!key) return;
    draft.place('peripherals', at, [withAt(element, key.at, '$sensor.key')]);
  } else draft.place('peripherals', at, countedChannels(kind, group, element));
  draft.say(
    'peripherals',
    `$${kind}.${kind === 'sensor' ? 'key' : 'index'}`,
    kind === 'sensor' && group.standing === 'proven' && !isKeySure ? 'likely' : group.standing,
    `${group.why}; ${source}`,
  );
  if (kind !== 'sensor') draft.countFrom(group.base);
}

/** All channels in one value: which end of a text is the first, nothing says. */
function draftBits(
  draft: DialectDraft,
  kind: ChannelKind,
  { mask, standing, why }: AssignedGroup,
  at: JsonPlace,
  source: string,
): void {
  const field = `$${kind}.${kind === 'relay' ? 'on' : 'active'}:${mask ? 'mask' : 'bits'}`;
  const sample = mask ? withAt(withAt(undefined, mask.bits, field), mask.count, `$${kind}:count`) : field;
  draft.place('peripherals', at, sample);
  draft.say('peripherals', field, standing === 'open' ? 'open' : 'likely', `${why}; ${source}`);
  draft.say('peripherals', `$${kind}.index`, mask ? standing : 'likely', `${why}; ${source}`);
}

function withUnit(
  draft: DialectDraft,
  kind: ChannelKind,
  { elements, standing }: AssignedGroup,
  element: unknown,
  source: string,
): unknown {
  const texts = columnsOf(elements, true).filter(({ values }) =>
    values.every((each) => !isGiven(each) || typeof each === 'string'),
  );
  const known = texts.filter(({ values }) =>
    values.every((each) => !isGiven(each) || KNOWN_UNIT.test(String(each))),
  );
  const unit = known[0] ?? texts.find(({ at }) => fit(at, UNIT) > 0);
  if (!unit) return element;
  const isSure = known.length === 1 && standing === 'proven';
  const why = isSure ? 'only there are units' : 'named so';
  draft.say('peripherals', `$${kind}.unit`, isSure ? 'proven' : 'likely', `${why}; ${source}`);
  return withAt(element, unit.at, `$${kind}.unit?`);
}

const KEY = [/\b(id|key|name|sensor)\b/];

/** The channels of a group that are counted, by their keys or by a field; one element stands for each. */
export function countedChannels(kind: ChannelKind, { key, index }: Group, element: unknown): unknown {
  if (key !== undefined && key !== 'text')
    return { [textAround(key.before, `${kind}.index`, key.after)]: element };
  return [index ? withAt(element, index.at, indexText(kind, index)) : element];
}

function indexText(kind: ChannelKind, { before, text }: NonNullable<Group['index']>): string {
  return before === '' ? `$${kind}.index${text ? ':string' : ''}` : textAround(before, `${kind}.index`, '');
}

function digitalText(kind: ChannelKind, field: string, { values }: Column): string {
  const [one, two = 'unseen'] = new Set(values);
  // Of two words that nobody knows, either may be the one.
  const pair = polarityOf(one) === false ? [two, one] : [one, two];
  const words = wordsFor(values) ?? `(${pair.map(String).join('|')})`;
  return `$${kind}.${field}${words}`;
}

function wordsQuestion(text: string, { values }: Column, at: JsonPlace, source: string): DraftQuestion {
  const words = [...new Set(values)].map(String);
  return {
    about: `the word for true at ${at.join('.')}`,
    seen: `${words.join(' and ')} in ${source}`,
    candidates: words.map((word) => ({
      words: word,
      choose: (draft) => {
        const chosen = text.replace(
          /\(.*\)/,
          `(${[word, ...words.filter((each) => each !== word)].join('|')})`,
        );
        const shown = JSON.stringify(draft.shapes.get('peripherals')).replace(text, chosen);
        draft.shapes.set('peripherals', JSON.parse(shown) as unknown);
        draft.say('peripherals', text, 'proven', `as it was answered: ${word}`);
      },
    })),
  };
}

function measuredText(kind: ChannelKind, { values }: Column): { text: string; sure: boolean } {
  // It may be many times as large as what it stands for, unless its unit stands beside it.
  if (values.every((each) => typeof each === 'number')) return { text: `$${kind}.value`, sure: false };
  const hasUnit = values.some((each) => / \D/.test(String(each)) && MEASURED.test(String(each)));
  return {
    text: hasUnit ? `\${${kind}.value} \${${kind}.unit?}` : `$${kind}.value:string`,
    sure: hasUnit,
  };
}
