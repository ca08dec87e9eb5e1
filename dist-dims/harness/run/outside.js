import { isWitness } from '../profile/stimuli/catalogue.js';
/** Why the check cannot run, with what to add to the profile; undefined when nothing is missing. */
export function missingOutside(needs, profile, offers) {
    if (needs.management && !profile.management)
        return NO_MANAGEMENT;
    for (const need of needs.stimuli) {
        const why = missingStimulus(need, profile, offers);
        if (why !== undefined)
            return `no ${isWitness(need.name) ? 'witness' : 'stimulus'} ${need.name}: ${why}`;
    }
    return undefined;
}
const NO_MANAGEMENT = 'device management: the profile offers no device for it; add ' +
    '"management: { deviceId: …, profileId: …, passwordEnv: … }"';
function missingStimulus({ name, device }, { devices }, offers) {
    const offered = offers(name);
    if (offered.kind === 'missing')
        return offered.reason;
    if (device === undefined)
        return undefined;
    const of = Object.keys(devices).map((each) => offers(name, each));
    const refused = of.find((each) => each.kind === 'missing');
    return of.some(({ kind }) => kind === 'ok') || !refused ? undefined : refused.reason;
}
/** Whether all that is done to the scenario's device can be done to this device of the profile. */
export function canBeDoneTo(device, stimuli, scenarioName, offers) {
    return stimuli
        .filter((need) => need.device === scenarioName)
        .every((need) => offers(need.name, device).kind === 'ok');
}
