// What a finding rests on: exchanges, events and acts that another reading of one line reads otherwise, and lines of
// requests and of stimuli that nothing seen has proven. Such a finding blames nobody.
import type { Operation } from '../contract/operations.js';
import { groupBy } from '../kernel/group-by.js';
import type { ErrorCode } from '../contract/error-codes.js';
import type { TraceRecord } from '../trace/record.js';
import {
  type Grounded,
  groundsOf,
  OF_REFUSED_CALLER,
  OF_REPEATS,
  OF_SETTINGS,
  type SightsOf,
  type UnprovenLine,
} from './finding-grounds.js';
import { settingsRead } from './effect-relations.js';
import { neverFoundLines, neverGrantedLines, neverPagedLines } from './fruitless-lines.js';
import { OF_OPERATIONS, type Rival, type Traces } from './neighbours.js';
import { profileNeighboursOf, profilePlace } from './profile-neighbours.js';
import { type Contradiction, type ExplainOptions, rivalsOf, weigh, type Weighed } from './rivals.js';
import { deviceCalled, sightedCommand } from './relation.js';
import { type ProbeReading, type SightedAct, type SightedExchange, type Sights, sightsOf } from './sights.js';

/** Whether a finding of this trace would have been looked for in other things under one of the rivals. */
export function restingOn(
  rivals: readonly Rival[],
  trace: readonly TraceRecord[],
  reading: ProbeReading,
): (finding: Grounded) => boolean {
  const stated = sightsOf(trace, reading);
  const since = Math.min(
    ...rivals.flatMap((rival) => {
      const read = rival.reading();
      return read ? firstDifference(stated, sightsOf(trace, read)) : [];
    }),
  );
  const times = new Map(stated.exchanges.map(({ id, from, to }) => [id, to === Infinity ? from : to]));
  return ({ exchanges }) => {
    const known = exchanges.flatMap((id) => times.get(id) ?? []);
    return since !== Infinity && (known.length === 0 || Math.max(...known) >= since);
  };
}

/** When the two readings of one trace come apart; Infinity where they do not. */
function firstDifference(stated: Sights, other: Sights): number {
  const exchanges = stated.exchanges.flatMap((each, at) => {
    const { client, deviceId, from, operation, to } = each;
    const isSame =
      says(each) === says(other.exchanges[at]) &&
      stated.profile.clients[client] === other.profile.clients[client] &&
      (operation?.name !== 'device.rs485.transceive' ||
        lineOfDevice(stated, deviceId) === lineOfDevice(other, deviceId));
    return isSame ? [] : asksOtherwise(each, other.exchanges[at]) || to === Infinity ? from : to;
  });
  const events = stated.events.flatMap((each, at) =>
    JSON.stringify(each) === JSON.stringify(other.events[at]) ? [] : each.at,
  );
  const acts = actsOtherwise(stated, other).map(({ at }) => at);
  return Math.min(...exchanges, ...events, ...acts);
}

function actsOtherwise(stated: Sights, other: Sights): readonly SightedAct[] {
  const same = new Set(other.acts.map((act) => JSON.stringify(act)));
  return stated.acts.filter((act) => !same.has(JSON.stringify(act)));
}

function lineOfDevice({ profile }: Sights, deviceId: string | undefined): unknown {
  return deviceCalled(profile, deviceId)?.[1].rs485;
}

function says(exchange: SightedExchange | undefined): string {
  const { operation, readable, asks, data, misfit } = exchange ?? {};
  return JSON.stringify([operation, readable, asks, data, misfit]);
}

/** What was answered was answered in time, whatever time that was. */
function asksOtherwise(one: SightedExchange, two: SightedExchange | undefined): boolean {
  const isAside = (key: string): boolean => key === 'timeout' && sightedCommand(one)?.status === 'succeeded';
  const asked = (exchange: SightedExchange | undefined): string =>
    JSON.stringify([exchange?.operation, exchange?.readable, exchange?.asks], (key, value: unknown) =>
      isAside(key) ? undefined : value,
    );
  return asked(one) !== asked(two);
}

/** What of a dialect says how requests are written, and the stimuli whose effect a relation looks for. */
const OF_REQUESTS: ReadonlySet<string> = new Set([
  ...[
    'set-input',
    'set-analog',
    'set-sensor',
    'inject-rs485',
    'cut-power',
    'drop-link',
    'disable-client',
    'expire-tokens',
  ].map((name) => `stimuli.${name}`),
  'indexBase',
  'deviceAddition',
  'passwordChange',
  'wsRequest',
  'stateRequest',
  'executeRequest',
  ...OF_OPERATIONS,
]);

