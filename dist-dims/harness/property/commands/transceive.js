// Sends bytes over RS485 that are answered, or that nobody answers.
import fc from 'fast-check';
import { canAny, routes } from './request.js';
/** How long to wait for the peripheral. */
const TIMEOUTS = ['200ms', '500ms', '1s'];
export function transceive(facts) {
    if (!canAny(facts, 'device:control'))
        return [];
    return facts.devices.flatMap(({ name, rs485 = {} }) => ['answered', 'unanswered']
        .filter((data) => rs485[data] !== undefined)
        .map((data) => fc.tuple(fc.constantFrom(...TIMEOUTS), routes(facts, 'device:control')).map(([timeout, route]) => ({
        step: { transceive: name, data, timeout, ...route },
        creates: true,
    }))));
}
