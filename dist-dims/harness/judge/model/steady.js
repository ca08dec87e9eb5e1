// Whether a device stayed where it was: with its power, its network and its place in the account. What a device
// does with its relays when it loses power is not stated.
import { perDevice } from '../per-view.js';
const AWAY = new Set(['cut-power', 'restore-power', 'drop-link', 'restore-link']);
export const isSteady = perDevice((deviceId, { events, stimuli, exchanges }) => {
    const told = events.some((each) => each.deviceId === deviceId && /^device\.(connection|power)\./.test(each.topic));
    const done = stimuli.some((each) => each.deviceId === deviceId && AWAY.has(each.name));
    const managed = exchanges.some(({ request: { what, deviceId: which = deviceId } }) => (what === 'devices.add' || what === 'devices.remove') && which === deviceId);
    return !told && !done && !managed;
});
