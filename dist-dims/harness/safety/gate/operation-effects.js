// What a well-formed operation does to its device, as effects.
import { touchesOf } from '../../../contract/operations.js';
export function operationEffects(deviceId, operation) {
    return touchesOf(operation).map((touch) => {
        switch (touch.kind) {
            case 'relay':
                return { kind: 'switch', deviceId, relay: touch.index, jog: touch.to === 'jog' };
            case 'jogDuration':
                return { kind: 'jogDuration', deviceId, relay: touch.index };
            case 'baudRate':
                return { kind: 'baudRate', deviceId };
            case 'rs485':
                return { kind: 'bytes', deviceId, data: touch.data };
            default:
                return touch;
        }
    });
}
