// The four operations that create a command (interface: Operations of device.operation.execute), each with all that
// is to be known of it. Which endpoints create its commands is told by ENDPOINTS, and nowhere else.
import { z } from 'zod';
import { assert } from '../kernel/assert.js';
import { defineOperation } from './operation.js';
import { bytes, channelIndex, duration } from './schemas/scalars.js';
export const relayAction = z.enum(['on', 'off', 'jog']);
const relayChange = z.object({ index: channelIndex, action: relayAction });
const relayParams = z.object({ relays: z.array(relayChange).min(1).max(256) });
export const OPERATIONS = {
    'device.relay.set': defineOperation({
        scope: 'device:control',
        summary: 'Controls one or several relays',
        shapes: { relayParams, singleRelayBody: z.object({ action: relayAction }) },
        params: 'relayParams',
        bodies: {
            singleRelayBody: {
                join: (index, { action }) => ({ relays: [{ index, action }] }),
                split: ({ relays: [relay, ...others] }) => {
                    assert(relay && others.length === 0, 'the compatibility endpoint takes exactly one relay');
                    return { index: relay.index, body: { action: relay.action } };
                },
            },
        },
        elementWords: [[relayParams.shape.relays, 'relay']],
        touches: ({ relays }) => relays.map(({ index, action }) => ({ kind: 'relay', index, to: action })),
    }),
    'device.rs485.transceive': defineOperation({
        scope: 'device:control',
        summary: 'Sends RS485 data and waits for the response',
        feature: 'rs485',
        shapes: {
            // Bytes to send, and how long to wait for the response in ms.
            transceiveParams: z.object({ data: bytes, timeout: duration.optional() }),
            transceiveResult: z.object({ data: bytes }),
        },
        params: 'transceiveParams',
        result: 'transceiveResult',
        touches: ({ data }) => [{ kind: 'rs485', data }],
        waits: ({ timeout = 0 }) => timeout,
    }),
    'device.rs485.baudRate.set': defineOperation({
        scope: 'device:config',
        summary: 'Sets the RS485 baud rate',
        feature: 'rs485',
        // In bit/s.
        shapes: { baudRateParams: z.object({ baudRate: z.int().positive() }) },
        params: 'baudRateParams',
        touches: ({ baudRate }) => [{ kind: 'baudRate', to: baudRate }],
    }),
    'device.relay.jogConfig.set': defineOperation({
        scope: 'device:config',
        summary: 'Sets the jog duration of one relay',
        feature: 'jog',
        shapes: { jogParams: z.object({ index: channelIndex, duration }), jogBody: z.object({ duration }) },
        params: 'jogParams',
        bodies: {
            jogBody: {
                join: (index, body) => ({ index, ...body }),
                split: ({ index, ...body }) => ({ index, body }),
            },
        },
        touches: ({ index, duration: to }) => [{ kind: 'jogDuration', index, to }],
    }),
};
export const OPERATION_NAMES = Object.keys(OPERATIONS);
export function isOperationName(name) {
    return Object.hasOwn(OPERATIONS, name);
}
export function operationFacts(name) {
    return OPERATIONS[name];
}
/** What the operation does to the device when it is carried out. */
export function touchesOf({ name, params }) {
    return operationFacts(name).touches(params);
}
/** How long the operation keeps its device at work when nobody answers on the RS485 line, in ms. */
export function waitOf({ name, params }) {
    return operationFacts(name).waits?.(params) ?? 0;
}
