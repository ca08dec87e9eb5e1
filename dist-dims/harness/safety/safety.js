import { SUCCESS } from '../../contract/error-codes.js';
import { adoptRecord } from './adopt-record.js';
import { RELAYS, touchesOf, touchOfRelays } from './aspect.js';
import { createCaretaker } from './caretaker.js';
import { createDeviceLedger } from './ledger.js';
import { createManagementKeeper, notStored } from './management.js';
import { messageOf } from './message-of.js';
import { protect } from './protect.js';
import { deviceBefore } from './remember.js';
import { handOver, restoreDevice } from './restore-device.js';
import { SafetyError } from '../target/gated-transport.js';
const RESTORE_WITHIN = 120_000;
const READ_WITHIN = 60_000;
/** In ms: a jog that a check left may have to end. */
const HANDING_OVER = 10_000;
/** Longer than a device rests between two refreshes. */
const EARLY_WITHIN = 10_000;
/** @param target what safety's own requests go through: not a protected view. */
export function createSafety(target, profile, options) {
    const { clock, dialect } = target;
    const { gate } = options;
    const caretaker = createCaretaker(target, profile, options.random?.stream('target/restore-keys'));
    const ledgers = createLedgers(profile);
    const { management: managed } = profile;
    const management = managed && createManagementKeeper(target, profile, managed, options.book);
    const judge = (call) => gate.judge(messageOf(dialect, call));
    const begin = createBeginning(createLook(caretaker, () => clock.now() + READ_WITHIN), options.book);
    const checkpoint = createCheckpoint({ clock, profile, judge, ledgers, begin, management });
    const { restoreWithin = RESTORE_WITHIN } = options;
    const boundsFor = (signal) => ({ until: clock.now() + restoreWithin, signal });
    const restoreDevices = async (devices, bounds) => {
        return (await Promise.all(devices.map((each) => restoreDevice(clock, caretaker, each, bounds)))).flat();
    };
    const restoreAll = async (bounds) => {
        const restored = restoreDevices(ledgers.kept(), bounds);
        return (await Promise.all([restored, management?.restore(bounds) ?? []])).flat();
    };
    let restoring;
    return {
        mayActuate: (deviceId, index) => isListed(profile, deviceId, index),
        guard: (call) => judge(call).forbidden,
        noteInitial: (deviceId, peripherals) => ledgers.of(deviceId)?.aspect(RELAYS).note(RELAYS.valuesIn({ peripherals })),
        beforeStimulus: async (deviceId, signal) => {
            const device = ledgers.of(deviceId);
            return device && beginStimulus(device, profile, (coming) => begin(coming, signal));
        },
        disturbed: (deviceId) => ledgers.of(deviceId)?.disturb(),
        protect: (unprotected) => protect(unprotected, checkpoint),
        restoreEarly: async (deviceId, bounds) => {
            const early = ledgers.of(deviceId);
            if (early)
                await restoreDevices([early], { until: clock.now() + EARLY_WITHIN, ...bounds });
        },
        handOver: async (deviceIds, signal) => {
            const bounds = { until: clock.now() + HANDING_OVER, signal };
            const used = deviceIds.flatMap((deviceId) => ledgers.of(deviceId) ?? []);
            await Promise.all(used.map((device) => handOver(clock, caretaker, device, bounds)));
        },
        adopt: (record) => adoptRecord(record, { profile, ledgerOf: ledgers.of, management, now: clock.now() }),
        restore: (signal, tell) => {
            restoring ??= restoreAll({ ...boundsFor(signal), settle: true, tell }).finally(() => (restoring = undefined));
            return restoring;
        },
        restoreDevices: (deviceIds, signal) => restoreDevices(deviceIds.flatMap((deviceId) => ledgers.of(deviceId) ?? []), boundsFor(signal)),
    };
}
/**
 * Notes changes that are about to be made, and how all was before. Rejects with SafetyError when this cannot be found
 * out, or not be stored.
 */
