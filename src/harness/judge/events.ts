// Laws of events that are due: what they name and show, and that none is missing.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { surelyBefore, type Interval } from '../../kernel/interval.js';
import {
  type JudgeBounds,
  type Invariant,
  type InvariantJudgement,
  judgement,
  shownBy,
} from './invariant.js';
import { relayHistory, type RegisterHistory, type HistoryRead, type HistoryWrite } from './history.js';
import {
  type DeviceEvents,
  type StateEvent,
  stateEventsOf,
  type TraceView,
  type SeenStimulus,
  isEntitled,
  type Listener,
  listenersIn,
  isSteady,
} from './trace-view.js';

// What an event of a changed state says of the channels that changed, against the state that it shows.

/**
 * Events may come late, twice, in another order, and one for each change though changes came together: that a
 * channel differs from the event before and is not named is no breach, when another event names it.
 * What proves a breach:
 * - `changes` is empty. That is no relay and no input: such an event is sent for nothing that may send one, be
 *   it a configuration or an analog value. (That an event follows a configuration proves nothing: another
 *   change may be its cause.)
 * - a channel is named that the complete state does not have.
 * - a channel has changed between two events of one connection, no event of it names that channel, and the
 *   connection was long enough open before and after for all that were on their way.
 */
export const eventState: Invariant = {
  name: 'event-state',
  rules: ['events.changes', 'events.peripherals'],
  judge: (view, bounds) =>
    stateEventsOf(view).flatMap((events) => [
      ...events.changed.flatMap(judgeEvent),
      ...judgeUnnamed(events, view, bounds),
    ]),
};

function judgeEvent({ record, named, state }: StateEvent): readonly InvariantJudgement[] {
  const about = `in an event of ${record.deviceId} on ${record.connection}`;
  const list = [...named].join(', ');
  const missing = [...named].filter((channel) => !state.has(channel));
  return [
    shownBy(
      judgement(
        'events.changes',
        named.size > 0,
        'changes to name at least one relay or digital input',
        `${list || 'nothing'} ${about}`,
      ),
      record,
    ),
    ...(named.size === 0
      ? []
      : [
          shownBy(
            judgement(
              'events.peripherals',
              missing.length === 0,
              `peripherals to show what changes names (${list})`,
              `${missing.length === 0 ? 'all of it' : `no ${missing.join(', no ')}`} ${about}`,
            ),
            record,
          ),
        ]),
  ];
}

function judgeUnnamed(
  events: DeviceEvents,
  view: TraceView,
  bounds: JudgeBounds,
): readonly InvariantJudgement[] {
  const { connection, deviceId, changed } = events;
  if (!events.undisturbed || !isComplete(events, view)) return [];
  const { from, to } = settledTime(connection, view, bounds);
  const named = new Set(changed.flatMap((each) => [...each.named]));
  const settled = changed.filter(({ record }) => record.at >= from && record.at <= to);
  return settled.slice(1).map((later, at) => {
    const before = settled[at] ?? later;
    const silent = [...later.state].flatMap(([channel, on]) => {
      const was = before.state.get(channel);
      return was !== undefined && was !== on && !named.has(channel) ? [channel] : [];
    });
    const held = silent.length === 0;
    const actual = held
      ? 'each that differed is named'
      : `${silent.join(', ')} differed, and no event names it`;
    const expected = `each channel of ${deviceId} that has changed named in an event on ${connection}`;
    return shownBy(judgement('events.changes', held, expected, actual), before.record, later.record);
  });
}

/** The moments between which all events about an event's state must have come on its own connection. */
function settledTime(
  connection: string,
  { connections, lastSeen }: TraceView,
  { eventPatience }: JudgeBounds,
): { readonly from: number; readonly to: number } {
  const open = connections.find((each) => each.connection === connection && each.state === 'open');
  return {
    from: (open?.at ?? Number.POSITIVE_INFINITY) + eventPatience,
    to: (lastSeen.get(connection) ?? Number.NEGATIVE_INFINITY) - eventPatience,
  };
}

/** No event that might name a channel was unreadable, and the device has stayed the same one. */
function isComplete({ connection, deviceId }: DeviceEvents, { events, exchanges }: TraceView): boolean {
  const unreadable = events.some((each) => each.connection === connection && each.mismatches?.length);
  const replaced = exchanges.some(
    ({ request: { what, deviceId: which = deviceId } }) =>
      (what === 'devices.add' || what === 'devices.remove') && which === deviceId,
  );
  return !unreadable && !replaced;
}

// Each change of a relay or a digital input gives its event, on every connection that was open.

