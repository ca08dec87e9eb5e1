// Laws of events that are not due: each that came has something that may have caused it.
import { SUCCESS } from '../../contract/error-codes.js';
import { OPERATION_NAMES, OPERATIONS, type Operation, touchesOf } from '../../contract/operations.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Interval } from '../../kernel/interval.js';
import { isObject } from '../../kernel/json.js';
import {
  type JudgeBounds,
  type Invariant,
  type InvariantJudgement,
  judgement,
  shownBy,
} from './invariant.js';
import {
  endsIn,
  relayHistory,
  type RegisterHistory,
  relayWrites,
  type HistoryWrite,
  type Intended,
  intendedIn,
  isAtWork,
} from './history.js';
import { commandIn } from '../target/command-in.js';
import {
  type StateEvent,
  stateEventsAbout,
  stateEventsOf,
  type TraceView,
  type Listener,
  listenersIn,
  isSteady,
  isEntitled,
} from './trace-view.js';

// Each event of a changed relay is explained by something that may have changed it while its connection was open.

export const eventUnexplained: Invariant = {
  name: 'event-unexplained',
  alone: true,
  rules: [
    'events.changes',
    'events.not-for-config',
    'events.not-for-analog',
    'events.not-replayed',
    'events.no-change-no-event',
    'busy.refused-has-no-effect',
  ],
  judge: (view, bounds) => {
    const { aftermathUntil = Number.NEGATIVE_INFINITY } = bounds;
    const intended = intendedIn(view);
    const told = stateEventsOf(view);
    const devices = new Set([
      ...told.map(({ deviceId }) => deviceId),
      ...intended.map(({ deviceId }) => deviceId),
    ]);
    return [...devices]
      .filter((deviceId) => isSteady(deviceId, view))
      .flatMap((deviceId) => {
        const history = relayHistory(deviceId, view);
        return listenersIn(view).flatMap((listener) => {
          const context: Context = { deviceId, listener, intended, view, history, bounds };
          const events = told.find(
            (each) => each.connection === listener.connection && each.deviceId === deviceId,
          );
          const judged = (events?.changed ?? []).flatMap((event) => {
            const all = judgeNamed(event, context);
            return event.record.at > aftermathUntil ? all : all.filter(({ held }) => held);
          });
          const clean = judged.every(({ held }) => held);
          return clean ? [...judged, ...occasionsOn(listener, deviceId, intended, view, bounds)] : judged;
        });
      });
  },
};

interface Context {
  readonly deviceId: string;
  readonly listener: Listener;
  readonly intended: readonly Intended[];
  readonly history: RegisterHistory;
  readonly view: TraceView;
  readonly bounds: JudgeBounds;
}

function judgeNamed(event: StateEvent, context: Context): readonly InvariantJudgement[] {
  if (event.named.size === 0) return judgeEmpty(event, context);
  const relays = [...event.named].filter((channel) => channel.startsWith('relay'));
  const explained = relays.filter((channel) => causesOf(event, channel, context).changing);
  return relays.map((channel) =>
    judgeChannel(
      event,
      channel,
      context,
      explained.some((each) => each !== channel),
    ),
  );
}

/** That such an event names nothing is judged elsewhere; here, what it was sent for. */
function judgeEmpty(event: StateEvent, context: Context): readonly InvariantJudgement[] {
  const rule = latestCause(event, undefined, context);
  if (rule !== 'events.not-for-config' && rule !== 'events.not-for-analog') return [];
  const expected = `no device.state.changed of ${context.deviceId} on ${context.listener.connection}`;
  const actual = `one that names nothing, when ${WORDS[rule]}`;
  return [shownBy(judgement(rule, false, expected, actual), event.record)];
}

function causesOf(event: StateEvent, channel: string, context: Context) {
  const { history } = context;
  const during = history.writes.filter(
    (write) =>
      write.values.has(channel) && write.span.from <= event.record.at && mayBeTold(write, channel, context),
  );
  return {
    /** Something that may have changed the channel while the connection was open. */
    changing: during.some((write) => mayChange(write, channel, history)),
    /** Something that touched it then, and left it as it was. */
    touching: during.length > 0,
  };
}

/**
 * An event may come some time after the change. To a connection that was opened in between it is news, unless
 * another connection had heard of the change before.
 */
