/** Devices that are remembered at most: the first ones that are listed. */
const MOST_REMEMBERED = 2000;
export function createRecords() {
    const known = new Map();
    return {
        of: (identity, status) => {
            const { deviceId } = identity;
            const record = known.get(deviceId);
            if (record && holds(record, identity, status))
                return record;
            if (!record && known.size >= MOST_REMEMBERED)
                return recordOf(identity, status);
            const fresh = Object.freeze(recordOf(identity, status));
            known.set(deviceId, fresh);
            return fresh;
        },
    };
}
/** A device may have been removed, and another one added under its identifier. */
function holds(record, { name, profileId }, status) {
    return (record.online === status.online &&
        record.powered === status.powered &&
        record.name === name &&
        record.profileId === profileId);
}
/** Field by field, as spreading costs more than all the rest of a list. */
function recordOf({ deviceId, name, profileId }, { online, powered }) {
    return { deviceId, name, profileId, online, powered };
}
