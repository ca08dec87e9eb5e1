// An executor on a target that is there already: programs run side by side, each on devices of its own that have rested.
import { SUCCESS } from '../../contract/error-codes.js';
import { grants } from '../../contract/scopes.js';
import { EVENT_PATIENCE } from '../judge/invariant.js';
import { wordsOf } from '../target/patiently.js';
import { createDevicePool } from './device-pool.js';
import { doubtsAbout } from './left-behind.js';
import { runProgram } from './run-program.js';
import { changesSettings } from './uses.js';
/** Waits take real time here: most programs wait little at their end; those that are to prove an absence wait long. */
const USUAL_EVENT_PATIENCE = 1000;
/** With others beside it a program may have to wait for its turn now and then, and so may its events. */
const PATIENCE_AMONG_OTHERS = 2000;
/** Requests per second that a program may need at its busiest: with more programs the profile's ceiling would not do. */
const REQUESTS_OF_A_PROGRAM = 5;
/** Devices that programs take on average. */
const DEVICES_OF_A_PROGRAM = 1.5;
export function createTargetExecutor({ pool, jobs, leases, ...options }) {
    const { target, random, profile, signal, restore } = options;
    const { clock } = target;
    const { facts, alike } = pool;
    // Keys of two runs must never meet, also when their seeds are the same.
    const run = `${Math.round(clock.now()).toString(36)}-${random.stream('property/run').token(4)}`;
    const devices = createDevicePool({
        alike,
        clock,
        signal,
        leases,
        revive: async (device) => {
            const client = facts.clients[0]?.profileName ?? '';
            const asked = await target.request({ name: 'refresh', deviceId: device.entry.deviceId }, { client, signal });
            const { outcome } = asked;
            if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS)
                return `still ${wordsOf(asked)}`;
            const [left] = await restore([device.entry.deviceId]);
            return left;
        },
    });
    const switchOff = createSwitchingOff(target, facts, run);
    const most = programsAtATime(pool, profile, jobs);
    return {
        facts,
        jumps: false,
        atATime: most,
        eventPatience: {
            usual: most > 1 ? PATIENCE_AMONG_OTHERS : USUAL_EVENT_PATIENCE,
            proving: Math.min(EVENT_PATIENCE, profile.patience),
        },
        isShort: (program, programs) => devices.isShort(program.devices, programs),
        setAside: devices.setAside,
        run: async (program, mark, how) => {
            const leased = await devices.lease(program.devices);
            if (leased.kind === 'none')
                return notBegun(leased.why);
            const startedAt = clock.now();
            const own = { ...facts, devices: leased.devices };
            const others = () => devices.othersSince(leased.devices, startedAt);
            let ran;
            try {
                ran = await runProgram(program, { ...options, facts: own, runMark: `${run}-${mark}`, others }, how);
                return ran;
            }
            finally {
                await giveBack(devices, leased.devices, { program, mark, ran, restore, signal, switchOff });
            }
        },
    };
}
/** A failure has no consequences: each program switches its relays off at its beginning as well. */
function createSwitchingOff(target, { clients }, run) {
    const client = clients.find(({ scopes }) => grants(scopes, 'device:control'))?.profileName;
    return async ({ relays, entry: { deviceId, relays: indices }, profileName }, mark) => {
        if (client === undefined || relays.length === 0)
            return;
        const off = indices.slice(0, relays.length).map((index) => ({ index, action: 'off' }));
        const idempotencyKey = `conform-${run}-${mark}-off-${profileName}`;
        const operation = { name: 'device.relay.set', params: { relays: off } };
        await target.request({ name: 'operate', deviceId, operation, idempotencyKey }, { client });
    };
}
/** As many as there are devices for, and as the profile lets requests through. */
function programsAtATime({ alike }, { requestsPerSecond }, jobs) {
    const all = new Set([...alike.values()].flat().map(({ profileName }) => profileName));
    const most = Math.min(jobs, all.size / DEVICES_OF_A_PROGRAM, requestsPerSecond / REQUESTS_OF_A_PROGRAM);
    return Math.max(1, Math.floor(most));
}
function notBegun(why) {
    return { findings: [], trace: [], halt: { kind: 'blocked', why, final: true }, notBegun: why };
}
async function giveBack(pool, devices, { program, mark, ran, restore, signal, switchOff }) {
    // The trace of a program that was broken off is no evidence about its devices.
    const doubts = new Map(signal.aborted ? [] : doubtsAbout(devices, ran?.trace ?? [], mark));
    const well = devices.filter(({ profileName }) => !doubts.has(profileName));
    // A program that begins with a change is another one than one that does not: relays are off, and rest, before.
    if (!signal.aborted)
        await Promise.all(well.map((device) => switchOff(device, mark)));
    // The beginning of a program switches relays off, too, but leaves settings as they are. A run that ends restores all.
    if (changesSettings(program.body) && !signal.aborted)
        for (const { profileName, entry } of well) {
            const [left] = await restore([entry.deviceId]);
            if (left !== undefined && !signal.aborted)
                doubts.set(profileName, left);
        }
    pool.giveBack(devices, doubts);
}
