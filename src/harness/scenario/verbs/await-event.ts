// `awaitEvent: device.state.changed` with `on: witness` waits for an event that the next steps build on.
import { z } from 'zod';
import { blocked } from '../engine/execution-context.js';
import { define } from '../language/names.js';
import { awaiting, evaluateWatch, watch } from './event-lookout.js';
import { checkListening, eventTopic, where } from './event-fields.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({ awaitEvent: eventTopic, ...awaiting, ...where });

export const awaitEvent = defineVerb<z.output<typeof schema>>({
  name: 'awaitEvent',
  summary: 'Waits for an event; where it does not come, the scenario is inconclusive.',
  schema,
  capabilities: ['websocket'],
  check: (fields, check) => {
    checkListening(fields, check, false);
    if (fields.as !== undefined) define(check, ['as'], fields.as, 'event');
  },
  run: async (fields, context) => {
    const watched = await watch(context, fields.awaitEvent, fields);
    if (context.signal.aborted) return { kind: 'interrupted' };
    const { result, actual } = evaluateWatch(context, watched);
    return result === 'held' ? undefined : blocked(actual);
  },
});
