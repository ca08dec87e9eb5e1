// Whether a call may be sent, by the devices, relays and bytes that the profile lists.
import { type Operation, touchesOf } from '../../contract/operations.js';
import type { DeviceProfileEntry, Profile } from '../profile/profile.js';
import { NO_SUCH } from '../target/no-such.js';
import type { Intent } from './intent.js';

/** Why the call must not be sent, with the line of the profile that would allow it; undefined when it may. */
export function forbiddenBy(
  { devices, management }: Pick<Profile, 'devices' | 'management'>,
  intent: Intent,
): string | undefined {
  if (intent.kind === 'none' || intent.deviceId.startsWith(NO_SUCH)) return undefined;
  const { deviceId } = intent;
  if (intent.kind === 'manage') {
    if (deviceId === management?.deviceId) return undefined;
    const offered = management ? `only ${management.deviceId}` : 'no device';
    return `device ${deviceId} is not added, removed or given a password: the profile offers ${offered} for it`;
  }
  const found = Object.entries(devices).find(([, device]) => device.deviceId === deviceId);
  if (!found) {
    const relays = intent.kind === 'operate' ? relaysIn(intent.operation).join(', ') : '';
    return (
      `device ${deviceId} is not in the profile; to have it exercised, add under devices: ` +
      `a-name: { deviceId: ${deviceId}, relays: [${relays}] }`
    );
  }
  const [name, device] = found;
  if (intent.kind === 'operate') return operationForbidden(name, device, intent.operation);
  if (device.relays.length > 0) return undefined;
  return `no relay of device ${name} may be switched, and a malformed request could do just that`;
}

function operationForbidden(
  name: string,
  device: DeviceProfileEntry,
  operation: Operation,
): string | undefined {
  const relays = relaysIn(operation);
  if (relays.length > 0) return relaysForbidden(name, device, relays);
  const foreign = touchesOf(operation).find(
    (touch) => touch.kind === 'rs485' && !mayBeSent(device, touch.data),
  );
  if (foreign?.kind !== 'rs485') return undefined;
  return (
    `the bytes ${foreign.data || '(none)'} may not be put on the RS485 line of device ${name}; to allow them, ` +
    `write them as devices.${name}.rs485.answered or .unanswered`
  );
}

function mayBeSent({ rs485: { answered, unanswered } = {} }: DeviceProfileEntry, data: string): boolean {
  return data === answered || data === unanswered;
}

function relaysForbidden(
  name: string,
  device: DeviceProfileEntry,
  indices: readonly number[],
): string | undefined {
  const foreign = indices.filter((index) => !device.relays.includes(index));
  if (foreign.length === 0) return undefined;
  const allowed = [...new Set([...device.relays, ...foreign])].toSorted((a, b) => a - b);
  return (
    `relay ${foreign.join(', ')} of device ${name} is not listed in the profile; to have it switched, write ` +
    `devices.${name}.relays: [${allowed.join(', ')}]`
  );
}

/** Relays that the operation switches, or whose settings it changes. */
function relaysIn(operation: Operation): readonly number[] {
  return touchesOf(operation).flatMap((touch) =>
    touch.kind === 'relay' || touch.kind === 'jogDuration' ? touch.index : [],
  );
}
