export const APPLIED = { kind: 'applied' };
export function failed(detail) {
    return { kind: 'failed', detail };
}
/** `input 1 of bench`, `bench`, `operator`. */
export function subjectOf({ device, client, index, key }) {
    const owner = device?.name ?? client?.name ?? 'the target';
    if (index !== undefined)
        return `input ${index} of ${owner}`;
    return key === undefined ? owner : `sensor ${key} of ${owner}`;
}
