import { distinct } from './distinct.js';
import { holdOf, leadOf, restAfter } from './estimate.js';
/** A check may start so long before its first refresh can be accepted, beside what it does until then; in ms. */
const EARLY = 20;
/** Of the time between two refreshes, what is as good as all of it: a long wait does not fit in any way. */
const LONG_REST = 2000;
/** So much of a rest may a check leave unused that refreshes later than others; in ms. */
const SPARE = 500;
export function createDeviceChoice(users, now, { isFree, restedAt: rested, turnOf }) {
    const known = new Set(users.flatMap(({ devices }) => Object.values(devices).flat()));
    /** When a job may begin that takes so long until it refreshes the device. */
    const inTime = (device, lead) => rested(device) - lead - EARLY;
    const isGoodTime = (device, name, { devices, waits }, { wanted }) => {
        const lead = leadOf(waits, name);
        if (lead !== undefined && inTime(device, lead) > now())
            return false;
        // What needs several devices at a time takes them whenever all of them are free.
        if (!wanted.has(device) || Object.keys(devices).length > 1)
            return true;
        const fills = lead === undefined ? holdOf(waits) : lead - SPARE;
        return Math.max(0, rested(device) - now()) + EARLY >= Math.min(fills, LONG_REST);
    };
    /** Those that were given back at the same time take turns; those come first that the job suits best: rested ones for a refresh, and for all else those that have to rest. */
    const suiting = (name, using, options) => {
        const by = leadOf(using.waits, name) === undefined ? -1 : 1;
        return (using.devices[name] ?? [])
            .filter((device) => isFree(device) && !options.except.has(device))
            .filter((device) => isGoodTime(device, name, using, options))
            .toSorted((a, b) => by * (rested(a) - rested(b)) || turnOf(a) - turnOf(b));
    };
    const free = () => [...known].filter(isFree);
    return {
        offer: (using, options) => firstOf(using, (name) => suiting(name, using, options)),
        couldOffer: (using) => firstOf(using, (name) => (using.devices[name] ?? []).filter(isFree)) !== undefined,
        free,
        nextRested: (waiting) => {
            const leads = new Set(waiting.flatMap(({ devices, waits }) => Object.keys(devices).flatMap((name) => leadOf(waits, name) ?? [])));
            const times = free().flatMap((device) => [...leads].map((lead) => inTime(device, lead)));
            return times.filter((at) => at > now()).toSorted((a, b) => a - b)[0];
        },
        demand: ({ devices, waits }) => {
            const rests = Object.keys(devices).map((name) => restAfter(waits, name));
            // Of equals those that switch relays come first: later checks see by the way how they left the device.
            return holdOf(waits) + Math.max(0, ...rests) + (waits.switches.size > 0 ? 1 : 0);
        },
    };
}
function firstOf(using, candidates) {
    const names = Object.keys(using.devices);
    for (const lease of distinct(Object.fromEntries(names.map((name) => [name, candidates(name)]))))
        return lease;
    return undefined;
}
