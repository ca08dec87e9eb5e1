// Stimuli by a wire on the bench: a relay of the device drives one of its inputs, and the interface the relay.
import { SUCCESS } from '../../../contract/error-codes.js';
import { grants } from '../../../contract/scopes.js';
import { patiently, wordsOf } from '../../target/patiently.js';
import { APPLIED, failed } from '../../profile/stimuli/act.js';
/** How long interference is waited out, in ms. */
const LONGEST = 30_000;
export function wiringDriver({ wires }, { profile, target, key }) {
    return async ({ device, index, active }, signal) => {
        const wire = wires.find((each) => each.device === device?.name && each.input === index);
        if (!wire || !device)
            return failed(`no wire leads to input ${index}`);
        const client = Object.entries(profile.clients).find(([, { scopes, devices }]) => grants(scopes, 'device:control') && (devices?.includes(device.name) ?? true))?.[0];
        if (client === undefined)
            return failed('no API client of the profile may switch its relays');
        const action = active === wire.inverted ? 'off' : 'on';
        const relays = [{ index: wire.relay, action }];
        const operation = { name: 'device.relay.set', params: { relays } };
        const call = { name: 'operate', deviceId: device.deviceId, operation, idempotencyKey: key() };
        const { clock } = target;
        const limits = { until: clock.now() + LONGEST, longestAnnounced: profile.longestWait };
        const tried = await patiently(() => target.request(call, { client }), { clock, limits, signal });
        const { outcome } = tried;
        if (outcome.kind === 'reply' && outcome.reply.code === SUCCESS)
            return APPLIED;
        return failed(`switching relay ${wire.relay}: ${wordsOf(tried)}`);
    };
}
