/** The names that programs give to what they use: the same in every program, so that any two can be compared. */
export const DEVICE_NAMES = ['plant', 'annex'];
export const CLIENT_NAMES = ['first', 'second'];
export const CONNECTION_NAMES = ['left', 'right'];
export const RELAY_NAMES = ['lamp', 'pump', 'fan'];
const STIMULI = [
    'set-input',
    'set-analog',
    'set-sensor',
    'inject-rs485',
    'cut-power',
    'drop-link',
];
/** @returns undefined where there is no device or no client to write a program for. */
export function factsOf(profile, offers, options) {
    return poolOf(profile, offers, options)?.facts;
}
/** @returns undefined where there is no device or no client to write a program for. */
export function poolOf(profile, offers, { actuate }) {
    const { without = [] } = profile;
    const clients = chooseClients(profile);
    if (clients.length === 0)
        return undefined;
    const all = Object.entries(profile.devices)
        .filter(([name]) => clients.every(({ profileName }) => profile.clients[profileName]?.devices?.includes(name) ?? true))
        .toSorted(([, a], [, b]) => richness(b) - richness(a))
        .map(([profileName, entry]) => describe(profileName, withoutWhat(entry, without), offers, actuate));
    const devices = DEVICE_NAMES.flatMap((name, at) => {
        const device = all[at];
        return device ? [{ ...device, name }] : [];
    });
    if (devices.length === 0)
        return undefined;
    const alike = devices.map(({ name, ...device }) => {
        const others = all.filter((each) => shapeOf(each) === shapeOf(device));
        return [name, others.map((each) => ({ ...each, name }))];
    });
    const witness = devices.every(({ profileName }) => offers('executions', profileName).kind === 'ok');
    return {
        facts: {
            devices,
            clients,
            connections: CONNECTION_NAMES,
            witness,
            ...(without.includes('jog') && { noJog: true }),
        },
        alike: new Map(alike),
    };
}
/**
 * One device, one client, one connection: what happens there happens closer together, and costs less to try.
 * Most faults show in the smallest world that has them.
 */
export function smallestWorld({ devices, clients, connections, ...facts }) {
    return {
        ...facts,
        devices: devices.slice(0, 1),
        clients: clients.slice(0, 1),
        connections: connections.slice(0, 1),
    };
}
function describe(profileName, entry, offers, actuate) {
    const stimuli = STIMULI.filter((each) => offers(each, profileName).kind === 'ok' && hasChannel(entry, each));
    const relays = actuate ? RELAY_NAMES.slice(0, entry.relays.length) : [];
    const counted = offers('executions', profileName).kind === 'ok';
    return { profileName, entry, relays, rs485: actuate ? entry.rs485 : undefined, stimuli, counted };
}
/** What the target does not have is of no use in a program. */
function withoutWhat(entry, without) {
    const { rs485, inputs, analogInputs, sensors, ...rest } = entry;
    return {
        ...rest,
        ...(rs485 && !without.includes('rs485') && { rs485 }),
        ...(inputs && !without.includes('digital-inputs') && { inputs }),
        ...(analogInputs && !without.includes('analog-inputs') && { analogInputs }),
        ...(sensors && !without.includes('sensors') && { sensors }),
    };
}
/** What a program can tell of a device. */
function shapeOf({ relays, rs485, stimuli, counted }) {
    return JSON.stringify({ relays, rs485: Object.keys(rs485 ?? {}), stimuli, counted });
}
/** Those with the most permissions first: with them most can be tried. */
function chooseClients({ clients, devices }) {
    const all = Object.entries(clients).filter(([, { scopes, devices: visible }]) => scopes.length > 0 && (visible === undefined || visible.length === Object.keys(devices).length));
    return all
        .toSorted(([, a], [, b]) => powers(b.scopes) - powers(a.scopes))
        .slice(0, CLIENT_NAMES.length)
        .flatMap(([profileName, { scopes }], at) => {
        const name = CLIENT_NAMES[at];
        return name ? [{ name, profileName, scopes }] : [];
    });
}
function powers(scopes) {
    return Number(scopes.includes('device:control')) * 2 + Number(scopes.includes('device:config'));
}
function richness({ relays, rs485, inputs = [] }) {
    const bytes = Number(rs485?.answered !== undefined) + Number(rs485?.unanswered !== undefined);
    return Math.min(relays.length, 3) + bytes * 2 + Math.min(inputs.length, 1);
}
function hasChannel(entry, stimulus) {
    switch (stimulus) {
        case 'set-input':
            return (entry.inputs ?? []).length > 0;
        case 'set-analog':
            return (entry.analogInputs ?? []).length > 0;
        case 'set-sensor':
            return (entry.sensors ?? []).length > 0;
        case 'inject-rs485':
            return entry.rs485?.answered !== undefined;
        default:
            return true;
    }
}
