// What the verbs that create commands share: their device, their key, and what follows from their operation.
import { z } from 'zod';
import { operationFacts, } from '../../../contract/operations.js';
import { requesting } from '../language/modifiers.js';
import { addressed, checkDevice, deviceNameIn } from './device-field.js';
import { defineRequest } from './request-verb.js';
/** Fields that each of them takes beside its own. */
export const operating = {
    ...requesting,
    key: z
        .string()
        .optional()
        .describe('a name for the Idempotency-Key, bound anew in each attempt; `none` sends no key'),
    settled: z
        .boolean()
        .optional()
        .describe('wait until the command has ended; by default where the step only prepares something'),
};
/** A verb whose own key names the device that the operation is for. */
export function defineOperationVerb(verb) {
    const { operation: name, check, params, ...facts } = verb;
    const { scope, waits, feature } = operationFacts(name);
    const fieldIn = (fields) => fields[verb.name];
    return defineRequest({
        settings: () => (scope === 'device:config' ? 'changes' : undefined),
        ...facts,
        capabilities: [...(facts.capabilities ?? []), ...(feature ? [feature] : [])],
        channels: ['rest', 'ws'],
        device: (fields) => deviceNameIn(fieldIn(fields)),
        scope,
        creates: true,
        // What waits for an answer says by itself how long it takes.
        ...(waits ? {} : { works: true }),
        check: (fields, checker) => {
            checkDevice(checker, verb.name, fieldIn(fields));
            check?.(fields, checker, deviceNameIn(fieldIn(fields)));
        },
        request: (fields, context) => {
            const { deviceId, device } = addressed(context, fieldIn(fields));
            // The parameters are those of this operation, which the compiler cannot follow through a type argument.
            const operation = { name, params: params(fields, device) };
            return { call: operate(context, deviceId, operation, fields), ...(device ? { device } : {}) };
        },
    });
}
function operate(context, deviceId, operation, { key, compatibility }) {
    const keyed = key === 'none' ? {} : { idempotencyKey: context.key(key) };
    return { name: 'operate', deviceId, operation, ...keyed, ...(compatibility ? { compatibility } : {}) };
}
