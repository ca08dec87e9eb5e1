// The verbs of events: `expectEvent`, `awaitEvent` and `expectNoEvent`.
import * as events from './event-fields.js';
import * as z from 'zod';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { LONGEST_EVENT_PATIENCE } from '../../judge/invariant.js';
import { type Evaluation, observe } from '../engine/checkpoint.js';
import { blocked, type ExecutionContext } from '../engine/execution-context.js';
import {
  awaiting,
  cameElsewhere,
  evaluateWatch,
  eventName,
  noneOfTopic,
  noteDue,
  watch,
} from './event-lookout.js';
import { checkListening, eventTopic, exchangesSince, listening, where } from './event-fields.js';
import { durationModifier, list } from '../language/modifiers.js';
import { defineVerb } from './verb.js';
import { listenUntil } from '../engine/connect.js';
import { touchesOf } from '../../../contract/operations.js';
import type { Call } from '../../target/call.js';
import { bareReference } from '../language/reference.js';
import { vainStimulus } from '../engine/vain-stimulus.js';
import type { ReplyView } from '../view/views.js';

// `expectEvent: device.state.changed` with `on: [left, right]`: the event must come on each of them.

const expectEventSchema = z.strictObject({ expectEvent: eventTopic, ...awaiting, ...listening });

export const expectEvent = defineVerb<z.output<typeof expectEventSchema>>({
  name: 'expectEvent',
  summary: 'An event must come on each of the connections; it may have come already, and more than once.',
  schema: expectEventSchema,
  capabilities: ['websocket'],
  device: (fields) => fields.device,
  captures: eventName,
  check: (fields, check) => checkListening(fields, check, true),
  run: async (fields, context, step) => {
    const watched = await watch(
      context,
      fields.expectEvent,
      fields,
      context.attempt < LAST_ATTEMPT ? 0 : LONGEST_EVENT_PATIENCE,
    );
    if (context.signal.aborted) return { kind: 'interrupted' };
    const rules = fields.rule === undefined ? context.rules : list(fields.rule);
    if (SOON_AFTER.some((rule) => rules.includes(rule))) noteLag(context, fields.since, watched.found);
    for (const rule of OCCURRENCE.filter((each) => rules.includes(each)))
      noteDue(context, rule, list(fields.on), watched);
    const seen = evaluateWatch(context, watched);
    // What is done to find out whether a stimulus does anything makes events of its own: these are looked at before.
    const elsewhere = seen.result === 'deviated' && cameElsewhere(context, watched);
    const none = noneOfTopic(context, watched);
    const act = context.captures.get(bareReference(fields.since ?? '').root)?.act;
    const isInDoubt = seen.result === 'deviated' && !elsewhere;
    const vain = isInDoubt && act ? await vainStimulus(context, act) : undefined;
    const evaluation: Evaluation =
      vain === undefined ? seen : { ...seen, result: 'undecided', actual: `${seen.actual}; ${vain}` };
    if (evaluation.by) context.notes.disturbed(evaluation.by, evaluation.actual);
    const rule = elsewhere ? [EVERY_CONNECTION] : brokenBy(rules, evaluation, none);
    // Nothing bounds the time that an event may take: only one that never comes counts.
    return observe(
      context,
      step,
      { ...fields, confirm: true, rule },
      elsewhere
        ? { ...evaluation, actual: `${evaluation.actual}; another connection was sent it` }
        : evaluation,
      { exchanges: exchangesSince(context, fields.since) },
    );
  },
});

/** Where no such event came at all, the rules of what stands in one are not broken, as long as another one promises it. */
function brokenBy(rules: readonly string[], { result }: Evaluation, none: boolean): string[] {
  const promised = OCCURRENCE.filter((rule) => rules.includes(rule));
  return result === 'deviated' && none && promised.length > 0 ? promised : [...rules];
}

/** Of the attempts of a check, and those after it: of what does not come then, another attempt says no more. */
const LAST_ATTEMPT = 3;

/** The event was emitted, so what is broken is that it reaches all connections. */
const EVERY_CONNECTION: RuleId = 'events.every-connection';

/** Of checks in which a relay is switched, and nothing happens later by itself. */
const SOON_AFTER: readonly RuleId[] = ['events.relay-changed', EVERY_CONNECTION];

/** The rules that promise that an event comes at all. */
const OCCURRENCE: readonly RuleId[] = [
  'events.relay-changed',
  'events.input-changed',
  'events.online',
  'events.offline',
  'events.power-lost',
  'events.power-restored',
  'events.rs485-received',
];

// `awaitEvent: device.state.changed` with `on: witness` waits for an event that the next steps build on.

const awaitEventSchema = z.strictObject({
  awaitEvent: eventTopic,
  optional: z.literal(true).optional().describe('go on where it does not come'),
  ...awaiting,
  ...where,
});

export const awaitEvent = defineVerb<z.output<typeof awaitEventSchema>>({
  name: 'awaitEvent',
  summary: 'Waits for an event; where it does not come, the scenario is inconclusive.',
  schema: awaitEventSchema,
  capabilities: ['websocket'],
  device: (fields) => fields.device,
  captures: eventName,
  check: (fields, check) => checkListening(fields, check, false),
  run: async (fields, context) => {
    const watched = await watch(context, fields.awaitEvent, fields);
    if (context.signal.aborted) return { kind: 'interrupted' };
    const { result, actual } = evaluateWatch(context, watched);
    return result === 'held' || fields.optional ? undefined : blocked(actual);
  },
});

