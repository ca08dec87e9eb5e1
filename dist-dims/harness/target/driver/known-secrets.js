// What a run knows to be secret before it begins, and what it knows to be public.
import { PUBLIC_WORDS } from '../../../contract/public-words.js';
/** Keeps the secrets of the profile's clients and stimuli, and the password of its device for management. */
export function keepProfile(secrets, profile) {
    for (const [name, { clientSecret }] of Object.entries(profile.clients))
        secrets.keep(clientSecret, `<secret of ${name}>`);
    for (const { value, alias } of profile.stimuli?.secrets ?? [])
        secrets.keep(value, alias);
    if (profile.management)
        secrets.keep(profile.management.password, '<password>');
    secrets.open(PUBLIC_WORDS);
    secrets.open(namesIn(profile));
}
function namesIn({ clients, devices = {}, management, }) {
    return [
        ...Object.entries(clients).flatMap(([name, { clientId }]) => [name, clientId]),
        ...Object.entries(devices).flatMap(([name, { deviceId }]) => [name, deviceId]),
        ...(management ? [management.deviceId, management.profileId, management.name ?? ''] : []),
    ];
}
/** The dialect's names for what holds a password or a ticket. */
export function openDialect(secrets, { namesOf }) {
    secrets.open([...namesOf('ticket'), ...namesOf('passwordChange'), ...namesOf('deviceAddition')]);
}
