// `awaitEvent: device.state.changed` with `on: witness` waits for an event that the next steps build on.
import { z } from 'zod';
import { blocked } from '../engine/execution-context.js';
import { awaiting, eventName, evaluateWatch, watch } from './event-lookout.js';
import { checkListening, eventTopic, where } from './event-fields.js';
import { defineVerb } from './verb.js';
const schema = z.strictObject({ awaitEvent: eventTopic, ...awaiting, ...where });
export const awaitEvent = defineVerb({
    name: 'awaitEvent',
    summary: 'Waits for an event; where it does not come, the scenario is inconclusive.',
    schema,
    capabilities: ['websocket'],
    device: (fields) => fields.device,
    captures: eventName,
    check: (fields, check) => checkListening(fields, check, false),
    run: async (fields, context) => {
        const watched = await watch(context, fields.awaitEvent, fields);
        if (context.signal.aborted)
            return { kind: 'interrupted' };
        const { result, actual } = evaluateWatch(context, watched);
        return result === 'held' ? undefined : blocked(actual);
    },
});
