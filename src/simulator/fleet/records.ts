// What a list says of each device. A record that still holds is given out again, frozen: whoever has spelled it
// once need not do so again.
import type { DeviceIdentity, DeviceStatus } from './fleet.js';

type DeviceRecord = DeviceIdentity & DeviceStatus;

export interface Records {
  of(identity: DeviceIdentity, status: DeviceStatus): DeviceRecord;
}

/** Devices that are remembered at most: the first ones that are listed. */
const MOST_REMEMBERED = 2000;

export function createRecords(): Records {
  const known = new Map<string, DeviceRecord>();
  return {
    of: (identity, status) => {
      const { deviceId } = identity;
      const record = known.get(deviceId);
      if (record && holds(record, identity, status)) return record;
      if (!record && known.size >= MOST_REMEMBERED) return recordOf(identity, status);
      const fresh = Object.freeze(recordOf(identity, status));
      known.set(deviceId, fresh);
      return fresh;
    },
  };
}

/** A device may have been removed, and another one added under its identifier. */
function holds(record: DeviceRecord, { name, profileId }: DeviceIdentity, status: DeviceStatus): boolean {
  return (
    record.online === status.online &&
    record.powered === status.powered &&
    record.name === name &&
    record.profileId === profileId
  );
}

/** Field by field, as spreading costs more than all the rest of a list. */
function recordOf(
  { deviceId, name, profileId }: DeviceIdentity,
  { online, powered }: DeviceStatus,
): DeviceRecord {
  return { deviceId, name, profileId, online, powered };
}