/** How much worse a reading may be by chance; nobody is told by chance that a client is disabled. */
const CONTRADICTED = 3;
const NO_CHANCE = 'client-disabled';

/**
 * Lines of requests on which something rests that was found, and that nothing seen has proven.
 * @param found the traces of checks in which something was found.
 */
export function unprovenLines(
  traces: Traces,
  found: Traces,
  reading: ProbeReading,
  options: ExplainOptions,
): readonly UnprovenLine[] {
  const statedOf = readOnce(reading);
  const never = [
    ...neverGrantedLines(traces, reading, statedOf, options),
    ...neverFoundLines(traces, reading, statedOf, options),
    ...neverPagedLines(traces, reading, statedOf, options),
  ];
  const stated = new Map(traces.map((trace) => [trace, weigh(statedOf(trace))]));
  const kept = settingsKept(traces, statedOf);
  const open = rivalsOf(traces, reading, options).flatMap((rival) => {
    const read = OF_REQUESTS.has(rival.key.split('/')[0] ?? '') ? rival.reading() : undefined;
    if (!read) return [];
    const line = openLine(rival, traces, { statedOf, read, kept });
    return isTouchedIn(found, line) && !isContradicted(read, stated) ? [line] : [];
  });
  return [...never, ...open];
}

/** Shapes of which no request was ever granted, where these traces have such requests. */
export function neverGrantedIn(
  found: Traces,
  traces: Traces,
  reading: ProbeReading,
  options: ExplainOptions,
): readonly UnprovenLine[] {
  return neverGrantedLines(traces, reading, readOnce(reading), options).filter((line) =>
    isTouchedIn(found, line),
  );
}

function isTouchedIn(found: Traces, { rests }: UnprovenLine): boolean {
  return found.some((trace) => rests({ exchanges: [], ofStep: true, rule: '' }, trace));
}

function readOnce(reading: ProbeReading): SightsOf {
  const known = new Map<readonly TraceRecord[], Sights>();
  return (trace) => {
    const sights = known.get(trace) ?? sightsOf(trace, reading);
    known.set(trace, sights);
    return sights;
  };
}

/** The line of a profile, unless all of its other readings were refuted before; a credential has none. */
export function guessedLine(
  line: string | undefined,
  traces: Traces,
  reading: ProbeReading,
  { isRefuted = () => false, profileStands = false }: ExplainOptions,
): readonly Omit<UnprovenLine, 'rests'>[] {
  if (line === undefined || profileStands) return [];
  const rivals = profileNeighboursOf(traces, reading).filter(({ key }) => key === line);
  if (rivals.length > 0 && rivals.every(isRefuted)) return [];
  return [{ words: `${profilePlace(reading.profile, line.split('.'))} (${line})` }];
}

/** Each trace is read otherwise once, however many findings it has: reading is what takes the time here. */
function openLine(
  { line, was, now, isEverywhere }: Rival,
  traces: Traces,
  {
    statedOf,
    read,
    kept,
  }: { readonly statedOf: SightsOf; readonly read: ProbeReading; readonly kept: SettingsKept },
): UnprovenLine {
  const settings = traces.flatMap((trace) => settingsOtherwise(trace, statedOf, read));
  const known = new Map<readonly TraceRecord[], ReturnType<typeof otherwiseIn>>();
  return {
    words: `${line} says ${was}`,
    now,
    rests: (finding, trace) => {
      const { asked, acted } = known.get(trace) ?? otherwiseIn(trace, statedOf, read);
      known.set(trace, { asked, acted });
      const isGround = groundsOf(finding, statedOf(trace));
      const last = finding.exchanges.length === 0 ? Infinity : Math.max(...finding.exchanges);
      if (OF_REPEATS.test(finding.rule)) return false;
      const isGranted = (one: SightedExchange): boolean =>
        one.ok && OF_REFUSED_CALLER.test(finding.rule) && finding.exchanges.includes(one.id);
      // A unit that is another in all places explains nothing of a setting that the server keeps as it is.
      const isOfSettings = isEverywhere === true && OF_SETTINGS.test(finding.rule);
      const isKept = (one: SightedExchange): boolean => isOfSettings && isKeptAsItIs(kept, one.operation);
      return (
        asked.some(
          ({ one, isSameOperation }) => isGround(one) && !isKept(one) && !(isSameOperation && isGranted(one)),
        ) ||
        acted.some((id) =>
          finding.ofStep ? id <= last : last === Infinity || finding.exchanges.includes(id),
        ) ||
        (finding.ofStep && !isOfSettings && isSetOtherwise(settings, statedOf(trace), isGround))
      );
    },
  };
}

