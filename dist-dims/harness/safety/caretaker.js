// Reads and writes devices on behalf of safety: patiently, with whichever API client may.
import { SUCCESS } from '../../contract/error-codes.js';
import { grants } from '../../contract/scopes.js';
import { patiently, wordsOf } from '../target/patiently.js';
import { withinPatience } from '../target/driver/within-patience.js';
/** @param random keys of two runs must not meet, so they hold the time as well. */
export function createCaretaker(target, profile, random) {
    const { clock } = target;
    let keys = 0;
    const clientsFor = (device, scope) => Object.entries(profile.clients)
        .filter(([, { scopes, devices }]) => grants(scopes, scope) && (devices?.includes(device.name) ?? true))
        .map(([name]) => name);
    /** One client may have lost its permission or its token in the run; then the next one is tried. */
    const ask = async (clients, call, bounds) => {
        let last;
        for (const client of clients) {
            const { until } = bounds;
            const limit = { patience: Math.max(0, until - clock.now()), signal: bounds.signal };
            const limits = { until, longestAnnounced: profile.longestWait };
            const asked = await withinPatience(clock, limit, (signal) => patiently(() => target.request(call, { client, signal }), {
                clock,
                limits,
                signal,
                throughAbsence: true,
            }));
            last = asked.result;
            const status = last.outcome.kind === 'reply' ? last.outcome.reply.status : undefined;
            if (status !== 401 && status !== 403)
                return last;
        }
        return last;
    };
    return {
        read: async (device, aspect, bounds) => {
            const call = aspect.read(device.deviceId);
            if (call.name === 'refresh')
                await restUntil(clock, bounds);
            const tried = await ask(clientsFor(device, 'device:read'), call, bounds);
            if (!tried)
                return { ok: false, detail: 'no API client of the profile may read it' };
            const { outcome } = tried;
            if (outcome.kind === 'reply' && outcome.reply.code === SUCCESS && !outcome.reply.dialectMismatches)
                return { ok: true, values: aspect.valuesIn(outcome.reply.data) };
            return { ok: false, detail: wordsOf(tried) };
        },
        perform: async (device, operation, scope, bounds) => {
            // One key for all repeats of this one command: a lost reply must not switch anything twice.
            const mark = random ? `-${random.token(6)}` : '';
            const idempotencyKey = `conform-restore-${Math.round(clock.now()).toString(36)}-${++keys}${mark}`;
            const call = { name: 'operate', deviceId: device.deviceId, operation, idempotencyKey };
            const tried = await ask(clientsFor(device, scope), call, bounds);
            if (!tried)
                return `no API client of the profile has ${scope} for it`;
            const { outcome } = tried;
            return outcome.kind === 'reply' && outcome.reply.code === SUCCESS ? undefined : wordsOf(tried);
        },
    };
}
/** A refresh that is known to come too early is not sent. */
async function restUntil(clock, { restedAt = 0, until, signal }) {
    const delay = Math.min(restedAt, until) - clock.now();
    if (delay > 0)
        await clock.sleep(delay, signal).catch(() => undefined);
}
