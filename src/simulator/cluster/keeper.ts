// The devices that this instance looks after: each is made with what was kept of it, is used by one instance at a time,
// and what becomes of it is kept and told.
import type { Clock } from '../../kernel/clock.js';
import type { SimulatedDevice, DeviceMemory, Device, DeviceOutcome } from '../device/device.js';
import type { DeviceStatus, Fleet } from '../fleet/fleet.js';
import type { IsHeld } from '../state/state-book.js';
import { LinkDown, Behind } from './link.js';
import type { ClusterNode } from './node.js';
import { createWaits, type Waits } from './view.js';
import type { DeviceRecord, DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { DeviceDirectory } from '../service/service.js';
import type { PeerQuestion } from './messages.js';

const UNTOUCHED: DeviceStatus = { online: true, powered: true };
/** In ms: what changes while a command runs goes with its outcome, where that comes soon. */
const FLUSH_AFTER = 10;

/** A class, as its state is many fields that go on changing together. */
export class DeviceKeeper {
  /** Becomes another number whenever the status of a device of another instance has changed. */
  edition = 0;
  /** Decides beforehand what faults do to a device; see `FaultEngine`. */
  ahead: (deviceId: string) => Promise<() => void> | undefined = () => undefined;
  private fleet: Fleet | undefined = undefined;
  private isHeld: IsHeld = () => false;
  private readonly memories = new Map<string, DeviceMemory>();
  private readonly ready = new Set<string>();
  private readonly loading = new Map<string, Promise<void>>();
  private readonly busy = new Map<string, number>();
  private readonly dirty = new Set<string>();
  private flushing = false;
  /** Of devices that are not as at the start, wherever they are. */
  private readonly statuses = new Map<string, DeviceStatus>();
  private readonly node: ClusterNode;
  private readonly machine: Clock;
  /** Who waits until devices are not used any more: as long as what is under way on them takes. */
  private readonly idle: Waits;

  constructor(node: ClusterNode, machine: Clock) {
    this.node = node;
    this.machine = machine;
    this.idle = createWaits(machine);
  }

  attach(fleet: Fleet, isHeld: IsHeld): void {
    this.clear();
    this.fleet = fleet;
    this.isHeld = isHeld;
  }

  /** What was kept of a device that is being made. */
  memoryOf(deviceId: string): DeviceMemory | undefined {
    const memory = this.memories.get(deviceId);
    this.memories.delete(deviceId);
    return memory;
  }

  statusOf(deviceId: string): DeviceStatus {
    const fleet = this.fleet;
    if (fleet?.isMade(deviceId) && this.node.isMine(deviceId)) return fleet.status(deviceId) ?? UNTOUCHED;
    return this.statuses.get(deviceId) ?? UNTOUCHED;
  }

  /** Whether it is worth asking: most devices are as at the start. */
  isSpecial(deviceId: string): boolean {
    return this.statuses.has(deviceId) || this.fleet?.isMade(deviceId) === true;
  }

  /** Uses a device of this instance; others do not get it before that is over. Rejects with `LinkDown`. */
  async use<T>(deviceId: string, act: (device: SimulatedDevice) => T | Promise<T>): Promise<T> {
    const letGo = this.hold(deviceId);
    let decided: (() => void) | undefined;
    try {
      if (!this.ready.has(deviceId)) await this.load(deviceId);
      const device = this.node.alive && this.node.isMine(deviceId) ? this.fleet?.get(deviceId) : undefined;
      if (!device) throw new LinkDown('the device belongs to another instance');
      const ahead = this.ahead(deviceId);
      if (!ahead) return await act(device);
      decided = await ahead;
      return await act(device);
    } finally {
      decided?.();
      letGo();
    }
  }

  /** Until it is let go, others do not get the device. */
  hold(deviceId: string): () => void {
    this.busy.set(deviceId, (this.busy.get(deviceId) ?? 0) + 1);
    return () => {
      const left = (this.busy.get(deviceId) ?? 1) - 1;
      if (left > 0) this.busy.set(deviceId, left);
      else this.busy.delete(deviceId);
      this.idle.look();
    };
  }

  /** Whether it can be used at once. */
  isReady(deviceId: string): boolean {
    return this.ready.has(deviceId);
  }

  prepare(deviceId: string): Promise<void> {
    return this.use(deviceId, () => undefined);
  }

  /** Something may have changed about a device. */
  touched(deviceId: string): void {
    this.dirty.add(deviceId);
    if (this.flushing) return;
    this.flushing = true;
    this.machine.setTimer('cluster memory', FLUSH_AFTER, () => {
      this.flushing = false;
      void this.flush();
    });
    queueMicrotask(() => this.tellStatuses());
  }

  /** As JSON, for the script that keeps it; empty when nothing has changed. */
  takeMemory(deviceId: string): string {
    if (!this.dirty.delete(deviceId) || !this.ready.has(deviceId)) return '';
    this.tellStatus(deviceId);
    return this.memoryNow(deviceId);
  }

  hearStatus(deviceId: string, { online, powered }: DeviceStatus): void {
    this.edition++;
    if (online && powered) this.statuses.delete(deviceId);
    else this.statuses.set(deviceId, { online, powered });
  }

  /** Forgets what it knows of all devices. */
  forget(): void {
    for (const { deviceId } of [...(this.fleet?.made() ?? [])]) this.fleet?.release(deviceId);
    this.clear();
  }

  private clear(): void {
    this.ready.clear();
    this.dirty.clear();
    this.memories.clear();
    this.statuses.clear();
    this.edition++;
  }

  discard(deviceId: string): void {
    this.ready.delete(deviceId);
    this.dirty.delete(deviceId);
    this.memories.delete(deviceId);
    this.statuses.delete(deviceId);
  }

  /** Gives away the devices that belong to others now, as soon as nothing is under way on them. */
  async moved(): Promise<void> {
    const leaving = [...this.ready].filter((deviceId) => !this.node.isMine(deviceId));
    await this.idle.until(() => leaving.every((deviceId) => !this.busy.has(deviceId)));
    await this.flush();
    for (const deviceId of leaving) {
      if (this.node.isMine(deviceId)) continue;
      this.fleet?.release(deviceId);
      this.ready.delete(deviceId);
    }
  }

  /** Resolves when it is kept, or when others have buried this instance. */
  async flush(): Promise<void> {
    const kept = [...this.dirty].map(async (deviceId) => {
      const memory = this.takeMemory(deviceId);
      const now = (): string => this.memoryNow(deviceId) || memory;
      if (memory !== '') await this.node.scripts.insist('tell', 'memories', deviceId, now, 0, '');
    });
    await Promise.all(kept);
  }

  private load(deviceId: string): Promise<void> {
    const known = this.loading.get(deviceId);
    if (known) return known;
    const loading = this.loadNow(deviceId).finally(() => this.loading.delete(deviceId));
    this.loading.set(deviceId, loading);
    return loading;
  }

  private async loadNow(deviceId: string): Promise<void> {
    const { id } = this.node;
    await this.node.settled();
    const [memory] = await this.node.scripts.look(['HGET', 'memories', deviceId]);
    if (id !== this.node.id || !this.node.isMine(deviceId)) throw new LinkDown('the device has moved');
    // Whoever made it before did not know what was kept of it.
    this.fleet?.release(deviceId);
    if (typeof memory === 'string') this.memories.set(deviceId, JSON.parse(memory) as DeviceMemory);
    this.fleet?.get(deviceId);
    this.ready.add(deviceId);
  }

  private tellStatuses(): void {
    for (const deviceId of this.dirty) if (this.ready.has(deviceId)) this.tellStatus(deviceId);
  }

  private tellStatus(deviceId: string): void {
    const status = this.fleet?.status(deviceId);
    if (!status || !this.node.isMine(deviceId)) return;
    const { online, powered } = status;
    const told = this.statuses.get(deviceId) ?? UNTOUCHED;
    if (told.online === online && told.powered === powered) return;
    this.hearStatus(deviceId, status);
    const text = online && powered ? '' : `${online ? 1 : 0} ${powered ? 1 : 0}`;
    this.node.scripts.tell(
      { t: 'status', from: this.node.id, deviceId, online, powered },
      ['status', deviceId, text],
      true,
    );
  }

  /** As JSON, as if no fault held it; empty where the device is not made. */
  memoryNow(deviceId: string): string {
    const memory = this.fleet?.peek(deviceId)?.remember();
    if (!memory) return '';
    const { powered, linked } = memory;
    return JSON.stringify({
      ...memory,
      powered: powered || this.isHeld('power', deviceId),
      linked: linked || this.isHeld('link', deviceId),
    });
  }
}

// The devices as the service uses them, wherever they are: what takes time is done by the instance that has the device.

/** So often the owner of a device may change while it is asked. */
const MOST_MOVES = 5;

type AtOwner = ReturnType<typeof createAtOwner>;

export function createRemoteDevices(node: ClusterNode, keeper: DeviceKeeper, fleet: Fleet) {
  const atOwner = createAtOwner(node, keeper);
  const shown = (record: DeviceRecord): DeviceRecord => {
    if (!keeper.isSpecial(record.deviceId)) return record;
    const { online, powered } = keeper.statusOf(record.deviceId);
    return record.online === online && record.powered === powered ? record : { ...record, online, powered };
  };
  return {
    /** Asks the instance that has the device, or does it here. Rejects with `LinkDown`. */
    atOwner,
    configOf: ({ deviceId }: Device): MaybePromise<DeviceConfig> =>
      atOwner<DeviceConfig>(deviceId, { kind: 'config', deviceId }, (device) => device.config()),
    directory: (inner: DeviceDirectory): Partial<DeviceDirectory> => ({
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

function createAtOwner(node: ClusterNode, keeper: DeviceKeeper) {
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