export const eventMissing: Invariant = {
  name: 'event-missing',
  alone: true,
  rules: [
    'events.relay-changed',
    'events.input-changed',
    'events.changes',
    'events.every-connection',
    'events.peripherals',
  ],
  judge: (view, bounds) => {
    const told = stateEventsOf(view);
    const unreadable = new Set(
      view.events.flatMap(({ mismatches, connection }) => (mismatches?.length ? connection : [])),
    );
    const listeners = listenersIn(view).filter(({ connection }) => !unreadable.has(connection));
    return [...devicesIn(view)]
      .filter((deviceId) => isSteady(deviceId, view))
      .flatMap((deviceId) => {
        const hearing = listeners.filter((each) => isEntitled(each, deviceId, view));
        const changes = [...relayChanges(relayHistory(deviceId, view)), ...inputChanges(deviceId, view)];
        const own = told.filter((each) => each.deviceId === deviceId);
        return changes.flatMap((change) =>
          judgeChange({ ...change, beside: besides(change, changes) }, deviceId, hearing, own, bounds),
        );
      });
  },
};

function devicesIn({ exchanges, stimuli }: TraceView): ReadonlySet<string> {
  const asked = exchanges.flatMap(({ request }) => (request.operation ? (request.deviceId ?? []) : []));
  return new Set([...asked, ...stimuli.flatMap(({ deviceId }) => deviceId ?? [])]);
}

/** In ms: a server may take a connection among those that hear of changes a moment after its upgrade. */
const TO_JOIN = 25;

interface Change extends SeenRelayChange {
  /** Other channels that the same request changed. */
  readonly beside: readonly string[];
}

function besides(
  { register, exchange }: SeenRelayChange,
  changes: readonly SeenRelayChange[],
): readonly string[] {
  return changes.flatMap((each) =>
    each.exchange === exchange && exchange >= 0 && each.register !== register ? [each.register] : [],
  );
}

function judgeChange(
  change: Change,
  deviceId: string,
  listeners: readonly Listener[],
  told: readonly DeviceEvents[],
  { eventPatience }: JudgeBounds,
): readonly InvariantJudgement[] {
  const latest = change.span.to + eventPatience;
  const hearing = listeners.filter(
    ({ openedAt, lastSeen }) => openedAt + TO_JOIN < change.span.from && (lastSeen ?? 0) >= latest,
  );
  const heard = hearing.map(({ connection }) => {
    const inTime = (told.find((each) => each.connection === connection)?.changed ?? []).filter(
      ({ record }) => record.at >= change.span.from && record.at <= latest,
    );
    return {
      connection,
      events: inTime.filter(({ named }) => named.has(change.register)),
      unnamed: inTime.some((event) => leavesOut(event, change)),
    };
  });
  const awaited = `device.state.changed that names ${change.register} of ${deviceId}`;
  const silence = (on: string): Pick<InvariantJudgement, 'silence'> => ({
    silence: { awaited, from: change.span.from, to: latest, on: [on] },
  });
  const somewhere = heard.some(({ events }) => events.length > 0);
  const everywhere = heard.length > 1 && heard.every(({ events }) => events.length > 0);
  const onAll = judgement(
    'events.every-connection',
    true,
    'the event on every connection that is open',
    `it came on ${heard.length}`,
    change.exchange,
  );
  return [
    ...(everywhere ? [onAll] : []),
    ...heard.flatMap(({ connection, events, unnamed }) => [
      unnamed && !somewhere
        ? judgement(
            'events.changes',
            false,
            `${change.register} of ${deviceId} named in an event on ${connection}, as it changed with others`,
            `only ${change.beside.join(', ')} named, in an event that shows both`,
            change.exchange,
          )
        : { ...cameOn(change, deviceId, connection, events, somewhere), ...silence(connection) },
      ...showsIt(change, deviceId, connection, events),
    ]),
  ];
}

/** It is the event of this change, too, and names only channels that changed with it. */
function leavesOut({ named, state }: StateEvent, { register, to, beside }: Change): boolean {
  return !named.has(register) && beside.some((each) => named.has(each)) && state.get(register) === to;
}

function cameOn(
  { register, to, exchange }: SeenRelayChange,
  deviceId: string,
  connection: string,
  events: readonly StateEvent[],
  somewhere: boolean,
): InvariantJudgement {
  const held = events.length > 0;
  const usual: RuleId = register.startsWith('relay') ? 'events.relay-changed' : 'events.input-changed';
  const rule = !held && somewhere ? 'events.every-connection' : usual;
  const expected = `device.state.changed on ${connection} that names ${register} of ${deviceId}, now ${to ? 'on' : 'off'}`;
  const elsewhere = somewhere ? 'none on this connection, though one on another' : 'none came';
  return judgement(rule, held, expected, held ? 'it came' : elsewhere, exchange);
}

