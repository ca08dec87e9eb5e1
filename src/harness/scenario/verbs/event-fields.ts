// What expectEvent and expectNoEvent share: which events they look at, where, and since when.
import * as z from 'zod';
import { EVENT_TOPICS, isEventTopic } from '../../../contract/topics.js';
import { checking, list, name } from '../language/modifiers.js';
import { type Checker, checkRules, namesOf } from '../language/names.js';
import { bareReference } from '../language/reference.js';
import { show } from '../language/show.js';
import { match, matcherWords } from '../matcher.js';
import { lookUpReference, resolveStep } from '../engine/lookup.js';
import { onAbort } from '../../../kernel/on-abort.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import type { TargetConnection } from '../../target/target.js';
import { withoutCopies } from '../../judge/copies.js';
import { eventView, type ReplyView } from '../view/views.js';
import { checkExpectation, checkMoment } from './request-verb.js';

export const eventTopic = z.enum(EVENT_TOPICS);

/** Which events, where, and since when. */
export const where = {
  on: z.union([name, z.array(name).min(1)]).describe('the connections to look at'),
  device: name.optional().describe('the device that the event speaks of'),
  match: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('fields of the event and what they must match'),
  since: z
    .string()
    .optional()
    .describe(
      'a capture or a time of one: events from the sending of that request on; default: the last request',
    ),
};

/** The same for verbs that check something. */
export const listening = { ...where, ...checking };

export interface ListeningFields {
  readonly on: string | readonly string[];
  readonly device?: string | undefined;
  readonly match?: Record<string, unknown> | undefined;
  readonly since?: string | undefined;
  readonly rule?: string | string[] | undefined;
}

export function checkListening(fields: ListeningFields, check: Checker, checks: boolean): void {
  const { names } = check;
  for (const connection of list(fields.on))
    check.known(['on'], 'connection', connection, ['ws', ...namesOf(names, 'connection')]);
  if (fields.device !== undefined) check.known(['device'], 'device', fields.device, namesOf(names, 'device'));
  if (fields.match) checkExpectation(check, ['match'], fields.match, 'event');
  if (fields.since !== undefined) checkMoment(check, ['since'], bareReference(fields.since));
  if (checks) checkRules(check, ['rule'], list(fields.rule));
}

/** The fields that an event must have, with references resolved. */
export function wantedEvent(
  context: ExecutionContext,
  topic: string,
  fields: ListeningFields,
): Record<string, unknown> {
  const device = fields.device === undefined ? {} : { device: fields.device };
  return { topic, ...device, ...(resolveStep(context, fields.match ?? {}).value as Record<string, unknown>) };
}

export function describeEvent(wanted: Record<string, unknown>): string {
  const { topic, ...fields } = wanted;
  return Object.keys(fields).length === 0 ? String(topic) : `${String(topic)} with ${matcherWords(fields)}`;
}

/** Of an event that came, what was asked of it. */
export function gistOfEvent(event: ReplyView, wanted: Record<string, unknown>): string {
  return show(Object.fromEntries(Object.keys(wanted).map((field) => [field, event[field]])));
}

/** The requests that events are counted from. */
export function exchangesSince(context: ExecutionContext, since: string | undefined): readonly number[] {
  if (since === undefined) return [];
  return context.captures.get(bareReference(since).root)?.exchanges ?? [];
}

/** From when on events count: a capture means the sending of its request, a connection its opening. */
export function sinceWhen(context: ExecutionContext, since: string | undefined): number {
  if (since === undefined) return context.notes.lastSentAt;
  const reference = bareReference(since);
  const opened = context.connections.get(reference.root)?.openedAt;
  if (opened !== undefined && reference.path.length === 0) return opened;
  const path = reference.path.length === 0 ? ['sentAt'] : reference.path;
  const at = lookUpReference(context, { ...reference, path });
  return typeof at === 'number' ? at : context.notes.lastSentAt;
}

/** The events of a connection, by its name; none where it is not known. */
export function eventsIn(context: ExecutionContext, connection: string, since: number): readonly ReplyView[] {
  const devices = [...context.devices.values()];
  const seen = context.connections.get(connection)?.events() ?? [];
  return seen.filter(({ at }) => at >= since).map((event) => eventView(event, devices, since));
}

