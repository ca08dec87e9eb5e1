import { verbOf } from '../scenario/verbs/registry.js';
import { stepsWithin } from './steps-within.js';
/** A setting stays as it was left: neither a rest nor a loss of power puts it back. */
export function changesSettings(steps) {
    return stepsWithin(steps).some((step) => verbOf(step)?.settings?.(step) === 'changes');
}
export function usesOf(steps) {
    const devices = new Map();
    const clients = new Map();
    const connections = new Set();
    const owners = new Map();
    for (const step of stepsWithin(steps)) {
        const verb = verbOf(step);
        const opened = verb?.opens?.(step);
        if (opened !== undefined)
            owners.set(opened, clientOf(step));
        for (const name of [...(verb?.connections?.(step) ?? []), ...connectionIn(step)])
            connections.add(name);
        const client = owners.get(step['via']) ?? clientOf(step);
        const scopes = clients.get(client) ?? new Set(['device:read']);
        clients.set(client, scopes);
        if (verb?.scope)
            scopes.add(verb.scope);
        const name = verb?.device?.(step);
        if (name === undefined)
            continue;
        const use = devices.get(name) ?? createUse();
        devices.set(name, use);
        note(use, step);
    }
    return { devices, clients, connections };
}
/** `rest` and `ws` are ways, and not connections of the program's own. */
function connectionIn({ via }) {
    return typeof via === 'string' && via !== 'rest' && via !== 'ws' ? [via] : [];
}
function clientOf({ client }) {
    return typeof client === 'string' ? client : 'first';
}
function createUse() {
    return {
        relays: new Set(),
        rs485: new Set(),
        inputs: new Set(),
        analogInputs: new Set(),
        sensors: new Set(),
    };
}
function note(use, step) {
    const { relays, relay, data, input, analogInput, sensor } = step;
    if (typeof relays === 'object' && relays !== null)
        for (const name of Object.keys(relays))
            use.relays.add(name);
    if (typeof relay === 'string')
        use.relays.add(relay);
    if (data === 'answered' || data === 'unanswered')
        use.rs485.add(data);
    if (typeof input === 'string')
        use.inputs.add(input);
    if (typeof analogInput === 'string')
        use.analogInputs.add(analogInput);
    if (typeof sensor === 'string')
        use.sensors.add(sensor);
}