// `expectNoEvent: device.state.changed` with `for: 2s`: no such event may come on any of the connections.

const expectNoEventSchema = z.strictObject({
  expectNoEvent: events.eventTopic,
  for: durationModifier.describe('how long to listen from now on'),
  unreadable: z
    .boolean()
    .optional()
    .describe('an event of the device that cannot be read counts, too, once others of its topic could be'),
  ...events.listening,
});

export const expectNoEvent = defineVerb<z.output<typeof expectNoEventSchema>>({
  name: 'expectNoEvent',
  summary: 'No such event may come on any of the connections, now or since then.',
  schema: expectNoEventSchema,
  capabilities: ['websocket'],
  device: (fields) => fields.device,
  check: (fields, check) => events.checkListening(fields, check, true),
  waits: (fields) => fields.for,
  run: async (fields, context, step) => {
    const wanted = events.wantedEvent(context, fields.expectNoEvent, fields);
    const since = events.sinceWhen(context, fields.since);
    const halt = await listenUntil(context, context.clock.now() + fields.for, 'listening for events');
    if (halt) return halt;
    const evaluation = evaluate(context, { ...fields, names: list(fields.on) }, wanted, since);
    if (evaluation.by) context.notes.disturbed(evaluation.by, evaluation.actual);
    // Others may have caused the event: only one that comes each time counts.
    return observe(context, step, { ...fields, confirm: true }, evaluation, {
      exchanges: events.exchangesSince(context, fields.since),
    });
  },
});

interface Listened {
  readonly names: readonly string[];
  readonly device?: string | undefined;
  readonly unreadable?: boolean | undefined;
}

function evaluate(
  context: ExecutionContext,
  { names, device, unreadable }: Listened,
  wanted: Record<string, unknown>,
  since: number,
): Evaluation {
  const expected = `no event ${events.describeEvent(wanted)}`;
  for (const name of names) {
    const event = events.findEvent(events.newEventsOf(context, name, since), wanted);
    if (!event) continue;
    const actual = `one came on ${name}: ${events.gistOfEvent(event, wanted)}`;
    const deviceId = device === undefined ? undefined : context.devices.get(device)?.deviceId;
    return mayBeLate(context, deviceId, { since, at: Number(event['at']) })
      ? {
          result: 'undecided',
          expected,
          actual: `${actual}; events come late here, and it may be an earlier one`,
        }
      : {
          result: 'deviated',
          expected,
          actual,
          event: { connection: event['connection'], at: event['at'] },
        };
  }
  const topic = String(wanted['topic']);
  const own = unreadable ? events.unreadableOf(context, names, { topic, device, since }) : undefined;
  if (own !== undefined) return { result: 'deviated', expected, actual: own };
  const odd = events.unreadableEvent(context, names, topic, since);
  if (odd !== undefined) return { result: 'undecided', expected, actual: odd };
  const deaf = names.filter((name) => !events.heardAll(context, name, since));
  if (deaf.length === 0) return { result: 'held', expected, actual: 'none came' };
  return {
    result: 'spoiled',
    expected,
    actual: `the connection ${deaf.join(', ')} was not open all the time`,
    by: 'broken',
  };
}

// How long after the reply to its cause an event comes: the interface gives no time for it. What is learnt of that in
// a run tells whether an event may be that of an earlier change.

/** In ms: shorter than that it is the time of the event itself, and of clocks. */
const LEAST_LAG = 250;
/** How many times the longest lag that was seen another one may have. */
const TIMES = 1.5;

/** @param since the capture of the request that caused the event. @param found the event on each connection on which it came. */
function noteLag(
  { captures, target: { deliveries } }: ExecutionContext,
  since: string | undefined,
  found: readonly ReplyView[],
): void {
  const cause = since === undefined ? undefined : captures.get(bareReference(since).root);
  const answeredAt = cause?.views[0]?.['answeredAt'];
  if (typeof answeredAt !== 'number' || cause?.many || isJog(cause?.sent?.call)) return;
  for (const event of found) if (typeof event['at'] === 'number') deliveries.lagged(event['at'] - answeredAt);
}

/** What it switches off by itself comes as late as the jog lasts. */
function isJog(call: Call | undefined): boolean {
  if (call?.name !== 'operate') return false;
  return touchesOf(call.operation).some((touch) => touch.kind === 'relay' && touch.to === 'jog');
}

/** Whether the device was asked for something before `since` of which the event of that moment may be the late event. */
function mayBeLate(
  { target: { trace, deliveries } }: ExecutionContext,
  deviceId: string | undefined,
  { since, at }: { readonly since: number; readonly at: number },
): boolean {
  const lag = deliveries.longestLag();
  if (deviceId === undefined || lag < LEAST_LAG) return false;
  const asked = new Set<number>();
  for (const record of trace.records()) {
    if (record.kind === 'request' && record.operation && record.deviceId === deviceId && record.at < since)
      asked.add(record.exchange);
    const isAnswer = record.kind === 'reply' && asked.has(record.exchange);
    if (isAnswer && record.at < since && at - record.at <= lag * TIMES) return true;
  }
  return false;
}