/** The least and the greatest number that was written as a setting of a kind, and read back as it is. */
function settingsKept(traces: Traces, statedOf: SightsOf) {
  const kept = traces
    .flatMap((trace) => [...settingsRead(statedOf(trace))])
    .filter(({ wanted, read }) => wanted === read);
  return new Map<Operation['name'], { readonly least: number; readonly most: number }>(
    [...groupBy(kept, ({ operation }) => operation)].map(([operation, all]) => {
      const numbers = all.map(({ wanted }) => wanted);
      return [operation, { least: Math.min(...numbers), most: Math.max(...numbers) }] as const;
    }),
  );
}

type SettingsKept = ReturnType<typeof settingsKept>;

/** The server has taken less and more as it is: it takes this one so, whatever its unit. */
function isKeptAsItIs(kept: SettingsKept, operation: Operation | undefined): boolean {
  const range = operation && kept.get(operation.name);
  if (!range) return false;
  const { least, most } = range;
  const isWithin = (number: number): boolean => least <= number && number <= most;
  if (operation.name === 'device.relay.jogConfig.set') return isWithin(operation.params.duration);
  return operation.name === 'device.rs485.baudRate.set' && isWithin(operation.params.baudRate);
}

interface KeptSetting {
  readonly deviceId: string | undefined;
  readonly at: number;
  /** Operations that go by it. */
  readonly governs: Operation['name'];
}

const GOVERNS: Partial<Record<Operation['name'], Operation['name']>> = {
  'device.rs485.baudRate.set': 'device.rs485.transceive',
  'device.relay.jogConfig.set': 'device.relay.set',
};

/** Settings that were written as something else under the other reading: a device keeps them for what comes later. */
function settingsOtherwise(
  trace: readonly TraceRecord[],
  statedOf: SightsOf,
  read: ProbeReading,
): KeptSetting[] {
  const stated = statedOf(trace).exchanges;
  const isGoverning = stated.some(({ operation }) => operation && GOVERNS[operation.name] !== undefined);
  if (!isGoverning) return [];
  const other = sightsOf(trace, read);
  return stated.flatMap((each, at) => {
    const governs = each.operation && GOVERNS[each.operation.name];
    return governs && asksOtherwise(each, other.exchanges[at])
      ? [{ deviceId: each.deviceId, at: each.from, governs }]
      : [];
  });
}

function isSetOtherwise(
  settings: readonly KeptSetting[],
  { exchanges }: Sights,
  isGround: (one: SightedExchange) => boolean,
): boolean {
  return exchanges.some(
    (one) =>
      isGround(one) &&
      settings.some(
        (each) =>
          each.governs === one.operation?.name && each.deviceId === one.deviceId && each.at < one.from,
      ),
  );
}

/** Requests that ask for something else under another reading, and the last ones before such an act. */
function otherwiseIn(trace: readonly TraceRecord[], statedOf: SightsOf, read: ProbeReading) {
  const [one, two] = [statedOf(trace), sightsOf(trace, read)];
  const asked = one.exchanges.flatMap((each, at) => {
    const other = two.exchanges[at];
    const isSameOperation = each.operation !== undefined && each.operation.name === other?.operation?.name;
    // It was refused for who asks: with other values the same operation is refused as well.
    const isOfCaller = isSameOperation && OF_CALLERS.has(each.code ?? '');
    return asksOtherwise(each, other) && !isOfCaller ? [{ one: each, isSameOperation }] : [];
  });
  const acted = actsOtherwise(one, two).map(
    ({ at }) => one.exchanges.findLast(({ from }) => from <= at)?.id ?? 0,
  );
  return { asked, acted };
}

const OF_CALLERS: ReadonlySet<string> = new Set<ErrorCode>([
  'AUTH_INVALID',
  'AUTH_SCOPE_DENIED',
  'APP_DISABLED',
]);

function isContradicted(read: ProbeReading, stated: ReadonlyMap<readonly TraceRecord[], Weighed>): boolean {
  let [worse, own] = [0, 0];
  for (const [trace, before] of stated) {
    const { contradictions, held } = weigh(sightsOf(trace, read));
    worse += contradictions.length - before.contradictions.length + before.held - held;
    const known = new Set(before.contradictions.map(namedIn));
    const fresh = contradictions.filter((each) => !known.has(namedIn(each)));
    own += fresh.length;
    if (worse >= CONTRADICTED || own >= CONTRADICTED - 1) return true;
    if (fresh.some(({ relation }) => relation === NO_CHANCE)) return true;
  }
  return worse > 0;
}

function namedIn({ relation, exchange, words }: Contradiction): string {
  return `${relation} ${exchange || words}`;
}
