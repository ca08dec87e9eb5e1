// A simulated device: puts the parts together, and offers them as the port of device.ts.
import type { Clock } from '../../kernel/clock.js';
import { toHex } from '../../kernel/hex.js';
import type { Random } from '../../kernel/random.js';
import type { Operation, OperationResult } from '../../contract/operations.js';
import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import { bounceOffsets } from './bounce.js';
import { type DeviceLink, createDeviceLink } from './device-link.js';
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
import { type DeviceSpec, isChatty } from './device-spec.js';
import {
  channelsOf,
  configOf,
  pastReadingsOf,
  peripheralsOf,
  physicalOf,
  trueReadingsOf,
} from './device-views.js';
import { createDigitalInputs } from './digital-inputs.js';
import { type DeviceInfluences, NO_INFLUENCES } from './influences.js';
import { lazily } from './lazy.js';
import { type DeviceMemory, recall, remember } from './memory.js';
import { createListeners, type Listeners } from './listeners.js';
import { createOperationRunner, type OperationRunner } from './operation-runner.js';
import { createOperations, type Operations } from './operations.js';
import { createReading, type Reading, type ReadingSurroundings } from './reading.js';
import { createRelays } from './relays.js';
import { createReporter, type Reporter } from './reporter.js';
import { createBus } from './rs485/bus.js';
import { createStimuli, tellingStimuli } from './stimuli.js';
import { NO_WITNESS, type Witness } from './witness.js';

export interface DeviceOptions {
  readonly deviceId: string;
  readonly spec: DeviceSpec;
  readonly clock: Clock;
  readonly random: Random;
  /** Clock time at which signals and patterns began; the moment of creation when absent. */
  readonly origin?: number;
  readonly influences?: DeviceInfluences;
  readonly witness?: Witness;
  /** Called whenever `isOnline` or `isPowered` may have become another answer. */
  readonly onStatus?: () => void;
  /** Called whenever `remember` may have become another answer. */
  readonly onTouched?: () => void;
}

interface Surroundings extends Required<Omit<DeviceOptions, 'onTouched'>> {
  readonly onTouched?: DeviceOptions['onTouched'];
}

const NOBODY_LOOKS = (): void => undefined;

export function createDevice(options: DeviceOptions): SimulatedDevice {
  return new OneDevice(surroundingsOf(options));
}

/** A class, as fleets have devices by the hundred thousand: a closure for each method would be a third of a device. */
class OneDevice implements SimulatedDevice {
  readonly deviceId: string;
  private readonly surroundings: Surroundings;
  private readonly listeners: Listeners<DeviceEvent>;
  private readonly parts: DeviceParts;
  private readonly reporter: Reporter;
  private readonly operations: Operations;
  private madeStimuli: DeviceStimuli | undefined = undefined;

  constructor(surroundings: Surroundings) {
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

function surroundingsOf(options: DeviceOptions): Surroundings {
  const { influences = NO_INFLUENCES, clock } = options;
  return { origin: clock.now(), ...options, influences, ...watchersOf(options) };
}

function stimuliOf(parts: DeviceParts, { clock, onTouched }: Surroundings): DeviceStimuli {
  const stimuli = createStimuli(parts, clock.now);
  return onTouched ? tellingStimuli(stimuli, onTouched) : stimuli;
}

/** Whatever is witnessed or changes the status may change what is remembered, too. */
function watchersOf({
  witness = NO_WITNESS,
  onStatus = NOBODY_LOOKS,
  onTouched,
}: DeviceOptions): Pick<Surroundings, 'witness' | 'onStatus'> {
  if (!onTouched) return { witness, onStatus };
  return {
    witness: (act) => {
      witness(act);
      onTouched();
    },
    onStatus: () => {
      onStatus();
      onTouched();
    },
  };
}

function createRunner(
  { deviceId, spec, clock, random, influences }: Surroundings,
  { power, link }: DeviceLink,
): OperationRunner {
  const chance = lazily(() => random.stream(`device/${deviceId}/timing`));
  return createOperationRunner({ clock, timing: spec.timing, chance, power, link, influences });
}

interface Hooks {
  readonly emit: (event: DeviceEvent) => void;
  readonly report: () => void;
  readonly watch: () => void;
}

function createParts(surroundings: Surroundings, { emit, report, watch }: Hooks): DeviceParts {
  const { deviceId, spec, clock, random, origin, influences, witness } = surroundings;
  const { seed } = random;
  const label = `device/${deviceId}`;
  const inputs = createDigitalInputs({
    specs: spec.digitalInputs,
    clock,
    bounce: (index, at) => {
      const own = bounceOffsets(spec.digitalInputs[index - 1]?.bounce, seed, `${label}/input-${index}`, at);
      return influences.bounce(index, own, at);
    },
    onChange: report,
  });
  const relays = createRelays({
    specs: spec.relays,
    clock,
    influences,
    witness,
    driveInput: (index, level) => inputs.drive(index, level),
    onJogEnd: report,
  });
  inputs.settle();
  for (const [at, { pattern }] of spec.digitalInputs.entries()) {
    if (pattern) inputs.follow(at + 1, pattern, origin);
  }
  const bus = lazily(
    () =>
      spec.rs485 &&
      createBus({
        spec: spec.rs485,
        clock,
        seed,
        label: `${label}/rs485`,
        origin,
        influences,
        onUnsolicited: (bytes) => {
          if (deviceLink.isOnline()) emit({ kind: 'rs485-received', data: toHex(bytes) });
        },
      }),
  );
  const deviceLink = createDeviceLink({
    spec: spec.power,
    clock,
    emit,
    onStatus: surroundings.onStatus,
    onStopped: () => {
      watch();
      bus.made()?.reset();
      relays.powerDown();
    },
    onBooted: () => {
      inputs.settle();
      relays.boot();
      watch();
    },
    onConnected: report,
  });
  return { relays, inputs, ...readingsOf(surroundings, label), bus, deviceLink };
}

function readingsOf(
  { spec, clock, random, origin, influences }: Surroundings,
  label: string,
): { readonly analogInputs: readonly Reading[]; readonly sensors: readonly Reading[] } {
  const shared: ReadingSurroundings = { clock, seed: random.seed, label, origin, influences };
  return {
    analogInputs: spec.analogInputs.map((each, at) =>
      createReading({ kind: 'analogInput', index: at + 1 }, each, shared),
    ),
    sensors: spec.sensors.map((each) => createReading({ kind: 'sensor', key: each.key }, each, shared)),
  };
}
