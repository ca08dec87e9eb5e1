// What a well-formed operation does to its device, as effects.
import { type Operation, touchesOf } from '../../../contract/operations.js';
import type { Effect } from './effect.js';

export function operationEffects(deviceId: string, operation: Operation): readonly Effect[] {
  return touchesOf(operation).map((touch): Effect => {
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
        return touch satisfies never;
    }
  });
}
