// Why a call must not be sent: what the profile does not list is never touched.
import type { Operation } from '../../contract/schemas/command.js';
import type { Call } from '../target/call.js';
import type { DeviceProfileEntry, Profile } from '../target/profile.js';
import type { FoundRelays } from './read-relays.js';

/** Scenarios that need a device which is surely not there begin its identifier like this. */
const MADE_UP = /^conform-/;

/** In words; undefined when the call may be sent. */
export function objectionTo(
  call: Call,
  profile: Profile,
  found: ReadonlyMap<string, FoundRelays>,
): string | undefined {
  if (call.name === 'operate') return toOperation(call.deviceId, call.operation, profile, found);
  if (call.name === 'removeDevice' || call.name === 'changePassword') {
    if (MADE_UP.test(call.deviceId)) return undefined;
    return `the profile offers no device for device management, and ${call.deviceId} may not be lost`;
  }
  if (call.name === 'addDevice' && !MADE_UP.test(call.addition.deviceId)) {
    return `the profile offers no device for device management, so ${call.addition.deviceId} is not added`;
  }
  return undefined;
}

function toOperation(
  deviceId: string,
  operation: Operation,
  profile: Profile,
  found: ReadonlyMap<string, FoundRelays>,
): string | undefined {
  const device = Object.values(profile.devices).find((each) => each.deviceId === deviceId);
  if (!device) return MADE_UP.test(deviceId) ? undefined : `the profile does not list the device ${deviceId}`;
  switch (operation.name) {
    case 'device.relay.set':
      return toSwitching(
        device,
        operation.params.relays.map(({ index }) => index),
        found.get(deviceId),
      );
    case 'device.rs485.transceive':
      return toBytes(device, operation.params.data);
    case 'device.rs485.baudRate.set':
    case 'device.relay.jogConfig.set':
      return undefined;
  }
}

function toSwitching(
  { deviceId, relays }: DeviceProfileEntry,
  indices: readonly number[],
  found: FoundRelays | undefined,
): string | undefined {
  const forbidden = indices.filter((index) => !relays.includes(index));
  if (forbidden.length > 0) return `the profile does not allow relay ${forbidden.join(', ')} of ${deviceId}`;
  if (!found) return `the relays of ${deviceId} were not read before the run`;
  return found.ok ? undefined : `the relays of ${deviceId} could not be read before the run: ${found.why}`;
}

function toBytes({ deviceId, rs485 }: DeviceProfileEntry, data: string): string | undefined {
  if (data === rs485?.answered || data === rs485?.unanswered) return undefined;
  return `the profile does not list the bytes ${data} for the RS485 line of ${deviceId}`;
}