function mayBeTold(
  { span, values }: HistoryWrite,
  channel: string,
  { deviceId, listener: { openedAt }, view, bounds }: Context,
): boolean {
  if (span.to >= openedAt) return true;
  if (openedAt - span.to > bounds.eventPatience) return false;
  const to = values.get(channel);
  return !stateEventsAbout(deviceId, view).some(
    ({ record, named, state }) =>
      record.at >= span.from &&
      record.at <= openedAt &&
      named.has(channel) &&
      (to === undefined || state.get(channel) === to),
  );
}

/** @param amid other channels that the event names have changed. */
function judgeChannel(
  event: StateEvent,
  channel: string,
  context: Context,
  amid: boolean,
): InvariantJudgement {
  const { deviceId, listener, history } = context;
  const { changing, touching } = causesOf(event, channel, context);
  // Whether a channel is affected that was set, amid others, to what it had been, is not stated.
  const held = changing || (amid && touching);
  const expected = `an event of ${deviceId} on ${listener.connection} to name ${channel} only where it may have changed`;
  const rule =
    held || amid || misnamed(event, channel, context)
      ? 'events.changes'
      : latestCause(event, channel, context);
  const shown = history.writes.flatMap(({ values, exchange }) => (values.has(channel) ? exchange : []));
  const actual = held ? 'something may have changed it' : WORDS[rule];
  return shownBy(judgement(rule, held, expected, actual, ...shown), event.record);
}

/** Another relay has changed, and no event of the connection names it: this one must be meant for it. */
function misnamed(
  event: StateEvent,
  channel: string,
  { deviceId, history, listener, view }: Context,
): boolean {
  const named = new Set(
    stateEventsOf(view)
      .filter((each) => each.connection === listener.connection && each.deviceId === deviceId)
      .flatMap(({ changed }) => changed)
      .filter(({ record }) => record.at >= event.record.at - JUST_NOW)
      .flatMap((each) => [...each.named]),
  );
  return history.writes.some(
    (write) =>
      write.span.from <= event.record.at &&
      write.span.to >= Math.max(event.record.at - JUST_NOW, listener.openedAt) &&
      [...write.values.keys()].some(
        (other) => other !== channel && !named.has(other) && mayChange(write, other, history),
      ),
  );
}

/** A change of this long ago, in ms, may be what an event is about. */
const JUST_NOW = 1000;

type Unexplained = (typeof eventUnexplained.rules)[number] & keyof typeof WORDS;

const WORDS = {
  'events.changes': 'nothing has touched it',
  'events.not-for-config': 'only the configuration was changed',
  'events.not-for-analog': 'only analog values were changed',
  'events.not-replayed': 'what has touched it was over before the connection was opened',
  'events.no-change-no-event': 'it was only set to the state in which it was',
  'busy.refused-has-no-effect': 'what would have changed it was refused with DEVICE_BUSY',
} as const satisfies Partial<Record<RuleId, string>>;

/** False where the write left the relay as it had surely been. */
export function mayChange(write: HistoryWrite, channel: string, { writes }: RegisterHistory): boolean {
  const to = write.values.get(channel);
  if (to === undefined) return true;
  const others = writes.filter((each) => each !== write && each.values.has(channel));
  const before = others
    .filter(({ span, certain }) => certain && span.to < write.span.from)
    .toSorted((a, b) => b.span.from - a.span.from)[0];
  if (!before || before.values.get(channel) !== to) return true;
  return others.some(
    ({ span }, at) => others[at] !== before && span.to >= before.span.from && span.from <= write.span.to,
  );
}

/** What happened last before the event, of all that gives rise to none, has given rise to it. */
function latestCause(event: StateEvent, channel: string | undefined, context: Context): Unexplained {
  const { deviceId, intended, view, listener, history } = context;
  const own = intended.filter((each) => each.deviceId === deviceId);
  const causes: readonly (readonly [Unexplained, readonly Interval[]])[] = [
    [
      'events.not-for-config',
      own.filter((each) => CONFIG_OPERATIONS.has(each.operation.name)).map(({ span }) => span),
    ],
    [
      'events.not-for-analog',
      view.stimuli
        .filter((each) => each.deviceId === deviceId && ANALOG_STIMULI.has(each.name))
        .map(({ span }) => span),
    ],
    ...history.writes
      .filter(({ values }) => channel !== undefined && values.has(channel))
      .map(({ span }): readonly [Unexplained, readonly Interval[]] => [
        span.to < listener.openedAt ? 'events.not-replayed' : 'events.no-change-no-event',
        [span],
      ]),
    [
      'busy.refused-has-no-effect',
      own
        .filter((each) =>
          relayWrites(each).some(({ values }) => channel !== undefined && values.has(channel)),
        )
        .flatMap(({ uses }) => uses.filter(isAtWork).map(({ span }) => span)),
    ],
  ];
  const [latest] = causes
    .flatMap(([rule, spans]) => spans.map(({ from }) => ({ rule, from })))
    .filter(({ from }) => from <= event.record.at)
    .toSorted((a, b) => b.from - a.from);
  return latest?.rule ?? 'events.changes';
}

