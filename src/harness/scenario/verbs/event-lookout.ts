// Waits for an event on several connections, and says where it has not come.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Evaluation } from '../engine/checkpoint.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import { nextHeartbeat, sendHeartbeats } from '../engine/connect.js';
import { durationModifier, list, name } from '../language/modifiers.js';
import { match } from '../matcher.js';
import { defined } from '../../../kernel/defined.js';
import { show } from '../language/show.js';
import { eventView, type ReplyView } from '../view/views.js';
import * as events from './event-fields.js';
import type { Captured } from './verb.js';

/** Fields of the verbs that wait for an event. */
export const awaiting = {
  within: durationModifier.optional().describe("how long to wait for it; default: the profile's patience"),
  as: name.optional().describe('a name for the event'),
};

interface Awaiting extends events.ListeningFields {
  readonly within?: number | undefined;
  readonly as?: string | undefined;
}

/** The event, where the step gives it a name. */
export function eventName({ as }: Pick<Awaiting, 'as'>): Captured | undefined {
  return as === undefined ? undefined : { field: 'as', name: as, kind: 'event' };
}

export interface WatchedEvent {
  readonly wanted: Record<string, unknown>;
  readonly since: number;
  readonly until: number;
  /** Connections on which the event has not come. */
  readonly missing: readonly string[];
  /** Those on which it came when it was over. */
  readonly late: readonly string[];
  /** The event on each connection on which it has come. */
  readonly found: readonly ReplyView[];
}

/**
 * Waits until the event has come on all connections, or the time is up; keeps it under its name.
 * @param longer how long to wait beyond the time, in ms; what comes then is late.
 */
export async function watch(
  context: ExecutionContext,
  topic: string,
  fields: Awaiting,
  longer = 0,
): Promise<WatchedEvent> {
  const wanted = events.wantedEvent(context, topic, fields);
  const since = events.sinceWhen(context, fields.since);
  const until = Math.max(since, context.clock.now()) + (fields.within ?? context.patience);
  const latest = until + longer;
  const names = list(fields.on);
  // A copy of what came before may look like it; it stands where nothing else has come, since ids need not be unique.
  const freshOn = (each: string): ReplyView | undefined =>
    events.findEvent(events.newEventsOf(context, each, since), wanted);
  const foundOn = (each: string): ReplyView | undefined =>
    freshOn(each) ?? events.findEvent(events.eventsIn(context, each, since), wanted);
  let beat = nextHeartbeat(context);
  for (;;) {
    const awaited = names.filter((each) => !freshOn(each));
    const open = awaited
      .flatMap((each) => context.connections.get(each) ?? [])
      .filter(({ closed }) => !closed);
    const over = context.clock.now() >= latest || context.signal.aborted;
    if (awaited.length === 0 || open.length === 0 || over) {
      const found = names.map(foundOn);
      const missing = names.filter((_, at) => found[at] === undefined);
      keep(context, fields.as, found);
      return {
        wanted,
        since,
        until,
        missing,
        late: names.filter((_, at) => Number(found[at]?.['at'] ?? 0) > until),
        found: found.filter((each) => each !== undefined),
      };
    }
    await events.nextSign(context, open, Math.min(latest, beat));
    if (context.clock.now() < beat) continue;
    sendHeartbeats(context);
    beat = nextHeartbeat(context);
  }
}

/** Whether another connection of the run was sent what is missing on these. */
export function cameElsewhere(context: ExecutionContext, { wanted, since }: WatchedEvent): boolean {
  const devices = [...context.devices.values()];
  const seen = context.target.heardSince?.(since) ?? [];
  return (
    events.findEvent(
      seen.map((event) => eventView(event, devices, since)),
      wanted,
    ) !== undefined
  );
}

/** Whether the connections on which it is missing brought no event of its topic and device at all. */
export function noneOfTopic(context: ExecutionContext, { wanted, since, missing }: WatchedEvent): boolean {
  const { topic, device } = wanted;
  const alike = { topic, ...(device === undefined ? {} : { device }) };
  return missing.every(
    (each) => events.findEvent(events.eventsIn(context, each, since), alike) === undefined,
  );
}

export function evaluateWatch(
  context: ExecutionContext,
  { wanted, since, until, missing, late, found }: WatchedEvent,
): Evaluation {
  const expected = `the event ${events.describeEvent(wanted)}`;
  const seconds = Math.round((until - since) / 100) / 10;
  if (missing.length === 0 && late.length > 0) {
    const actual = `it came on ${late.join(' and ')} more than ${seconds} s later, for which the check did not wait before`;
    return { result: 'undecided', expected, actual };
  }
  const [event] = found;
  const seen = event && { event: { connection: event['connection'], at: event['at'] } };
  if (missing.length === 0) return { result: 'held', expected, actual: 'it came', ...seen };
  const deaf = missing.filter((each) => !events.heardAll(context, each, since));
  if (deaf.length > 0) {
    const actual = `the connection ${deaf.join(', ')} was not open all the time`;
    return { result: 'spoiled', expected, actual, by: 'broken' };
  }
  const odd = events.unreadableEvent(context, missing, String(wanted['topic']), since);
  if (odd !== undefined) return { result: 'undecided', expected, actual: odd };
  const others = missing.flatMap((each) => events.eventsIn(context, each, since));
  const actual = `none came on ${missing.join(' and ')} in ${seconds} s; ${summaryOf(others)}`;
  const [to, instead] = [context.clock.now(), insteadOf(wanted, others)];
  const silence = defined({ awaited: expected, from: since, to, on: missing, instead });
  return { result: 'deviated', expected, actual, silence };
}

/** Tells the book of the run what became of it on each connection. @param rule the one that promises the event. */
export function noteDue(
  context: ExecutionContext,
  rule: RuleId,
  names: readonly string[],
  watched: WatchedEvent,
): void {
  const { since, missing } = watched;
  for (const each of names) {
    const connection = context.connections.get(each);
    if (connection === undefined || connection.openedAt > since) continue;
    const { client, closed } = connection;
    const { deliveries } = context.target;
    if (!missing.includes(each)) deliveries.due({ rule, client, since });
    else if (closed?.by === 'target' && !closed.displaced) {
      if (closed.at < since) deliveries.missed(rule);
      else deliveries.due({ rule, client, since, closedAt: closed.at, closeCode: closed.code });
    }
  }
}

/** The event of the topic and the device that comes nearest to the one that is wanted, and in what it differs. */
function insteadOf(wanted: Record<string, unknown>, others: readonly ReplyView[]): string | undefined {
  const alike = others.filter(
    ({ topic, device }) => topic === wanted['topic'] && device === wanted['device'],
  );
  const [nearest] = alike
    .map((event) => match(wanted, event))
    .toSorted((one, other) => one.length - other.length);
  return nearest?.map(({ path, expected, actual }) => `${path} ${actual} instead of ${expected}`).join(', ');
}

function keep(
  context: ExecutionContext,
  as: string | undefined,
  found: readonly (ReplyView | undefined)[],
): void {
  const event = found.find((each) => each !== undefined);
  if (as !== undefined && event)
    context.captures.set(as, { kind: 'event', views: [event], many: false, exchanges: [] });
}

function summaryOf(others: readonly ReplyView[]): string {
  if (others.length === 0) return 'nor any other event';
  const some = others.slice(0, 3).map(({ topic, device, changes }) => show({ topic, device, changes }));
  return `other events: ${some.join('; ')}`;
}
