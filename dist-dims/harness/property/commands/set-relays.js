// Switches some of a device's relays in one request.
import fc from 'fast-check';
import { canAny, routes } from './request.js';
export function setRelays(facts) {
    if (!canAny(facts, 'device:control'))
        return [];
    return facts.devices
        .filter(({ relays }) => relays.length > 0)
        .map(({ name, relays }) => fc
        .tuple(fc.subarray([...relays], { minLength: 1 }), fc.array(fc.constantFrom('on', 'off', 'on', 'off', ...(facts.noJog ? [] : ['jog'])), {
        minLength: relays.length,
        maxLength: relays.length,
    }), routes(facts, 'device:control'))
        .map(([chosen, actions, route]) => ({
        step: {
            setRelays: name,
            relays: Object.fromEntries(chosen.map((relay, at) => [relay, actions[at]])),
            ...route,
        },
        creates: true,
    })));
}
