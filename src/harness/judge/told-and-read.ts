// What events tell of a device beside what is read of it: what one of them never shows, though the other does. Each may
// be late, and whoever only listens has set nothing: only what never shows, in each of several cases, proves a breach.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { readShape } from '../../contract/read-shape.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import { groupBy } from '../../kernel/group-by.js';
import type { Channel } from '../../trace/record.js';
import { intendedIn, relayHistory, deviceReads, type DeviceRead } from './history.js';
import { type Invariant, type InvariantJudgement, judgement, shownBy } from './invariant.js';
import { touchesOf } from '../../contract/operations.js';
import { relayName } from '../target/registers.js';
import { mayChange } from './unexplained-events.js';
import {
  type DeviceEvents,
  isEntitled,
  isSteady,
  listenersIn,
  type SeenStimulus,
  type StateEvent,
  stateEventsOf,
  type TraceView,
} from './trace-view.js';

/** In ms: an event that is as late as this, or a read, may still be about what the other shows. */
const APART = 12_000;
const LEAST_CASES = 3;

export const toldAndRead: Invariant = {
  name: 'told-and-read',
  alone: true,
  rules: [],
  judge: (view) => {
    const told = stateEventsOf(view).filter(({ deviceId }) => isSteady(deviceId, view));
    return [
      ...[...groupBy(told, ({ deviceId }) => deviceId)].flatMap(([deviceId, events]) =>
        judgeParts(deviceId, events, view),
      ),
      ...told.flatMap((events) => [
        ...[...channelsIn(events)].flatMap((channel) => [
          ...judgeUntold(channel, events, view),
          ...judgeFrozen(channel, events, view),
          ...judgeSurplus(channel, events, view),
        ]),
        ...judgeJogs(events, view),
      ]),
    ];
  },
};

function channelsIn({ changed }: DeviceEvents): ReadonlySet<string> {
  return new Set(changed.flatMap(({ named }) => [...named]));
}

const inWords = (on: boolean): string => (on ? 'on' : 'off');

// Each view of a device shows all of it: what one kind of view never has, and others have, is left out of it.

const PARTS = ['relays', 'digitalInputs', 'analogInputs', 'sensors'] as const;

interface Sort {
  readonly rule: RuleId;
  readonly name: string;
  readonly all: readonly Peripherals[];
}

function judgeParts(
  deviceId: string,
  told: readonly DeviceEvents[],
  view: TraceView,
): readonly InvariantJudgement[] {
  const events = groupBy(
    told.flatMap(({ changed }) => changed),
    ({ named }) => ([...named].every((each) => each.startsWith('relay')) ? 'relay' : 'digital input'),
  );
  const reads = groupBy(deviceReads(deviceId, view), ({ channel }) => channel);
  const sorts: readonly Sort[] = [
    ...[...events].map(([kind, all]) => ({
      rule: 'events.peripherals' as const,
      name: `events of a ${kind}`,
      all: all.flatMap(({ record }) => readShape('stateChanged', record.data)?.peripherals ?? []),
    })),
    ...[...reads].map(([channel, all]) => ({
      rule: 'devices.refresh-covers-all' as const,
      name: channel === 'rest' ? 'device detail' : 'device.state.get',
      all: all.map(({ peripherals }) => peripherals),
    })),
  ];
  return PARTS.flatMap((part) => {
    const shows = (each: Peripherals): boolean => each[part].length > 0;
    const shown = sorts.find(({ all }) => all.length >= LEAST_CASES && all.every(shows));
    if (!shown) return [];
    const without = sorts.filter(({ all }) => all.length >= LEAST_CASES && !all.some(shows));
    return without.map(({ rule, name, all }) =>
      judgement(
        rule,
        false,
        `${part} of ${deviceId} in ${name}, as ${shown.name} have them`,
        `none in each of ${all.length}`,
      ),
    );
  });
}

// What is driven from outside is the same over both channels: it may waver and rise slowly, but not by powers of ten.

const LEAST_DRIVEN = 2;
/** How far the logarithm of a ratio may be from that of a power of ten. */
const NEARLY = 0.01;

/** It only ever speaks of what does not fit, so no scenario can count on it for a rule. */
export const drivenAlike: Invariant = {
  name: 'driven-alike',
  rules: [],
  judge: (view) =>
    [...groupBy(view.stimuli, ({ deviceId }) => deviceId ?? '')].flatMap(([deviceId, acts]) =>
      judgeDriven(deviceId, acts, view),
    ),
};