function createBeginning(look, book) {
    return async (coming, signal) => {
        for (const { device, touch } of coming)
            await look(device, touch.aspect, signal);
        for (const { device, touch } of coming) {
            device.touch(touch);
            book?.device(deviceBefore(device));
        }
        const why = coming.length === 0 ? undefined : await book?.stored();
        if (why === undefined)
            return;
        for (const { device } of coming)
            device.ended(undefined);
        throw new SafetyError(notStored(why));
    };
}
/** All relays that may be put back are to be put back after it. In words why it must not be done. */
async function beginStimulus(device, { devices }, begin) {
    const relays = devices[device.name]?.relays ?? [];
    if (relays.length === 0)
        return undefined;
    try {
        await begin([{ device, touch: touchOfRelays(relays) }]);
        device.ended(undefined);
        return undefined;
    }
    catch (error) {
        if (error instanceof SafetyError)
            return error.message;
        throw error;
    }
}
function isListed({ devices }, deviceId, index) {
    return Object.values(devices).some((each) => each.deviceId === deviceId && each.relays.includes(index));
}
/** Looks at what a call is about to change, and notes that it has. */
function createCheckpoint(parts) {
    const { clock, profile, judge, ledgers, begin, management } = parts;
    const changesOf = ({ effects }) => changes(ledgers, profile, effects);
    return {
        before: async (call, signal) => {
            const judged = judge(call);
            if (judged.forbidden !== undefined)
                throw new SafetyError(judged.forbidden);
            const managed = profile.management?.deviceId;
            if (judged.effects.some((effect) => effect.kind === 'manage' && effect.deviceId === managed))
                await management?.before({ until: clock.now() + READ_WITHIN, signal });
            await begin(changesOf(judged), signal);
        },
        after: (call, exchange) => {
            for (const { device, touch } of changesOf(judge(call))) {
                if (touch.jogs.length > 0)
                    device.jogEndedBy(clock.now());
                device.ended(exchange);
                if (touch.aspect.name === 'relays')
                    device.commanded(commandedBy(call, touch.keys, exchange));
            }
            if (call.name === 'refresh' && exchange)
                see(ledgers.of(call.deviceId), exchange);
        },
    };
}
function createLedgers({ devices }) {
    const names = new Map(Object.entries(devices).map(([name, { deviceId }]) => [deviceId, name]));
    const ledgers = new Map();
    return {
        of: (deviceId) => {
            const name = names.get(deviceId);
            if (name === undefined)
                return undefined;
            const ledger = ledgers.get(deviceId) ?? createDeviceLedger(name, deviceId);
            ledgers.set(deviceId, ledger);
            return ledger;
        },
        kept: () => [...ledgers.values()],
    };
}
function changes(ledgers, { devices }, effects) {
    const ids = new Set(effects.flatMap((effect) => ('deviceId' in effect ? (effect.deviceId ?? []) : [])));
    return [...ids].flatMap((deviceId) => {
        const device = ledgers.of(deviceId);
        if (!device)
            return [];
        const own = effects.filter((effect) => 'deviceId' in effect && effect.deviceId === deviceId);
        return touchesOf(own, devices[device.name]?.relays ?? []).map((touch) => ({ device, touch }));
    });
}
/** How the relays are after the call; undefined for each of which nobody can tell. */
function commandedBy(call, keys, exchange) {
    const unknown = new Map(keys.map((key) => [key, undefined]));
    const outcome = exchange?.outcome;
    if (call.name !== 'operate' || call.operation.name !== 'device.relay.set')
        return unknown;
    if (outcome?.kind !== 'reply' || outcome.reply.code !== SUCCESS)
        return unknown;
    const { relays } = call.operation.params;
    for (const { index, action } of relays)
        for (const key of RELAYS.valuesIn({ peripherals: { relays: [{ index, on: true }] } }).keys())
            unknown.set(key, action === 'jog' ? undefined : action === 'on');
    return unknown;
}
/** A refresh of a check serves as a look at the device, too. */
function see(device, { outcome, sentAt }) {
    if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS || outcome.reply.mismatches.length > 0)
        return;
    device?.saw(RELAYS.valuesIn(outcome.reply.data), sentAt);
}
/** Looks at a device once before its first change, for all who are about to change it. */
function createLook(caretaker, until) {
    const looking = new Map();
    return async (device, aspect, signal) => {
        const ledger = device.aspect(aspect);
        if (ledger.initial)
            return;
        const key = `${aspect.name} ${device.deviceId}`;
        const look = async () => {
            const reading = await caretaker.read(device, aspect, { until: until(), signal });
            if (reading.ok)
                return ledger.note(reading.values);
            const why = `the ${aspect.name} of device ${device.name} cannot be read`;
            throw new SafetyError(`nothing is changed while ${why}, because it could not be put back: ${reading.detail}`);
        };
        const begun = looking.get(key) ?? look().finally(() => looking.delete(key));
        looking.set(key, begun);
        await begun;
    };
}
