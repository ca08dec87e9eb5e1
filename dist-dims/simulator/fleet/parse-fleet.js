import { problemAt, validate } from '../../document/validate.js';
import { readYaml } from '../../document/yaml-document.js';
import { complaintsAbout } from './check-device.js';
import { resolveClients } from './resolve-clients.js';
import { resolveDevices } from './resolve-devices.js';
import { resolveProfile } from './resolve-profile.js';
import { fleetFileSchema } from './schema/fleet-file.js';
/** @param load gives the text of a CSV file that a replay names; without it, only inline CSV is known. */
export function parseFleet(text, fileName, load = () => undefined) {
    const document = readYaml(text, fileName);
    if (!document.ok)
        return document;
    const file = validate(document.value, fleetFileSchema(load));
    if (!file.ok)
        return file;
    const problems = [];
    const fleet = resolve(document.value, file.value, problems);
    return problems.length > 0 ? { ok: false, problems } : { ok: true, fleet };
}
function resolve(document, file, problems) {
    const profiles = Object.entries(file.profiles).map(([profileId, profile]) => {
        const device = resolveProfile(profile, file.timing);
        for (const { key, message } of complaintsAbout(device)) {
            problems.push(problemAt(document, ['profiles', profileId, key], message));
        }
        return { profileId, device, ...(profile.model === undefined ? {} : { model: profile.model }) };
    });
    const byId = new Map(profiles.map((profile) => [profile.profileId, profile]));
    const devices = resolveDevices(document, file.devices, byId, problems);
    const clients = resolveClients(document, file.clients, devices, problems);
    return { seed: file.seed, limits: file.limits, profiles, devices, clients };
}