/** Those of them that are no copies of what came before, on whichever connection of the check. */
export function newEventsOf(
  context: ExecutionContext,
  connection: string,
  since: number,
): readonly ReplyView[] {
  const own = context.connections.get(connection);
  const others = context.connections.opened().filter((each) => each !== own);
  const known = [...(own ? [own] : []), ...others];
  const all = known.flatMap((each) => each.events()).toSorted((a, b) => a.at - b.at);
  const openedAt = (of: string): number | undefined => known.find((each) => each.name === of)?.openedAt;
  const fresh = new Set(withoutCopies(all, openedAt));
  const devices = [...context.devices.values()];
  return (own?.events() ?? [])
    .filter((event) => event.at >= since && fresh.has(event))
    .map((event) => eventView(event, devices, since));
}

export function findEvent(
  events: readonly ReplyView[],
  wanted: Record<string, unknown>,
): ReplyView | undefined {
  return events.find((event) => match(wanted, event).length === 0);
}

/**
 * What came on these connections and could not be read, though it may be such an event: in words. Nobody knows what
 * it would have said.
 */
export function unreadableEvent(
  context: ExecutionContext,
  names: readonly string[],
  topic: string,
  since: number,
): string | undefined {
  for (const on of names) {
    const connection = context.connections.get(on);
    const event = connection
      ?.events()
      .find((each) => each.topic === topic && each.at >= since && each.mismatches !== undefined);
    if (event) return `one came on ${on} that does not fit the dialect: ${event.mismatches?.[0] ?? ''}`;
    const stray = connection && strayOf(context, connection, since);
    if (stray !== undefined) return `a frame came on ${on} that does not fit the dialect: ${stray}`;
  }
  return undefined;
}

/** An event of the device that the dialect cannot read, although it has read others of this topic; in words. */
export function unreadableOf(
  context: ExecutionContext,
  names: readonly string[],
  {
    topic,
    device,
    since,
  }: { readonly topic: string; readonly device?: string | undefined; readonly since: number },
): string | undefined {
  const deviceId = device === undefined ? undefined : context.devices.get(device)?.deviceId;
  if (deviceId === undefined || !isEventTopic(topic)) return undefined;
  if (!context.target.misfits.isKnown(`event ${topic}`)) return undefined;
  for (const on of names) {
    const event = context.connections
      .get(on)
      ?.events()
      .find(
        (each) =>
          each.topic === topic &&
          each.at >= since &&
          each.mismatches !== undefined &&
          // What cannot be read names its device all the same.
          JSON.stringify(each.body ?? each.data).includes(deviceId),
      );
    if (event) return `one came on ${on} that names something else: ${event.mismatches?.[0] ?? ''}`;
  }
  return undefined;
}

/** As long as no frame of an event has fitted, what fits nothing may be one. */
function strayOf(
  { target }: ExecutionContext,
  connection: TargetConnection,
  since: number,
): string | undefined {
  if (target.misfits.isKnown('frame of an event')) return undefined;
  const stray = target.trace
    .records()
    .find(
      (record) =>
        record.kind === 'stray' &&
        record.connection === connection.name &&
        record.at >= since &&
        record.misfit === true,
    );
  return stray?.kind === 'stray' ? stray.detail : undefined;
}

/** Whether the connection was there all the time: an event may have been lost otherwise. */
export function heardAll(context: ExecutionContext, connectionName: string, since: number): boolean {
  const connection = context.connections.get(connectionName);
  return connection !== undefined && !connection.closed && connection.openedAt <= since;
}

/** Waits for the next event or the close of a connection, at most until a clock time. */
export async function nextSign(
  context: ExecutionContext,
  connections: readonly TargetConnection[],
  until: number,
): Promise<void> {
  const delay = until - context.clock.now();
  if (delay <= 0 || context.signal.aborted) return;
  await new Promise<void>((over) => {
    const stops: (() => void)[] = [];
    const done = (): void => {
      for (const stop of stops.splice(0)) stop();
      over();
    };
    const timer = context.clock.setTimer('waiting for an event', delay, done);
    stops.push(
      () => timer.cancel(),
      onAbort(context.signal, done),
      ...connections.map((connection) => connection.listen(done)),
    );
  });
}
