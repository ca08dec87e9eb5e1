// Each event of a changed relay is explained by something that may have changed it while its connection was open.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Interval } from '../../../kernel/interval.js';
import { type Invariant, type Judgement, judgement } from '../../judge/invariant.js';
import { type StateEvent, stateEventsOf } from '../../judge/state-events.js';
import type { TraceView } from '../../judge/trace-view.js';
import { relayHistory, type History, relayWrites, type Write } from '../model/history.js';
import { type Intended, intendedIn, isBusy } from '../model/intended.js';
import { type Listener, listenersIn } from '../model/listeners.js';
import { isSteady } from '../model/steady.js';

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
  judge: (view) => {
    const intended = intendedIn(view);
    const listeners = new Map(listenersIn(view).map((each) => [each.connection, each]));
    return stateEventsOf(view)
      .filter(({ deviceId }) => isSteady(deviceId, view))
      .flatMap(({ connection, deviceId, changed }) => {
        const listener = listeners.get(connection);
        if (!listener) return [];
        const context: Context = { deviceId, listener, intended, view, history: relayHistory(deviceId, intended, view) };
        return changed.flatMap((event) => judgeEvent(event, context));
      });
  },
};

interface Context {
  readonly deviceId: string;
  readonly listener: Listener;
  readonly intended: readonly Intended[];
  readonly history: History;
  readonly view: TraceView;
}

function judgeEvent(event: StateEvent, context: Context): readonly Judgement[] {
  return [...event.named]
    .filter((channel) => channel.startsWith('relay'))
    .map((channel) => judgeChannel(event, channel, context));
}

function judgeChannel(event: StateEvent, channel: string, context: Context): Judgement {
  const { deviceId, listener, history } = context;
  const touching = history.writes.filter(
    ({ values, span }) => values.has(channel) && span.from <= event.record.at,
  );
  const during = touching.filter(({ span }) => span.to >= listener.openedAt);
  const changing = during.filter((write) => mayChange(write, channel, history));
  const held = changing.length > 0;
  const expected = `an event of ${deviceId} on ${listener.connection} to name ${channel} only where it may have changed`;
  const rule = held ? 'events.changes' : ruleOf(event, channel, touching, during, context);
  const shown = touching.map(({ exchange }) => exchange);
  return judgement(rule, held, expected, held ? 'something may have changed it' : WORDS[rule], ...shown);
}

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
function mayChange(write: Write, channel: string, { writes }: History): boolean {
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

function ruleOf(
  event: StateEvent,
  channel: string,
  touching: readonly Write[],
  during: readonly Write[],
  { deviceId, intended, view }: Context,
): Unexplained {
  if (during.length > 0) return 'events.no-change-no-event';
  if (touching.length > 0) return 'events.not-replayed';
  const refused = intended.some(
    (each) =>
      each.deviceId === deviceId &&
      each.uses.some((use) => isBusy(use) && use.span.from <= event.record.at) &&
      relayWrites({ ...each, certainty: 'perhaps' }).some(({ values }) => values.has(channel)),
  );
  if (refused) return 'busy.refused-has-no-effect';
  if (event.named.size > 1) return 'events.changes';
  return latestCause(event.record.at, deviceId, intended, view);
}

/** What happened last before the event may have given rise to it. */
function latestCause(
  at: number,
  deviceId: string,
  intended: readonly Intended[],
  { stimuli }: TraceView,
): Unexplained {
  const before = ({ from }: Interval): boolean => from <= at;
  const config = intended.filter(
    (each) => each.deviceId === deviceId && CONFIG.has(each.operation.name) && before(each.span),
  );
  const analog = stimuli.filter(
    (each) => each.deviceId === deviceId && ANALOG.has(each.name) && before(each.span),
  );
  const latest = (spans: readonly Interval[]): number => Math.max(...spans.map(({ from }) => from));
  const [byConfig, byAnalog] = [latest(config.map(({ span }) => span)), latest(analog.map(({ span }) => span))];
  if (config.length > 0 && byConfig >= byAnalog) return 'events.not-for-config';
  return analog.length > 0 ? 'events.not-for-analog' : 'events.changes';
}

const CONFIG: ReadonlySet<string> = new Set(['device.rs485.baudRate.set', 'device.relay.jogConfig.set']);
const ANALOG: ReadonlySet<string> = new Set(['set-analog', 'set-sensor']);