/** While nothing else touches the channel, its events show what it has become. */
function showsIt(
  { register, to, lastsUntil, exchange }: SeenRelayChange,
  deviceId: string,
  connection: string,
  events: readonly StateEvent[],
): readonly InvariantJudgement[] {
  const settled = events.filter(({ record }) => record.at < lastsUntil);
  if (settled.length === 0 || settled.length < events.length) return [];
  const held = settled.some(({ state }) => state.get(register) === to);
  const expected = `peripherals on ${connection} that show ${register} of ${deviceId} ${to ? 'on' : 'off'}`;
  const actual = held ? 'they do' : 'they show the state of before';
  return [judgement('events.peripherals', held, expected, actual, exchange)];
}

/** An input that chatters may come to rest before it is noticed: changes closer than this prove nothing, in ms. */
const CALM = 1000;

/** Inputs that were set to the other state from outside, and left alone before and after. */
function inputChanges(deviceId: string, { stimuli }: TraceView): readonly SeenRelayChange[] {
  const sets = stimuli.filter(
    (each) => each.name === 'set-input' && each.deviceId === deviceId && each.outcome === 'applied',
  );
  return sets.flatMap((set, at): SeenRelayChange[] => {
    const channel = channelOf(set);
    const same = sets.filter((each) => channelOf(each).register === channel.register);
    const before = same[same.indexOf(set) - 1];
    const next = same[same.indexOf(set) + 1];
    if (!before || at === 0 || channelOf(before).active === channel.active) return [];
    const calm =
      surelyBefore({ ...before.span, to: before.span.to + CALM }, set.span) &&
      (!next || surelyBefore({ ...set.span, to: set.span.to + CALM }, next.span));
    if (!calm || channel.register === undefined || channel.active === undefined) return [];
    return [
      {
        register: channel.register,
        to: channel.active,
        span: set.span,
        exchange: -1,
        lastsUntil: next?.span.from ?? Number.POSITIVE_INFINITY,
      },
    ];
  });
}

function channelOf({ parameters }: SeenStimulus): { register?: string; active?: boolean } {
  const { index, active } = (parameters ?? {}) as { index?: unknown; active?: unknown };
  return {
    ...(typeof index === 'number' ? { register: `digitalInput ${index}` } : {}),
    ...(typeof active === 'boolean' ? { active } : {}),
  };
}

// Changes of relays that took place beyond doubt: from one known state to the other, with nothing else that
// could have touched the relay meanwhile.

export interface SeenRelayChange {
  readonly register: string;
  readonly to: boolean;
  /** It took place in here. */
  readonly span: Interval;
  readonly exchange: number;
  /** When the next write to the relay may begin; until then the relay is as it was left. */
  readonly lastsUntil: number;
}

export function relayChanges({ writes, reads }: RegisterHistory): readonly SeenRelayChange[] {
  return writes.flatMap((write) =>
    write.certain
      ? [...write.values].flatMap(([register, to]) =>
          typeof to === 'boolean' ? changeBy(write, register, to, writes, reads) : [],
        )
      : [],
  );
}

function changeBy(
  write: HistoryWrite,
  register: string,
  to: boolean,
  writes: readonly HistoryWrite[],
  reads: readonly HistoryRead[],
): readonly SeenRelayChange[] {
  const others = writes.filter((each) => each !== write && each.values.has(register));
  const known = knownBefore(write.span.from, register, others, reads);
  if (known?.value !== !to) return [];
  // Whatever may have come in between may have made the change already, or undone it.
  const between = others.some(
    (each) => each !== known.by && each.span.to >= known.from && each.span.from <= write.span.to,
  );
  if (between) return [];
  const later = others.map(({ span }) => span.from).filter((from) => from > write.span.to);
  const lastsUntil = Math.min(...later);
  // Where a read shows that the relay stayed as it was, no event was due.
  const unmoved = reads.some(
    ({ span, values }) =>
      span.from >= write.span.to && span.to <= lastsUntil && (values.get(register) ?? to) !== to,
  );
  return unmoved ? [] : [{ register, to, span: write.span, exchange: write.exchange, lastsUntil }];
}

interface Known {
  readonly value: boolean | number | undefined;
  readonly from: number;
  readonly by: HistoryWrite | undefined;
}

/** The latest sight or setting of the register that was over by then. */
function knownBefore(
  moment: number,
  register: string,
  writes: readonly HistoryWrite[],
  reads: readonly HistoryRead[],
): Known | undefined {
  const set = writes
    .filter(({ certain, span }) => certain && span.to < moment)
    .map((by) => ({ value: by.values.get(register), from: by.span.from, by }));
  const seen = reads
    .filter(({ span, values }) => span.to < moment && values.has(register))
    .map(({ span, values }) => ({ value: values.get(register), from: span.from, by: undefined }));
  return [...set, ...seen].toSorted((a, b) => b.from - a.from)[0];
}
