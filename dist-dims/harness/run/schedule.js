import { onAbort } from '../../kernel/on-abort.js';
import { waitUntil } from '../target/wait-until.js';
import { createDeviceChoice } from './device-choice.js';
import { leadOf } from './estimate.js';
/** Later jobs may start before one that has to wait for a device, but not more often than this. */
const MOST_OVERTAKINGS = 16;
const NONE = new Set();
/** What refreshes so soon after its start, in ms, can make good use of a device that has rested. */
const SOON = 500;
/** Resolves when all jobs have ended; with those that were never started. */
export async function schedule(jobs, { clock, parallel, leases, signal, onSpare }) {
    const choice = createDeviceChoice(jobs, clock.now, leases);
    const spares = createSpares(onSpare);
    // Those that run alone come first: later, all others would have to end before.
    const queue = jobs
        .toSorted((a, b) => rank(b) - rank(a) || choice.demand(b) - choice.demand(a))
        .map((job) => ({ job, overtaken: 0 }));
    const running = new Set();
    const own = new Set();
    const clients = createClientUse();
    let alone = false;
    const start = (job, lease) => {
        const devices = Object.values(lease);
        leases.take(devices);
        devices.forEach((device) => own.add(device));
        alone = job.exclusive;
        clients.begin(job);
        const ended = job.run(lease).then(() => {
            leases.giveBack(devices);
            for (const device of devices)
                own.delete(device);
            alone = false;
            clients.end(job);
            running.delete(ended);
        });
        running.add(ended);
    };
    /** The first job in the queue that can start now. */
    const next = () => {
        if (alone || running.size >= parallel)
            return undefined;
        const wanted = wantedBy(queue);
        const reserved = new Set();
        const kept = new Set();
        for (const [at, { job, overtaken }] of queue.entries()) {
            const free = (!job.exclusive || running.size === 0) && clients.areFree(job, kept);
            // What uses its clients apart has them next: until it runs, no other job takes them.
            if (job.apart)
                for (const client of job.clients ?? [])
                    kept.add(client);
            const patient = overtaken < MOST_OVERTAKINGS;
            const options = { wanted: patient ? wanted : NONE, except: reserved };
            const lease = free ? choice.offer(job, options) : undefined;
            if (lease)
                return { at, lease };
            if (patient)
                continue;
            // It has waited long enough: until it runs, no job takes a device that it could use.
            if (job.exclusive)
                return undefined;
            for (const device of devicesOf(job))
                reserved.add(device);
        }
        return undefined;
    };
    /** Whether the job lacks devices, and one that it could use is taken now; to let one rest is no lack. */
    const bereaves = (lease, job) => {
        if (job.exclusive)
            return true;
        const usable = devicesOf(job);
        if (!Object.values(lease).some((device) => usable.includes(device)))
            return false;
        return !choice.couldOffer(job);
    };
    for (;;) {
        for (let found = signal?.aborted ? undefined : next(); found; found = next()) {
            const [entry] = queue.splice(found.at, 1);
            for (const passed of queue.slice(0, found.at))
                if (bereaves(found.lease, passed.job))
                    passed.overtaken++;
            if (entry)
                start(entry.job, found.lease);
        }
        if (!alone && !signal?.aborted)
            spares.tell(choice.free(), queue);
        const waiting = signal?.aborted ? [] : queue.map(({ job }) => job);
        const rested = waiting.length === 0 ? undefined : choice.nextRested(waiting);
        const released = isLent(waiting, leases, own) ? leases.released : undefined;
        if (running.size === 0 && rested === undefined && !released)
            return queue.map(({ job }) => job);
        await oneOf({ running, rested, released, clock, signal });
    }
}
/** Those that run alone come first, then those that have their clients to themselves. */
function rank({ exclusive, apart = false }) {
    return 2 * Number(exclusive) + Number(apart);
}
/** Which clients the running jobs use, and which of them one job has to itself. */
function createClientUse() {
    const users = new Map();
    const held = new Set();
    return {
        begin: ({ clients = [], apart = false }) => {
            for (const client of clients)
                users.set(client, (users.get(client) ?? 0) + 1);
            if (apart)
                for (const client of clients)
                    held.add(client);
        },
        end: ({ clients = [], apart = false }) => {
            for (const client of clients)
                users.set(client, (users.get(client) ?? 0) - 1);
            if (apart)
                for (const client of clients)
                    held.delete(client);
        },
        /** @param kept clients that a job before it in the queue waits for. */
        areFree: ({ clients = [], apart = false }, kept) => clients.every((client) => !kept.has(client) && !(apart ? users.get(client) : held.has(client))),
    };
}
/** Whether a waiting job could use a device that others have. */
function isLent(waiting, { isFree }, own) {
    return waiting.some((job) => devicesOf(job).some((device) => !isFree(device) && !own.has(device)));
}
/** Tells once of each device that no waiting job could use. */
function createSpares(onSpare) {
    const told = new Set();
    return {
        tell: (free, queue) => {
            // What runs alone must not meet what is done to a device that is told of.
            if (queue.some(({ job }) => job.exclusive))
                return;
            const usable = new Set(queue.flatMap(({ job }) => devicesOf(job)));
            for (const device of free.filter((each) => !usable.has(each) && !told.has(each))) {
                told.add(device);
                onSpare?.(device);
            }
        },
    };
}
/** Devices that some job would refresh as soon as they have rested. */
function wantedBy(queue) {
    const wanting = queue.flatMap(({ job: { devices, waits } }) => Object.entries(devices).filter(([name]) => (leadOf(waits, name) ?? Infinity) <= SOON));
    return new Set(wanting.flatMap(([, devices]) => devices));
}
function devicesOf({ devices }) {
    return Object.values(devices).flat();
}
/** A job has ended, a device has rested or was given back, or nothing more is to be started. */
async function oneOf({ running, rested, released, clock, signal }) {
    const over = new AbortController();
    const waits = [
        ...(rested === undefined ? [] : [waitUntil(clock, rested, over.signal)]),
        ...(released ? [released(over.signal)] : []),
    ];
    const stop = signal && onAbort(signal, () => over.abort());
    await Promise.race([...running, ...waits]);
    stop?.();
    over.abort();
}
