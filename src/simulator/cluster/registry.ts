// What all instances hold in memory of fleet and clients: what was changed before this one joined, and what is changed since.
import type { DeviceAddition } from '../../contract/schemas/device.js';
import type { Fleet } from '../fleet/fleet.js';
import type { ServicePorts } from '../service/ports.js';
import type { NodeMessage, Registry } from './hooks.js';
import type { DeviceKeeper } from './keeper.js';

/** A device that was added, by a client, or in a snapshot with all clients that see it. */
interface AddedRecord {
  readonly addition: DeviceAddition;
  readonly client: string;
  readonly clients?: readonly string[];
}

interface Holder {
  readonly fleet: Fleet;
  readonly ports: Pick<ServicePorts, 'access'>;
}

/** A change of the fleet that another instance was asked for. */
export function changeFleet(
  { fleet, ports: { access } }: Holder,
  message: Extract<NodeMessage, { t: 'added' | 'removed' | 'password' }>,
): void {
  switch (message.t) {
    case 'added':
      fleet.add(message.addition);
      access.look(message.client)?.allow(message.addition.deviceId);
      return;
    case 'removed':
      fleet.remove(message.deviceId);
      access.forgetDevice(message.deviceId);
      return;
    case 'password':
      fleet.setPassword(message.deviceId, message.password);
  }
}

/** Makes of the fleet file, or of what was known before, what the cluster has. */
export function takeOver(
  { fleet, keeper, ports: { access } }: Holder & { readonly keeper: DeviceKeeper },
  registry: Registry,
): void {
  const added = registry.added.map((text) => JSON.parse(text) as AddedRecord);
  const wanted = new Set(added.map(({ addition }) => addition.deviceId));
  for (const { deviceId } of fleet.changes().added) if (!wanted.has(deviceId)) fleet.remove(deviceId);
  for (const deviceId of registry.removed)
    if (fleet.has(deviceId) && !wanted.has(deviceId)) fleet.remove(deviceId);
  const here = new Set(fleet.changes().added.map(({ deviceId }) => deviceId));
  for (const { addition, client, clients } of added) {
    // One of the file that was removed, and added anew since.
    if (!here.has(addition.deviceId)) fleet.remove(addition.deviceId);
    fleet.add(addition);
    for (const each of clients ?? [client]) access.look(each)?.allow(addition.deviceId);
  }
  for (const [deviceId, password] of registry.passwords) fleet.setPassword(deviceId, password);
  for (const [deviceId, status] of registry.status)
    keeper.hearStatus(deviceId, { online: status.startsWith('1'), powered: status.endsWith('1') });
  for (const [clientId, disabled] of registry.disabled) access.setDisabled(clientId, disabled === '1');
}
