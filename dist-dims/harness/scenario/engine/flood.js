/** Words for the first flood of a trace; undefined where there is none. */
export function floodIn(records) {
    const [flood] = floodsIn(records);
    return flood && `the target flooded connection ${flood.connection}, which was ended: ${flood.detail ?? ''}`;
}
/** Frames of a flood that show what it was. */
const MOST_KEPT = 100;
/** The records without most of what flooded a connection: results are kept until the end of a run. */
export function withoutFlood(records) {
    const flooded = new Map(floodsIn(records).map(({ connection }) => [connection, 0]));
    if (flooded.size === 0)
        return records;
    return records.filter((record) => {
        if (record.kind !== 'event' && record.kind !== 'stray')
            return true;
        const seen = flooded.get(record.connection);
        if (seen === undefined)
            return true;
        flooded.set(record.connection, seen + 1);
        return seen < MOST_KEPT;
    });
}
function floodsIn(records) {
    return records.filter((record) => record.kind === 'connection').filter(({ flooded }) => flooded === true);
}
