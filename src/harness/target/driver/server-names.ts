// A server that chooses identifiers: what is added goes by its serial number, and its name comes with the reply.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { ShapeValue } from '../../../contract/schemas/shapes.js';
import type { Call, CallReply } from '../call.js';
import type { Driver } from './driver.js';

/** The addition of the managed device by its serial number, whatever it was called before. */
export function bySerial({ management }: Driver, call: Call): Call {
  const { serial } = management ?? {};
  if (call.name !== 'addDevice' || serial === undefined) return call;
  return call.addition.deviceId === management?.deviceId
    ? { ...call, addition: { ...call.addition, deviceId: serial } }
    : call;
}

export function learnName(
  { management }: Driver,
  call: Call,
  { code, data, dialectMismatches }: CallReply,
): void {
  if (call.name !== 'addDevice' || code !== SUCCESS || dialectMismatches) return;
  const { device } = data as ShapeValue<'deviceAdded'>;
  management?.named?.(device.deviceId);
}
