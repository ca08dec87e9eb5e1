// `expectNoEvent: device.state.changed` with `for: 2s`: no such event may come on any of the connections.
import { z } from 'zod';
import { durationModifier, list } from '../language/modifiers.js';
import { observe } from '../engine/checkpoint.js';
import type { Evaluation } from '../engine/evaluate.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import { listenUntil } from '../engine/heartbeat.js';
import * as events from './event-fields.js';
import { mayBeLate } from './event-lag.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  expectNoEvent: events.eventTopic,
  for: durationModifier.describe('how long to listen from now on'),
  unreadable: z
    .boolean()
    .optional()
    .describe('an event of the device that cannot be read counts, too, once others of its topic could be'),
  ...events.listening,
});

export const expectNoEvent = defineVerb<z.output<typeof schema>>({
  name: 'expectNoEvent',
  summary: 'No such event may come on any of the connections, now or since then.',
  schema,
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
      : { result: 'deviated', expected, actual };
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