interface Drive {
  readonly index?: number;
  readonly key?: string;
  readonly value?: number;
}

function judgeDriven(
  deviceId: string,
  acts: readonly SeenStimulus[],
  view: TraceView,
): readonly InvariantJudgement[] {
  const reads = deviceReads(deviceId, view);
  const cases = acts.flatMap(({ name, parameters, span: { to } }, at) => {
    const { index, key, value = 0 } = (parameters ?? {}) as Drive;
    if (value === 0) return [];
    const again = acts.slice(at + 1).find((later) => {
      const other = (later.parameters ?? {}) as Drive;
      return later.name === name && other.index === index && other.key === key;
    });
    const shown = (channel: Channel): { readonly as?: number; readonly exchange: number } => {
      const read = reads.findLast(
        (each) =>
          each.channel === channel &&
          each.span.from > to &&
          each.span.to <= (again?.span.from ?? Number.POSITIVE_INFINITY),
      );
      const channelOf =
        name === 'set-analog'
          ? read?.peripherals.analogInputs.find((each) => each.index === index)
          : read?.peripherals.sensors.find((each) => each.key === key);
      return { exchange: read?.exchange ?? -1, ...(channelOf && { as: channelOf.value }) };
    };
    const [rest, ws] = [shown('rest'), shown('ws')];
    if (rest.as === undefined || ws.as === undefined) return [];
    const power = Math.log10(rest.as / ws.as);
    const factor = Math.round(power);
    // What is nothing, or has another sign, is no matter of units.
    if (!(factor !== 0 && Math.abs(power - factor) < NEARLY)) return [];
    const exchanges = [rest.exchange, ws.exchange];
    return [
      { what: key ?? `analog input ${index ?? ''}`, factor, value, rest: rest.as, ws: ws.as, exchanges },
    ];
  });
  const [first] = cases;
  if (!first || cases.length < LEAST_DRIVEN || cases.some(({ factor }) => factor !== first.factor)) return [];
  const { what, value, rest, ws, exchanges } = first;
  const rule = Math.abs(rest - value) > Math.abs(ws - value) ? 'devices.detail-is-live' : 'ws.state-get';
  const expected = `${what} of ${deviceId}, set to ${value}, alike over both channels`;
  const actual = `${rest} over REST, and ${ws} over WebSocket, and so in ${cases.length} cases`;
  return [judgement(rule, false, expected, actual, ...exchanges)];
}

// A change that a read shows, and that no event tells.

function judgeUntold(
  channel: string,
  { changed, connection, deviceId }: DeviceEvents,
  view: TraceView,
): readonly InvariantJudgement[] {
  const own = changed.filter(({ named }) => named.has(channel));
  const lastSeen = view.lastSeen.get(connection) ?? Number.NEGATIVE_INFINITY;
  const values = new Set(own.map(({ state }) => state.get(channel)));
  const [value] = values;
  if (values.size !== 1 || value === undefined) return [];
  const cases = own.flatMap((event, at) => {
    const next = own[at + 1]?.record.at ?? lastSeen;
    const read = deviceReads(deviceId, view).find(
      ({ span, state }) =>
        span.from > event.record.at + APART && span.to + APART < next && state.get(channel) === !value,
    );
    return read ? [{ event, read }] : [];
  });
  const rule = channel.startsWith('relay') ? 'events.relay-changed' : 'events.input-changed';
  const expected = `an event on ${connection} when ${channel} of ${deviceId} goes ${inWords(!value)}`;
  const actual = `none in ${cases.length} cases: it was told ${inWords(value)}, and read ${inWords(!value)} later`;
  return provenBy(cases, rule, expected, actual);
}

interface Case {
  readonly event: StateEvent;
  readonly read: DeviceRead;
}

function provenBy(
  cases: readonly Case[],
  rule: RuleId,
  expected: string,
  actual: string,
): readonly InvariantJudgement[] {
  if (cases.length < LEAST_CASES) return [];
  const shown = cases.slice(-LEAST_CASES);
  const exchanges = shown.map(({ read }) => read.exchange);
  const judged = judgement(rule, false, expected, actual, ...exchanges);
  return [shownBy(judged, ...shown.map(({ event }) => event.record))];
}

// A read that shows one value always, while events tell the other.

