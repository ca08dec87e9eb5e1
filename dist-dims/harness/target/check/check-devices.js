// Each device of the profile answers in the dialect, and has the relays that the profile lists.
import { SUCCESS } from '../../../contract/error-codes.js';
import { wordsOf } from '../patiently.js';
import { ask } from './context.js';
import { mayAccess } from './check-lists.js';
import { dialectProblem } from './problem.js';
/**
 * State of each device that could be read, by device id.
 * @param clients those that can be used, and what each of them lists.
 */
export async function checkDevices(context, clients) {
    const { profile } = context;
    const states = new Map();
    await Promise.all(Object.entries(profile.devices).map(async ([name, { deviceId }]) => {
        const [client] = [...clients].find(([each, listed]) => {
            return mayAccess(profile, each, name) && (listed?.has(deviceId) ?? true);
        }) ?? [undefined];
        if (client === undefined)
            return complainOfNobody(context, name);
        const state = await readState(context, client, name, deviceId);
        if (!state)
            return;
        states.set(deviceId, state);
        checkRelays(context, name, state);
        const config = await ask(context, client, { name: 'readConfig', deviceId });
        fits(context, `the configuration of device ${name}`, config);
    }));
    const [first] = clients.keys();
    if (first !== undefined) {
        const call = { name: 'listProfiles' };
        fits(context, 'the list of device profiles', await ask(context, first, call));
    }
    return states;
}
/** Where those that may have no token, or do not list it, that has been said already. */
function complainOfNobody({ profile, problems }, name) {
    if (Object.keys(profile.clients).some((client) => mayAccess(profile, client, name)))
        return;
    problems.push({
        about: 'device',
        message: `no API client may access device ${name}`,
        hint: `Add ${name} to the devices of a client, or leave it out of the profile.`,
    });
}
async function readState(context, client, name, deviceId) {
    const tried = await ask(context, client, { name: 'refresh', deviceId });
    if (fits(context, `the state of device ${name}`, tried) && isSuccess(tried))
        return tried.outcome.reply.data.peripherals;
    if (isSuccess(tried))
        return undefined;
    context.problems.push({
        about: 'device',
        message: `the state of device ${name} (${deviceId}) cannot be read: ${wordsOf(tried)}`,
        hint: `Check that the device is on and connected, and that devices.${name}.deviceId is right.`,
    });
    return undefined;
}
function isSuccess(tried) {
    return tried.outcome.kind === 'reply' && tried.outcome.reply.code === SUCCESS;
}
/** False when the dialect is at odds with the reply, which is then reported. */
function fits({ target, problems }, what, { outcome }) {
    const mismatches = outcome.kind === 'reply' ? outcome.reply.dialectMismatches : undefined;
    if (mismatches)
        problems.push(dialectProblem(what, target.dialect.name, mismatches));
    return mismatches === undefined;
}
function checkRelays({ profile, problems }, name, state) {
    const present = state.relays.map(({ index }) => index);
    const absent = (profile.devices[name]?.relays ?? []).filter((index) => !present.includes(index));
    if (absent.length === 0)
        return;
    const has = present.length === 0 ? 'none' : present.join(', ');
    problems.push({
        about: 'device',
        message: `device ${name} has no relay ${absent.join(', ')}; its relays are: ${has}`,
        hint: `Correct devices.${name}.relays, or the indexBase of the dialect.`,
    });
}
