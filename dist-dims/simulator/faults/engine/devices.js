// The devices of a fleet that a selector selects, without a walk through the fleet where ids name them.
import { isGlob } from '../../../pattern/glob.js';
export function* selectedDevices(fleet, { device }, selects) {
    const named = device && !device.some(isGlob);
    for (const identity of named ? identitiesOf(fleet, device) : fleet.list()) {
        if (selects({ deviceId: identity.deviceId }))
            yield identity;
    }
}
function identitiesOf(fleet, ids) {
    return ids.flatMap((id) => fleet.identity(id) ?? []);
}
