import { problemAt, unknownName, validate } from '../../document/validate.js';
import { readYaml } from '../../document/yaml-document.js';
import { readOrders } from '../faults/plan/parse-fault-plan.js';
import { complaintsAbout } from '../fleet/check-device.js';
import { resolveDevices } from '../fleet/resolve-devices.js';
import { resolveProfile } from '../fleet/resolve-profile.js';
import { allStyles } from '../styles/registry.js';
import { variantFileSchema } from './variant-file.js';
/** @param file what problems call the file. */
export function parseVariant(text, file, base) {
    const read = readYaml(text, file);
    if (!read.ok)
        return read;
    const document = read.value;
    const parsed = validate(document, variantFileSchema);
    if (!parsed.ok)
        return parsed;
    const { title, why, dialect, shared, styles = [] } = parsed.value;
    const problems = styleProblems(document, styles);
    const fleet = amended(document, base.fleet, parsed.value, problems);
    if (problems.length > 0)
        return { ok: false, problems };
    const faults = readOrders(document, parsed.value.faults?.length ?? 0, base.namesOf(fleet));
    if (!faults.ok)
        return faults;
    return { ok: true, value: { title, why, fleet, dialect, faults: faults.value, styles, shared } };
}
function styleProblems(document, styles) {
    const known = allStyles().map(({ id }) => id);
    return styles.flatMap((id, at) => {
        if (!known.includes(id))
            return [unknownName(document, ['styles', at], 'style', id, known)];
        return styles.indexOf(id) === at ? [] : [problemAt(document, ['styles', at], `"${id}" is there twice`)];
    });
}
function amended(document, base, file, problems) {
    const own = Object.entries(file.profiles ?? {}).map(([profileId, profile]) => {
        const device = resolveProfile(profile);
        for (const { key, message } of complaintsAbout(device))
            problems.push(problemAt(document, ['profiles', profileId, key], message));
        return { profileId, device, ...(profile.model === undefined ? {} : { model: profile.model }) };
    });
    const byId = new Map([...base.profiles, ...own].map((profile) => [profile.profileId, profile]));
    const before = new Map(base.profiles.map((profile) => [profile.profileId, profile.device]));
    // Devices with overrides of their own keep what they have.
    const kept = base.devices.map((entry) => {
        const device = byId.get(entry.profileId)?.device;
        return device && entry.device === before.get(entry.profileId) ? { ...entry, device } : entry;
    });
    const added = resolveDevices(document, file.devices ?? [], byId, problems);
    const { limits } = base;
    return {
        ...base,
        limits: { ...limits, ...file.limits, quotas: { ...limits.quotas, ...file.limits?.quotas } },
        profiles: [...byId.values()],
        devices: [...kept, ...added],
    };
}
