// From drawn commands to a program: their steps, with a beginning that makes the start known and an end that
// shows what has become of it.
import { grants } from '../../contract/scopes.js';
import { verbOf } from '../scenario/verbs/registry.js';
import { ownerOf } from './commands/request.js';
import { stepsWithin } from './steps-within.js';
import { changesSettings, usesOf } from './uses.js';
/** Commands whose place does not suit them are left out. */
export function compose(commands, facts, options) {
    const model = { operations: [], broken: new Set() };
    let count = 0;
    const draft = { steps: [], nextName: () => `op${++count}` };
    for (const command of commands)
        if (command.check(model))
            command.run(model, draft);
    return programOf(draft.steps, facts, options);
}
/** The program whose middle is given. */
export function programOf(body, facts, { settle }) {
    const flat = stepsWithin(body);
    const cast = castOf(flat, facts);
    return {
        devices: cast.devices.map(({ name }) => name),
        prologue: prologueOf(flat, cast, facts),
        body,
        epilogue: epilogueOf(flat, cast, facts, settle),
        operations: flat.reduce((sum, step) => sum + weightOf(step), 0),
    };
}
/** Somebody always listens. */
function castOf(steps, { devices, connections }) {
    const used = usesOf(steps);
    const named = connections.filter((name) => used.connections.has(name));
    return {
        devices: devices.filter(({ name }) => used.devices.has(name)),
        connections: named.length === 0 ? connections.slice(0, 1) : named,
    };
}
/** Requests and stimuli count, each as often as it is sent; waits and connections do not. */
function weightOf(step) {
    const verb = verbOf(step);
    if (!verb?.requests && !verb?.stimulus)
        return 0;
    return typeof step['times'] === 'number' ? step['times'] : 1;
}
function prologueOf(steps, { devices, connections }, facts) {
    const controller = facts.clients.find(({ scopes }) => grants(scopes, 'device:control'));
    return [
        ...connections.map((connect) => ({ connect, client: ownerOf(connect, facts).name })),
        ...devices.flatMap(({ name, relays }) => relays.length > 0 && controller
            ? [
                {
                    setRelays: name,
                    relays: Object.fromEntries(relays.map((relay) => [relay, 'off'])),
                    client: controller.name,
                },
            ]
            : []),
        ...(mayDependOnSettings(steps) ? devices.map(({ name }) => ({ readConfig: name })) : []),
        ...witnessed(devices, facts, 'before'),
    ];
}
/** How long a jog takes, and what a setting was before. */
function mayDependOnSettings(steps) {
    return steps.some((step) => verbOf(step)?.settings?.(step) !== undefined);
}
/** Commands read back at the end, at most: those of the latest operations. */
const MOST_READ = 2;
function epilogueOf(steps, { devices, connections }, facts, settle) {
    const created = steps.filter((step) => typeof step['key'] === 'string' && step['times'] === undefined);
    return [
        { wait: `${settle}ms` },
        ...devices.map(({ name }) => ({ refresh: name })),
        ...(changesSettings(steps) ? devices.map(({ name }) => ({ readConfig: name })) : []),
        ...created.slice(-MOST_READ).map(({ as }) => ({
            readCommand: `$${String(as)}.command.commandId`,
            optional: true,
            patient: false,
        })),
        ...connections.map((via) => ({ ping: null, via, patient: false })),
        ...witnessed(devices, facts, 'after'),
    ];
}
function witnessed(devices, facts, when) {
    if (!facts.witness)
        return [];
    return devices.map(({ name }) => ({ witness: 'executions', device: name, as: `${when}_${name}` }));
}