function judgeFrozen(
  channel: string,
  { changed, deviceId }: DeviceEvents,
  view: TraceView,
): readonly InvariantJudgement[] {
  const own = changed.filter(({ named }) => named.has(channel));
  const reads = groupBy(
    deviceReads(deviceId, view).filter(({ state }) => state.has(channel)),
    (read) => read.channel,
  );
  return [...reads].flatMap(([over, all]) => {
    const values = new Set(all.map(({ state }) => state.get(channel)));
    const [value] = values;
    if (values.size !== 1 || value === undefined) return [];
    const cases = own.flatMap((event, at) => {
      const next = own[at + 1];
      if (event.state.get(channel) !== !value || next?.state.get(channel) !== value) return [];
      const read = all.find(
        ({ span }) => span.from > event.record.at + APART && span.to + APART < next.record.at,
      );
      return read ? [{ event, read }] : [];
    });
    const rule = over === 'rest' ? 'devices.detail-is-live' : 'ws.state-get';
    const expected = `${channel} of ${deviceId} ${inWords(!value)} while events tell so`;
    const actual = `${inWords(value)} in each of ${all.length} reads, ${cases.length} of them between such events`;
    return provenBy(cases, rule, expected, actual);
  });
}

// Each change gives one event on a connection: more events than changes, and some of them came for nothing.

/** Before what is judged there may have been a change whose event comes late. */
const MAY_BE_LATE = 2;
/** In ms: what comes so soon after the beginning may be the copy of an event that came before it. */
const OF_BEFORE = 60_000;

function judgeSurplus(
  channel: string,
  { changed, connection, deviceId }: DeviceEvents,
  view: TraceView,
): readonly InvariantJudgement[] {
  if (!channel.startsWith('relay')) return [];
  const history = relayHistory(deviceId, view);
  const writes = history.writes.filter(({ values }) => values.has(channel));
  const begin = view.exchanges[0]?.request.at ?? Number.POSITIVE_INFINITY;
  const own = changed.filter(({ named, record }) => named.has(channel) && record.at > begin + OF_BEFORE);
  // Without identifiers nobody can tell a copy from an event.
  if (own.some(({ record }) => record.eventId === undefined)) return [];
  const changing = writes.filter((write) => mayChange(write, channel, history));
  const surplus = own.findIndex(
    ({ record }, at) => at + 1 > changing.filter(({ span }) => span.from <= record.at).length + MAY_BE_LATE,
  );
  const event: StateEvent | undefined = own[surplus];
  if (!event) return [];
  const expected = `an event on ${connection} for each change of ${channel} of ${deviceId}, and no more`;
  const actual = `${surplus + 1} events, where ${surplus - MAY_BE_LATE} of ${writes.length} commands may have changed it`;
  return [
    shownBy(
      judgement(
        event.named.size === 1 ? 'events.no-change-no-event' : 'events.changes',
        false,
        expected,
        actual,
        ...writes.slice(-LEAST_CASES).map(({ exchange }) => exchange),
      ),
      event.record,
    ),
  ];
}

// Jogs that succeed, and of which nothing ever shows.

function judgeJogs(
  { changed, connection, deviceId }: DeviceEvents,
  view: TraceView,
): readonly InvariantJudgement[] {
  const listener = listenersIn(view).find((each) => each.connection === connection);
  if (!listener || !isEntitled(listener, deviceId, view)) return [];
  const { openedAt, lastSeen = 0 } = listener;
  const jogs = intendedIn(view).flatMap((each) =>
    each.deviceId === deviceId &&
    each.certainty === 'surely' &&
    each.span.from > openedAt + APART &&
    each.span.to + APART < lastSeen
      ? touchesOf(each.operation).flatMap((touch) =>
          touch.kind === 'relay' && touch.to === 'jog'
            ? [{ relay: relayName(touch.index), exchange: each.uses[0]?.id ?? -1 }]
            : [],
        )
      : [],
  );
  return [...groupBy(jogs, ({ relay }) => relay)].flatMap(([relay, all]) => {
    if (all.length < LEAST_CASES || changed.some(({ named }) => named.has(relay))) return [];
    const expected = `events on ${connection} of ${relay} of ${deviceId}, which was jogged`;
    const shown = all.slice(-LEAST_CASES).map(({ exchange }) => exchange);
    return [judgement('relay.effect', false, expected, `none after ${all.length} jogs`, ...shown)];
  });
}
