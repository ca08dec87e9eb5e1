// The device that checks may add and remove: whether it was there before the run, and that it is again as it was.
import { SUCCESS } from '../../contract/error-codes.js';
import { grants } from '../../contract/scopes.js';
import { patiently, wordsOf } from '../target/patiently.js';
import { withinPatience } from '../target/driver/within-patience.js';
import { SafetyError } from '../target/gated-transport.js';
/** Why nothing is changed, when it cannot be stored how to put it back. */
export function notStored(why) {
    return `nothing is changed while the restore file cannot be written: ${why}`;
}
export function createManagementKeeper(target, { clients, longestWait }, managed, book) {
    const { deviceId, password, passwordEnv } = managed;
    const client = Object.entries(clients).find(([, { scopes }]) => grants(scopes, 'device:manage'))?.[0];
    const ask = createAsking(target, client ?? '', longestWait);
    /** Undefined when this cannot be found out; `why` is the reason then. */
    let why = 'no API client of the profile has device:manage';
    const listed = async (bounds) => {
        if (client === undefined)
            return undefined;
        let cursor;
        for (let page = 0; page < MOST_PAGES; page++) {
            const call = { name: 'listDevices', ...(cursor === undefined ? {} : { cursor }) };
            const tried = await ask(call, bounds, true);
            const { outcome } = tried;
            if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS || outcome.reply.dialectMismatches) {
                why = wordsOf(tried);
                return undefined;
            }
            const list = outcome.reply.data;
            const found = list.devices.find((device) => device.deviceId === deviceId);
            if (found)
                return found;
            cursor = list.nextCursor;
            if (cursor === undefined)
                return 'absent';
        }
        return 'absent';
    };
    let initial;
    const look = async (bounds) => {
        const found = await listed(bounds);
        if (found === undefined) {
            initial = undefined;
            throw new SafetyError(`${deviceId} is not managed while nobody can tell whether it is there: ${why}`);
        }
        const before = foundAs(managed, found);
        book?.managed({ ...before, ...(passwordEnv === undefined ? {} : { passwordEnv }) });
        return before;
    };
    return {
        deviceId,
        adopt: (found) => {
            initial ??= Promise.resolve(found);
        },
        before: async (bounds) => {
            await (initial ??= look(bounds));
            const unstored = await book?.stored();
            if (unstored !== undefined)
                throw new SafetyError(notStored(unstored));
        },
        restore: async (bounds) => {
            const wanted = await initial?.catch(() => undefined);
            if (wanted === undefined)
                return [];
            // Its password may be another one now; adding it anew is the way back that needs no knowledge of that.
            if ((await listed(bounds)) !== 'absent')
                await ask({ name: 'removeDevice', deviceId }, bounds, true);
            const { name, profileId } = wanted;
            const addition = { deviceId, ...(name === undefined ? {} : { name }), profileId, password };
            if (wanted.listed)
                await ask({ name: 'addDevice', addition }, bounds, false);
            const now = isThere(await listed(bounds));
            if (now !== wanted.listed)
                return [describe(deviceId, wanted.listed, now, why)];
            initial = undefined;
            bounds.tell?.(`${deviceId} is ${now ? 'listed again' : 'not listed'}, as before`);
            return [];
        },
    };
}
function createAsking(target, client, longestAnnounced) {
    const { clock } = target;
    return async (call, bounds, throughAbsence) => {
        const { until } = bounds;
        const limit = { patience: Math.max(0, until - clock.now()), signal: bounds.signal };
        const { result } = await withinPatience(clock, limit, (signal) => {
            const patience = { clock, limits: { until, longestAnnounced }, signal, throughAbsence };
            return patiently(() => target.request(call, { client, signal }), patience);
        });
        return result;
    };
}
/** A list may leave out what the profile knows. */
function foundAs({ deviceId, ...known }, found) {
    const there = found === 'absent' ? undefined : found;
    const name = there?.name ?? known.name;
    return {
        deviceId,
        listed: there !== undefined,
        ...(name === undefined ? {} : { name }),
        profileId: there?.profileId ?? known.profileId,
    };
}
function isThere(found) {
    return found === undefined ? undefined : found !== 'absent';
}
const MOST_PAGES = 1000;
function describe(deviceId, wanted, now, why) {
    const was = wanted ? 'was listed before the run' : 'was not listed before the run';
    if (now === undefined)
        return `${deviceId} ${was}, and may not be so now: ${why}`;
    return `${deviceId} ${was}, and ${now ? 'is' : 'is not'} now`;
}
