import { createRoster } from './roster.js';
import { createIdentities } from './identities.js';
export function createInventory({ devices, profiles }) {
    const roster = createRoster(devices);
    const identities = createIdentities(roster, identityAt);
    const added = new Map();
    const removed = new Set();
    const passwords = new Map();
    const find = (deviceId) => {
        const place = removed.has(deviceId) ? undefined : roster.find(deviceId);
        const item = added.get(deviceId) ?? (place && itemAt(deviceId, place));
        const password = passwords.get(deviceId);
        return item && password !== undefined ? { ...item, password } : item;
    };
    function* idsWhere(test) {
        const chosen = devices.filter(({ device }) => test(device));
        for (const [deviceId] of createRoster(chosen).ids())
            if (!removed.has(deviceId))
                yield deviceId;
        for (const [deviceId, { device }] of added)
            if (test(device))
                yield deviceId;
    }
    return {
        get count() {
            return roster.count - removed.size + added.size;
        },
        get addedCount() {
            return added.size;
        },
        find,
        idsWhere,
        has: (deviceId) => added.has(deviceId) || (!removed.has(deviceId) && roster.find(deviceId) !== undefined),
        *list(after) {
            const isAdded = after !== undefined && added.has(after);
            if (!isAdded) {
                const start = after === undefined ? undefined : roster.find(after);
                for (const identity of identities(start))
                    if (!removed.has(identity.deviceId))
                        yield identity;
            }
            let passed = !isAdded;
            for (const [deviceId, { identity }] of added) {
                if (passed)
                    yield identity;
                else
                    passed = deviceId === after;
            }
        },
        add: ({ deviceId, name = deviceId, profileId, password }) => {
            if (find(deviceId))
                return 'exists';
            const profile = profiles.find((each) => each.profileId === profileId);
            if (!profile)
                return 'unknown-profile';
            added.set(deviceId, { identity: { deviceId, name, profileId }, password, device: profile.device });
            return 'added';
        },
        remove: (deviceId) => {
            if (!find(deviceId))
                return false;
            passwords.delete(deviceId);
            // An id of the file stays removed, also when it was added anew in between.
            if (!added.delete(deviceId))
                removed.add(deviceId);
            return true;
        },
        setPassword: (deviceId, password) => {
            if (!find(deviceId))
                return false;
            passwords.set(deviceId, password);
            return true;
        },
        changes: () => changesOf(added, removed, passwords),
    };
}
function changesOf(added, removed, passwords) {
    return {
        added: [...added.values()].map(({ identity, password }) => ({
            ...identity,
            password: passwords.get(identity.deviceId) ?? password,
        })),
        removed: [...removed],
        passwords: [...passwords]
            .filter(([deviceId]) => !added.has(deviceId))
            .map(([deviceId, password]) => ({ deviceId, password })),
    };
}
function itemAt(deviceId, { entry, place }) {
    const password = numbered(entry.password, entry, place);
    return { identity: identityAt(deviceId, entry, place), password, device: entry.device };
}
function identityAt(deviceId, entry, place) {
    const name = entry.name === undefined ? deviceId : numbered(entry.name, entry, place);
    return { deviceId, name, profileId: entry.profileId };
}
function numbered(text, { ids }, place) {
    return text.replaceAll('{n}', ids.numberAt(place));
}
