// Each change of a relay or a digital input gives its event, on every connection that was open.
import { surelyBefore } from '../../../kernel/interval.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { type JudgeBounds, type Invariant, type InvariantJudgement, judgement } from '../invariant.js';
import { type DeviceEvents, type StateEvent, stateEventsOf } from '../state-events.js';
import type { SeenStimulus, TraceView } from '../trace-view.js';
import { relayHistory } from '../model/history.js';
import { isEntitled, type Listener, listenersIn } from '../model/listeners.js';
import { type SeenRelayChange, relayChanges } from '../model/relay-changes.js';
import { isSteady } from '../model/steady.js';

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
    ({ openedAt, lastSeen }) => openedAt < change.span.from && (lastSeen ?? 0) >= latest,
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
        : cameOn(change, deviceId, connection, events, somewhere),
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
