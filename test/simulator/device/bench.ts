// A device on a manual clock that starts at 0, with a log of its events.
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import type { Operation } from '../../../src/contract/schemas/command.js';
import { createDevice } from '../../../src/simulator/device/create-device.js';
import type { SimulatedDevice, DeviceEvent } from '../../../src/simulator/device/device.js';
import {
  DEFAULT_DIGITAL_INPUT,
  DEFAULT_RELAY,
  type DeviceSpec,
  type DigitalInputSpec,
  type RelaySpec,
} from '../../../src/simulator/device/schema/profile.js';
import { BARE_DEVICE, type DevicePlaces } from '../../../src/simulator/device/places.js';

export interface Logged {
  readonly at: number;
  readonly event: DeviceEvent;
}

export interface Bench {
  readonly clock: ManualClock;
  readonly device: SimulatedDevice;
  readonly log: Logged[];
  /** What happened, in short: `250 relay 1`, `350 offline`. */
  story(): string[];
  run<T>(work: Promise<T>): Promise<T>;
}

export interface BenchOptions {
  /** What is there instead of what is there without any entry. */
  readonly places?: Partial<DevicePlaces>;
  readonly seed?: number;
  readonly start?: number;
  /** False to let nobody listen. */
  readonly listen?: boolean;
}

export function specOf(parts: Partial<DeviceSpec> = {}): DeviceSpec {
  return {
    relays: [],
    digitalInputs: [],
    analogInputs: [],
    sensors: [],
    timing: {
      refresh: 400,
      control: 250,
      config: 150,
      jitter: 0,
      answerTimeout: 5000,
      transceiveTimeout: 1000,
    },
    power: { holdUp: 200, boot: 3000 },
    ...parts,
  };
}

export const relay = (parts: Partial<RelaySpec> = {}): RelaySpec => ({ ...DEFAULT_RELAY, ...parts });
export const input = (parts: Partial<DigitalInputSpec> = {}): DigitalInputSpec => ({
  ...DEFAULT_DIGITAL_INPUT,
  ...parts,
});

export function createBench(parts: Partial<DeviceSpec>, options: BenchOptions = {}): Bench {
  const clock = createManualClock(options.start ?? 0);
  const all = { ...BARE_DEVICE, ...options.places };
  const places = (): DevicePlaces => all;
  const random = createRandom(options.seed ?? 1);
  const device = createDevice({ deviceId: 'd-1', spec: specOf(parts), clock, random, places });
  const log: Logged[] = [];
  if (options.listen !== false) device.listen((event) => log.push({ at: clock.now(), event }));
  return {
    clock,
    device,
    log,
    story: () => log.map(({ at, event }) => `${at} ${short(event)}`),
    run: (work) => clock.runUntil(work),
  };
}

function short(event: DeviceEvent): string {
  if (event.kind === 'rs485-received') return `received ${event.data}`;
  if (event.kind !== 'state-changed') return event.kind;
  return event.changes
    .map(({ kind, index }) => {
      const { relays, digitalInputs } = event.peripherals;
      const on = kind === 'relay' ? relays[index - 1]?.on : digitalInputs[index - 1]?.active;
      return `${kind} ${index} ${on ? 'on' : 'off'}`;
    })
    .join(', ');
}

export function setRelays(...changes: readonly [index: number, action: 'on' | 'off' | 'jog'][]): Operation {
  return {
    name: 'device.relay.set',
    params: { relays: changes.map(([index, action]) => ({ index, action })) },
  };
}

export function transceive(data: string, timeout?: number): Operation {
  return { name: 'device.rs485.transceive', params: { data, ...(timeout === undefined ? {} : { timeout }) } };
}

export function setBaudRate(baudRate: number): Operation {
  return { name: 'device.rs485.baudRate.set', params: { baudRate } };
}

export function setJog(index: number, duration: number): Operation {
  return { name: 'device.relay.jogConfig.set', params: { index, duration } };
}
