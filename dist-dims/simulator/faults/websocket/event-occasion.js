export function eventOccasion({ topic, deviceId }, { id, clientId }) {
    return { what: `${topic} of ${deviceId} to ${id} of ${clientId}`, deviceId };
}
