// Checks that the names in a selector exist in the fleet: a fault that can select nothing is a mistake.
import { unknownName } from '../../../document/validate.js';
import { isGlob } from '../../../pattern/glob.js';
/** Among more devices than this, a suggestion for a mistyped one is not looked for. */
const MOST_SUGGESTIONS = 10_000;
/** Patterns are not checked, as they may be meant for devices that are added later. */
export function namesProblems(document, selector, known) {
    const profiles = known.profiles.map(({ profileId }) => profileId);
    const clients = known.clients.map(({ clientId }) => clientId);
    const check = (key, isKnown, names) => (selector[key] ?? []).flatMap((name, at) => isGlob(name) || isKnown(name) ? [] : [unknownName(document, ['on', key, at], key, name, names())]);
    return [
        ...check('device', known.has, () => (known.count > MOST_SUGGESTIONS ? [] : deviceIds(known))),
        ...check('profile', (name) => profiles.includes(name), () => profiles),
        ...check('client', (name) => clients.includes(name), () => clients),
    ];
}
function* deviceIds(known) {
    for (const { deviceId } of known.list())
        yield deviceId;
}
