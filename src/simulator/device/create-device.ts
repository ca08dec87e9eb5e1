// A simulated device: puts the parts together, and offers them as the port of device.ts.
import type { Operation, OperationResult } from '../../contract/operations.js';
import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import { createParts } from './create-parts.js';
import type { DeviceLink } from './device-link.js';
import type {
  DeviceChannels,
  DeviceOutcome,
  DeviceStimuli,
  PastReadings,
  PhysicalTruth,
  SimulatedDevice,
  TrueReadings,
} from './device.js';
import type { DeviceEvent } from './device-event.js';
import type { DeviceParts } from './device-parts.js';
import { isChatty } from './device-spec.js';
import {
  channelsOf,
  configOf,
  pastReadingsOf,
  peripheralsOf,
  physicalOf,
  trueReadingsOf,
} from './device-views.js';
import { lazily } from './lazy.js';
import { type DeviceMemory, recall, remember } from './memory.js';
import { createListeners, type Listeners } from './listeners.js';
import { createOperationRunner, type OperationRunner } from './operation-runner.js';
import { createOperations, type Operations } from './operations.js';
import { createReporter, type Reporter } from './reporter.js';
import { createDeviceStimuli, tellingStimuli } from './stimuli.js';
import { type DeviceOptions, type DeviceSurroundings, surroundingsOf } from './surroundings.js';

export function createDevice(options: DeviceOptions): SimulatedDevice {
  return new OneDevice(surroundingsOf(options));
}

/** A class, as fleets have devices by the hundred thousand: a closure for each method would be a third of a device. */
class OneDevice implements SimulatedDevice {
  readonly deviceId: string;
  private readonly surroundings: DeviceSurroundings;
  private readonly listeners: Listeners<DeviceEvent>;
  private readonly parts: DeviceParts;
  private readonly reporter: Reporter;
  private readonly operations: Operations;
  private madeStimuli: DeviceStimuli | undefined = undefined;

  constructor(surroundings: DeviceSurroundings) {
    const { deviceId, spec, witness } = surroundings;
    this.deviceId = deviceId;
    this.surroundings = surroundings;
    const watch = (): void => this.watch();
    const emit = (event: DeviceEvent): void => this.listeners.emit(event);
    this.listeners = createListeners<DeviceEvent>(watch, watch);
    this.parts = createParts(surroundings, { emit, report: () => this.reporter.report(), watch });
    this.reporter = createReporter(this.parts, emit);
    const runner = createRunner(surroundings, this.parts.deviceLink);
    this.operations = createOperations(this.parts, spec.timing, runner, this.reporter, witness);
  }

  get channels(): DeviceChannels {
    return channelsOf(this.surroundings.spec);
  }

  get stimuli(): DeviceStimuli {
    return (this.madeStimuli ??= stimuliOf(this.parts, this.surroundings));
  }

  isOnline(): boolean {
    return this.parts.deviceLink.isOnline();
  }

  isPowered(): boolean {
    return this.parts.deviceLink.isPowered();
  }

  config(): DeviceConfig {
    return configOf(this.parts);
  }

  peripherals(): Peripherals {
    return peripheralsOf(this.parts);
  }

  refresh(): Promise<DeviceOutcome<Peripherals>> {
    return this.operations.refresh();
  }

  perform(operation: Operation): Promise<DeviceOutcome<OperationResult | undefined>> {
    return this.operations.perform(operation);
  }

  physical(): PhysicalTruth {
    return physicalOf(this.parts, this.operations.executions());
  }

  trueReadings(): TrueReadings {
    return trueReadingsOf(this.parts);
  }

  pastReadings(time: number): PastReadings {
    return pastReadingsOf(this.parts, time);
  }

  listen(listener: (event: DeviceEvent) => void): () => void {
    const isFirst = this.listeners.size === 0;
    const stop = this.listeners.add(listener);
    if (isFirst) this.reporter.resume();
    return stop;
  }

  reconsider(): void {
    this.parts.relays.reconsider();
  }

  remember(): DeviceMemory {
    return remember(this.parts);
  }

  recall(memory: DeviceMemory): void {
    recall(this.parts, memory);
    this.reporter.resume();
  }

  dispose(): void {
    this.listeners.clear();
    this.parts.deviceLink.power.kill();
  }

  /** Timers run only while somebody listens to a device that works. */
  private watch(): void {
    const { inputs, bus, deviceLink } = this.parts;
    const on = this.listeners.size > 0 && deviceLink.power.running();
    inputs.watch(on);
    if (isChatty(this.surroundings.spec)) bus.get()?.watch(on);
  }
}

function stimuliOf(parts: DeviceParts, { clock, onTouched }: DeviceSurroundings): DeviceStimuli {
  const stimuli = createDeviceStimuli(parts, clock.now);
  return onTouched ? tellingStimuli(stimuli, onTouched) : stimuli;
}

function createRunner(
  { deviceId, spec, clock, random, influences }: DeviceSurroundings,
  { power, link }: DeviceLink,
): OperationRunner {
  const chance = lazily(() => random.stream(`device/${deviceId}/timing`));
  return createOperationRunner({ clock, timing: spec.timing, chance, power, link, influences });
}
