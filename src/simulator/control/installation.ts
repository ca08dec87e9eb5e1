// What the control plane and library users act on: one simulator with its clock, its faults and its journal.
import type { Clock } from '../../kernel/clock.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Device } from '../device/device.js';
import type { Simulator } from '../simulator.js';
import type { FaultDesk } from './fault-desk.js';
import type { Journal } from './journal/journal.js';
import type { ExchangeOnWire, WireTap } from './page/wire-tap.js';
import type { DevicesOfSnapshot, Snapshot } from './snapshot/snapshot.js';

export interface Installation {
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly journal: Journal;
  /** A copy without secrets. */
  clean<T>(value: T): T;
  readonly tap: WireTap;
  /** An exchange as it was sent, without secrets; undefined where that is not kept. */
  wire(exchange: number): Promise<ExchangeOnWire | undefined>;
  readonly faults: FaultDesk;
  /** As it is now: a reset replaces it. */
  readonly simulator: Simulator;
  /** Open WebSocket connections. */
  readonly connections: { readonly count: number };
  /** Open sockets of the service, all that there have been, and those that a limit has closed. */
  readonly sockets: { readonly open: number; readonly total: number; readonly dropped: number };
  /** Records a failure of the simulator itself. */
  onBug(error: unknown): void;
  device(deviceId: string): DeviceHandle | undefined;
  /** Back to the fleet file and the faults of the start. Connections are closed; time goes on. */
  reset(): void;
  /** @param devices default: those of this process. */
  snapshot(devices?: DevicesOfSnapshot): Snapshot;
  /** A reset, and then the state of the snapshot. */
  restore(snapshot: Snapshot): void;
}

/** A device as the control plane and library users act on it. */
export interface DeviceHandle extends Pick<Device, 'deviceId' | 'stimuli' | 'channels' | 'physical'> {
  /** What it would report at this moment. */
  reported(): Peripherals;
  /** Its true state. */
}
