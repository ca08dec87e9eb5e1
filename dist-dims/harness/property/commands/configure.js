// Sets the RS485 baud rate of a device, or the jog duration of one of its relays.
import fc from 'fast-check';
import { canAny, routes } from './request.js';
const BAUD_RATES = [9600, 19_200, 38_400];
const JOG_DURATIONS = ['200ms', '400ms', '700ms'];
export function configure(facts) {
    if (!canAny(facts, 'device:config'))
        return [];
    const route = routes(facts, 'device:config');
    const baudRates = facts.devices
        .filter(({ rs485 }) => rs485 !== undefined)
        .map(({ name }) => fc.tuple(fc.constantFrom(...BAUD_RATES), route).map(([to, way]) => ({
        step: { setBaudRate: name, to, ...way },
        creates: true,
    })));
    const jogDurations = facts.devices
        .filter(({ relays }) => !facts.noJog && relays.length > 0)
        .map(({ name, relays }) => fc
        .tuple(fc.constantFrom(...relays), fc.constantFrom(...JOG_DURATIONS), route)
        .map(([relay, to, way]) => ({ step: { setJogDuration: name, relay, to, ...way }, creates: true })));
    return [...baudRates, ...jogDurations];
}
