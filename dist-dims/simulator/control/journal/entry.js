/** The request of an exchange, as a record. */
export function requestOf({ exchange, origin, channel, client, request }) {
    return {
        kind: 'request',
        exchange,
        channel,
        ...(client !== undefined && { client }),
        ...(origin && placeOf(origin)),
        ...request,
    };
}
function placeOf(origin) {
    if (origin.channel === 'ws') {
        const { connection, requestId, at } = origin;
        return {
            connection: connection.id,
            ...(requestId !== undefined && { requestId }),
            seen: { from: at, to: at },
        };
    }
    const { method, path, seen, headers } = origin;
    return { method, path, ...(headers && { headers }), ...(seen && { seen }) };
}
/** The answer of an exchange that has one, as a record. */
export function replyOf(row) {
    const { exchange, channel, client, request, status, code, commandId, commandStatus, data } = row;
    const { what, deviceId } = request;
    return {
        kind: 'reply',
        exchange,
        channel,
        what,
        took: row.answeredAt - row.askedAt,
        ...(client !== undefined && { client }),
        ...(deviceId !== undefined && { deviceId }),
        ...(status !== undefined && { status }),
        ...(code !== undefined && { code }),
        ...(commandId !== undefined && { commandId }),
        ...(commandStatus !== undefined && { commandStatus }),
        ...(data !== undefined && { data }),
    };
}
export function matches(record, { device, client, kinds, codes, slow, since }) {
    return ((since === undefined || record.seq > since) &&
        (kinds === undefined || kinds.includes(record.kind)) &&
        (codes === undefined || ('code' in record && record.code !== undefined && codes.includes(record.code))) &&
        (slow === undefined || ('took' in record && record.took !== undefined && record.took >= slow)) &&
        (device === undefined || ('deviceId' in record && record.deviceId === device)) &&
        (client === undefined || ('client' in record && record.client === client)));
}
/** One JSON text a line. */
export function toNdjson(records) {
    let text = '';
    for (const record of records)
        text += `${JSON.stringify(record)}\n`;
    return text;
}
