// The devices as the service uses them, wherever they are: what takes time is done by the instance that has the device.
import type { DeviceRecord, DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { Device, DeviceOutcome } from '../device/device.js';
import type { Fleet } from '../fleet/fleet.js';
import type { DeviceDirectory } from '../service/device-directory.js';
import type { DeviceKeeper } from './keeper.js';
import { Behind, LinkDown } from './link.js';
import type { PeerQuestion } from './messages.js';
import type { ClusterNode } from './node.js';

export interface RemoteDevices {
  /** Asks the instance that has the device, or does it here. Rejects with `LinkDown`. */
  atOwner<T>(deviceId: string, what: PeerQuestion, here: (device: Device) => T | Promise<T>): Promise<T>;
  directory(inner: DeviceDirectory): DeviceDirectory;
  configOf(device: Device): MaybePromise<DeviceConfig>;
}

/** So often the owner of a device may change while it is asked. */
const MOST_MOVES = 5;

type AtOwner = RemoteDevices['atOwner'];

export function createRemoteDevices(node: ClusterNode, keeper: DeviceKeeper, fleet: Fleet): RemoteDevices {
  const atOwner = createAtOwner(node, keeper);
  const shown = (record: DeviceRecord): DeviceRecord => {
    if (!keeper.isSpecial(record.deviceId)) return record;
    const { online, powered } = keeper.statusOf(record.deviceId);
    return record.online === online && record.powered === powered ? record : { ...record, online, powered };
  };
  return {
    atOwner,
    configOf: ({ deviceId }) =>
      atOwner<DeviceConfig>(deviceId, { kind: 'config', deviceId }, (device) => device.config()),
    directory: (inner) => ({
      ...inner,
      get addedCount() {
        return inner.addedCount;
      },
      edition: () => inner.edition() + keeper.edition,
      *list(after) {
        for (const record of inner.list(after)) yield shown(record);
      },
      describe: (deviceId) => {
        const record = inner.describe(deviceId);
        return record && shown(record);
      },
      find: (deviceId) => deviceOf(deviceId, keeper, fleet, atOwner),
    }),
  };
}

function createAtOwner(node: ClusterNode, keeper: DeviceKeeper): AtOwner {
  return async <T>(
    deviceId: string,
    what: PeerQuestion,
    here: (device: Device) => T | Promise<T>,
  ): Promise<T> => {
    for (let move = 0; move < MOST_MOVES; move++) {
      if (node.isMine(deviceId)) return keeper.use(deviceId, here);
      const owner = node.ownerOf(deviceId);
      if (owner === undefined) break;
      try {
        return (await node.ask(owner, what)) as T;
      } catch (error) {
        if (!(error instanceof Behind)) throw error;
      }
    }
    throw new LinkDown('the device moves from instance to instance');
  };
}

function deviceOf(
  deviceId: string,
  keeper: DeviceKeeper,
  fleet: Fleet,
  atOwner: AtOwner,
): Device | undefined {
  const channels = fleet.channels(deviceId);
  if (!channels) return undefined;
  const local = (): Device => fleet.get(deviceId) as Device;
  return {
    deviceId,
    channels,
    isOnline: () => keeper.statusOf(deviceId).online,
    isPowered: () => keeper.statusOf(deviceId).powered,
    config: () => local().config(),
    peripherals: () => local().peripherals(),
    physical: () => local().physical(),
    listen: (listener) => local().listen(listener),
    get stimuli() {
      return local().stimuli;
    },
    refresh: () =>
      atOwner<DeviceOutcome<Peripherals>>(deviceId, { kind: 'refresh', deviceId }, (device) =>
        device.refresh(),
      ).catch(() => ({ kind: 'timeout' })),
    perform: (operation) =>
      keeper.use(deviceId, (device) => device.perform(operation)).catch(() => ({ kind: 'timeout' })),
  };
}
