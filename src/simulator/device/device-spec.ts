// What a device is made of: its channels, how it behaves and how long its acts take. All times in ms.
// Devices of one profile share one spec.
import type { SignalPattern } from './pattern.js';
import type { Rs485Spec } from './rs485/rs485-spec.js';
import type { SignalSpec } from './signals/signal.js';

/** What a relay does when its device has booted: `last` is what it was told before the power went. */
export type BootState = 'off' | 'on' | 'last';
export const BOOT_STATES = ['off', 'on', 'last'] as const satisfies readonly BootState[];

/** The relay's contact drives a digital input of the same device. */
export interface Wire {
  readonly input: number;
  /** True when the closed contact makes the input inactive. */
  readonly inverted: boolean;
}

export interface RelaySpec {
  readonly jogDuration: number;
  readonly bootState: BootState;
  readonly wiredTo?: Wire;
}

/** A contact that chatters: after each edge `edges` more within `within`, at moments drawn by chance. */
export interface BounceSpec {
  readonly edges: number;
  readonly within: number;
}

export interface DigitalInputSpec {
  /** The level at the start. */
  readonly active: boolean;
  /** How long a level must last until the device reports it. */
  readonly debounce: number;
  readonly bounce?: BounceSpec;
  readonly pattern?: SignalPattern;
}

export interface AnalogInputSpec {
  readonly signal: SignalSpec;
  readonly unit?: string;
  /** Digits after the point to which the signal is rounded. */
  readonly decimals: number;
}

export interface SensorSpec extends AnalogInputSpec {
  readonly key: string;
}

export interface TimingSpec {
  readonly refresh: number;
  readonly control: number;
  readonly config: number;
  /** Each operation takes up to this much longer, drawn by chance. */
  readonly jitter: number;
  /** How long the service waits for a device that does not answer. */
  readonly answerTimeout: number;
  /** The wait of a transceive that names none. */
  readonly transceiveTimeout: number;
}

export interface PowerSpec {
  /** How long the device goes on after the power was cut. */
  readonly holdUp: number;
  /** How long it takes to boot when the power is back. */
  readonly boot: number;
}

export interface DeviceSpec {
  readonly relays: readonly RelaySpec[];
  readonly digitalInputs: readonly DigitalInputSpec[];
  readonly analogInputs: readonly AnalogInputSpec[];
  readonly sensors: readonly SensorSpec[];
  readonly rs485?: Rs485Spec;
  readonly timing: TimingSpec;
  readonly power: PowerSpec;
}

export const DEFAULT_TIMING: TimingSpec = {
  refresh: 400,
  control: 250,
  config: 150,
  jitter: 0,
  answerTimeout: 5000,
  transceiveTimeout: 1000,
};

export const DEFAULT_POWER: PowerSpec = { holdUp: 200, boot: 3000 };

export const DEFAULT_RELAY: RelaySpec = { jogDuration: 500, bootState: 'off' };

export const DEFAULT_DIGITAL_INPUT: DigitalInputSpec = { active: false, debounce: 20 };

/** Something on the device's bus speaks without being asked. */
export function isChatty({ rs485 }: DeviceSpec): boolean {
  return rs485?.peripherals.some(({ kind }) => kind === 'chatty') ?? false;
}

/** Something happens at the device though nobody touches it, and there is an event about it. */
export function actsByItself(device: DeviceSpec): boolean {
  return isChatty(device) || device.digitalInputs.some(({ pattern }) => pattern !== undefined);
}
