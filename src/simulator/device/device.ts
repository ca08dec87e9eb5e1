// What a simulated device offers to the service above it, and to those who play tricks on it.
import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import type { Operation, OperationResult } from '../../contract/operations.js';
import type { SignalPattern } from './pattern.js';
import type { SignalSpec } from './schema/signals.js';
import type { ChannelChange } from '../../contract/schemas/message.js';

/** How an act on the device ended. `timeout`: nobody answered. `unreachable`: the link is down. */
export type DeviceOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' };

/** How many channels of each kind the device has; relay and input indices run from 1. */
export interface DeviceChannels {
  readonly relays: number;
  readonly digitalInputs: number;
  readonly analogInputs: number;
  readonly sensors: readonly string[];
  readonly rs485: boolean;
}

/** What is really so, beside what the device reports: the two differ when a relay is stuck. */
export interface PhysicalTruth {
  readonly relays: readonly {
    readonly index: number;
    readonly closed: boolean;
    readonly switchedTimes: number;
  }[];
  /** Where the contacts of the inputs are, before the device has debounced them. */
  readonly digitalInputs: readonly { readonly index: number; readonly active: boolean }[];
  /** Operations that the device has carried out since it was made, refreshes not counted. */
  readonly executions: number;
  readonly powered: boolean;
  readonly linked: boolean;
}

/** The values that analog inputs and sensors really have: what is read of them may be something else. */
export interface TrueReadings {
  readonly analogInputs: readonly number[];
  readonly sensors: readonly number[];
}

export type PastReadings = { readonly [K in keyof TrueReadings]: readonly (number | undefined)[] };

/** What can be kept of a device and given to another one like it. */
export interface DeviceMemory {
  readonly relays: readonly { readonly on: boolean; readonly jogDuration: number }[];
  /** Null: it follows the pattern of the fleet file, or stands where it began. */
  readonly inputs: readonly (boolean | null)[];
  /** Null: it shows a signal. */
  readonly analogInputs: readonly (number | null)[];
  readonly sensors: readonly (number | null)[];
  /** Null when there is no port, or nobody has touched it. */
  readonly baudRate: number | null;
  readonly powered: boolean;
  readonly linked: boolean;
}

export interface Device {
  readonly deviceId: string;
  readonly channels: DeviceChannels;
  isOnline(): boolean;
  isPowered(): boolean;
  config(): DeviceConfig;
  /** The runtime state that the device would report at this moment; takes no time. */
  peripherals(): Peripherals;
  /** Reads everything afresh; takes the device's refresh time. */
  refresh(): Promise<DeviceOutcome<Peripherals>>;
  /** Carries out an operation; takes the device's time. Few operations yield a result. */
  perform(operation: Operation): Promise<DeviceOutcome<OperationResult | undefined>>;
  physical(): PhysicalTruth;
  /** Calls `listener` at each event, in order; returns the way to stop. */
  listen(listener: (event: DeviceEvent) => void): () => void;
  readonly stimuli: DeviceStimuli;
}

/** A device as those hold it who made it. */
export interface SimulatedDevice extends Device {
  /** Clock time of its last event in ms; undefined before the first. */
  readonly changedAt: number | undefined;
  /** In the order of `peripherals`. */
  trueReadings(): TrueReadings;
  /** The same at a time in ms that is over; undefined for what began later. */
  pastReadings(time: number): PastReadings;
  /** Looks again at what influences hold fast, such as a stuck relay: call it when one comes or goes. */
  reconsider(): void;
  /** What can be kept of it, and given to another one that has just been made of the same spec. */
  remember(): DeviceMemory;
  recall(memory: DeviceMemory): void;
  /** Stops the device for good, without an event. */
  dispose(): void;
}

/** What the world does to a device. Indices run from 1; an unknown channel answers false and does nothing. */
export interface DeviceStimuli {
  setInput(index: number, active: boolean): boolean;
  /** Lets an input follow a pattern that begins now, until it is set. */
  driveInput(index: number, pattern: SignalPattern): boolean;
  setAnalog(index: number, value: number): boolean;
  /** Lets an analog input show a signal that begins now, until it is set. */
  driveAnalog(index: number, signal: SignalSpec): boolean;
  setSensor(key: string, value: number): boolean;
  driveSensor(key: string, signal: SignalSpec): boolean;
  cutPower(): void;
  restorePower(): void;
  dropLink(): void;
  restoreLink(): void;
  /** Bytes (hex) that a peripheral puts on the RS485 line by itself; false when there is no port. */
  injectRs485(data: string): boolean;
}

// What happened at a device.

/** What happened at the device, as it tells the service; the events of the WebSocket follow from it. */
export type DeviceEvent =
  | { readonly kind: 'online' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'power-lost' }
  | { readonly kind: 'power-restored' }
  | {
      readonly kind: 'state-changed';
      readonly changes: readonly ChannelChange[];
      readonly peripherals: Peripherals;
    }
  | { readonly kind: 'rs485-received'; readonly data: string };

// Who sees what a device really does, whatever it reports: a harness proves with it that nothing was done twice.

export type PhysicalAct =
  /** The device carries the operation out. */
  | { readonly act: 'operation'; readonly operation: Operation }
  /** The contact of a relay has moved. */
  | { readonly act: 'relay'; readonly index: number; readonly closed: boolean };

export type Witness = (act: PhysicalAct) => void;

export const NO_WITNESS: Witness = () => undefined;