// What might have given rise to an event that must not come: where none came, that speaks for the rule.

/** @param listener of a connection on which no event of the device came without a cause. */
function occasionsOn(
  listener: Listener,
  deviceId: string,
  intended: readonly Intended[],
  view: TraceView,
  { eventPatience }: JudgeBounds,
): readonly InvariantJudgement[] {
  const { connection, openedAt, lastSeen = Number.NEGATIVE_INFINITY } = listener;
  if (lastSeen < openedAt + eventPatience || !isEntitled(listener, deviceId, view)) return [];
  const { writes } = relayHistory(deviceId, view);
  const heard = (at: number): boolean => at >= openedAt && at + eventPatience <= lastSeen;
  const settings = intended.filter(
    ({ deviceId: of, operation, uses }) =>
      of === deviceId &&
      CONFIG_OPERATIONS.has(operation.name) &&
      uses.some(({ reply }) => reply?.code === SUCCESS && heard(reply.at)),
  );
  const analog = view.stimuli.some(
    (each) => each.deviceId === deviceId && ANALOG_STIMULI.has(each.name) && heard(each.at),
  );
  const rules: readonly (readonly [RuleId, boolean])[] = [
    ['events.not-replayed', writes.some(({ certain, span }) => certain && span.to < openedAt)],
    ['events.not-for-config', settings.length > 0],
    ['events.not-for-analog', analog],
  ];
  const expected = `no event of ${deviceId} on ${connection} without a change`;
  return rules.flatMap(([rule, occasion]) =>
    occasion ? [judgement(rule, true, expected, 'none came')] : [],
  );
}

// What changes something of a device that no event tells of.

const CONFIG_OPERATIONS: ReadonlySet<string> = new Set(
  OPERATION_NAMES.filter((name) => OPERATIONS[name].scope === 'device:config'),
);

const ANALOG_STIMULI: ReadonlySet<string> = new Set(['set-analog', 'set-sensor']);

// The response that a transceive waited for is its result, and no event.

export const solicited: Invariant = {
  name: 'solicited',
  alone: true,
  rules: ['events.not-for-solicited'],
  judge: (view) => {
    const intended = intendedIn(view);
    return view.answered.flatMap((exchange) => {
      const { deviceId, operation } = exchange.request;
      const { commandId } = commandIn(exchange.reply.data) ?? {};
      const { status, result } = endsIn(view).get(String(commandId)) ?? {};
      if (!operation || !usesLine(operation) || status !== 'succeeded' || !isObject(result)) return [];
      if (deviceId === undefined || !isSteady(deviceId, view)) return [];
      // A response that comes when nobody waits any more is unsolicited, and so is what was put on the line.
      const otherwise =
        view.stimuli.some(({ name }) => name === 'inject-rs485') ||
        intended.some(
          (each) => usesLine(each.operation) && each.deviceId === deviceId && each.certainty !== 'surely',
        );
      if (otherwise) return [];
      const event = view.events.find(
        ({ topic, deviceId: of, data, at }) =>
          topic === 'device.rs485.received' &&
          of === deviceId &&
          at >= exchange.span.from &&
          isObject(data) &&
          data['data'] === result['data'],
      );
      const expected = `no device.rs485.received with the result of the transceive`;
      const actual = event ? `one on ${event.connection} with ${String(result['data'])}` : 'none';
      const judged = judgement(
        'events.not-for-solicited',
        event === undefined,
        expected,
        actual,
        exchange.id,
      );
      return [event ? shownBy(judged, event) : judged];
    });
  },
};

function usesLine(operation: Operation): boolean {
  return touchesOf(operation).some(({ kind }) => kind === 'rs485');
}
