// A simulated device: makes the parts, wires them to each other, and offers them as the port of device.ts.
import { toHex } from '../../kernel/hex.js';
import { bounceOffsets } from './contact.js';
import type {
  DeviceEvent,
  DeviceMemory,
  DeviceChannels,
  DeviceOutcome,
  DeviceStimuli,
  PastReadings,
  PhysicalTruth,
  SimulatedDevice,
  TrueReadings,
} from './device.js';
import { DeviceLink } from './device-link.js';
import {
  Listeners,
  Lazy,
  type DeviceParts,
  type DeviceSurroundings,
  type DeviceOptions,
  surroundingsOf,
} from './device-parts.js';
import { DigitalInputs } from './digital-inputs.js';
import { ChannelReading, type ReadingSurroundings } from './reading.js';
import { Relays } from './relay.js';
import { createBus } from './rs485/bus.js';
import type { Operation, OperationResult } from '../../contract/operations.js';
import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import { isChatty } from './schema/profile.js';
import { Reporter, channelsOf, peripheralsOf } from './device-views.js';
import { Operations } from './operations.js';
import { createDeviceStimuli } from './stimuli.js';

/** What the configuration of a device without a port says, where the interface asks for a rate. */
const RATE_WITHOUT_PORT = 9600;

// The parts of a device, wired to each other: relays to inputs, the bus and the power to the link.

/** How the parts tell their device of what has happened. */
interface DeviceHooks {
  readonly emit: (event: DeviceEvent) => void;
  readonly report: () => void;
  readonly watch: () => void;
}

function createParts(surroundings: DeviceSurroundings, { emit, report, watch }: DeviceHooks): DeviceParts {
  const { deviceId, spec, clock, random, origin, places, witness } = surroundings;
  const { seed } = random;
  const label = `device/${deviceId}`;
  const inputs = new DigitalInputs({
    specs: spec.digitalInputs,
    clock,
    bounce: (index, at) => {
      const own = bounceOffsets(spec.digitalInputs[index - 1]?.bounce, seed, `${label}/input-${index}`, at);
      return places().bounce(index, own);
    },
    onChange: report,
  });
  const relays = new Relays({
    specs: spec.relays,
    clock,
    places,
    witness,
    driveInput: (index, level) => inputs.drive(index, level),
    onJogEnd: report,
  });
  inputs.settle();
  for (const [at, { pattern }] of spec.digitalInputs.entries()) {
    if (pattern) inputs.follow(at + 1, pattern, origin);
  }
  const bus = new Lazy(
    () =>
      spec.rs485 &&
      createBus({
        spec: spec.rs485,
        clock,
        seed,
        label: `${label}/rs485`,
        origin,
        places,
        onUnsolicited: (bytes) => {
          if (deviceLink.isOnline()) emit({ kind: 'rs485-received', data: toHex(bytes) });
        },
      }),
  );
  const deviceLink = new DeviceLink({
    spec: spec.power,
    clock,
    emit,
    onStatus: surroundings.onStatus,
    onStopped: () => {
      watch();
      bus.made()?.reset();
      for (const relay of relays.all) relay.powerDown();
    },
    onBooted: () => {
      inputs.settle();
      for (const relay of relays.all) relay.boot();
      watch();
    },
    onConnected: report,
  });
  return { relays, inputs, ...readingsOf(surroundings, label), bus, deviceLink };
}

function readingsOf(
  { spec, clock, random, origin, places }: DeviceSurroundings,
  label: string,
): { readonly analogInputs: readonly ChannelReading[]; readonly sensors: readonly ChannelReading[] } {
  const shared: ReadingSurroundings = { clock, seed: random.seed, label, origin, places };
  return {
    analogInputs: spec.analogInputs.map(
      (each, at) => new ChannelReading({ kind: 'analogInput', index: at + 1 }, each, shared),
    ),
    sensors: spec.sensors.map((each) => new ChannelReading({ kind: 'sensor', key: each.key }, each, shared)),
  };
}

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
  changedAt: number | undefined = undefined;

  constructor(surroundings: DeviceSurroundings) {
    this.deviceId = surroundings.deviceId;
    this.surroundings = surroundings;
    const watch = (): void => this.watch();
    const emit = (event: DeviceEvent): void => {
      this.changedAt = surroundings.clock.now();
      this.listeners.emit(event);
    };
    this.listeners = new Listeners<DeviceEvent>(watch);
    this.parts = createParts(surroundings, { emit, report: () => this.reporter.report(), watch });
    this.reporter = new Reporter(this.parts, emit);
    this.operations = new Operations(surroundings, this.parts, () => this.reporter.report());
  }

  get channels(): DeviceChannels {
    return channelsOf(this.surroundings.spec);
  }

  get stimuli(): DeviceStimuli {
    return (this.madeStimuli ??= createDeviceStimuli(this.parts, this.surroundings));
  }

  isOnline(): boolean {
    return this.parts.deviceLink.isOnline();
  }

  isPowered(): boolean {
    return this.parts.deviceLink.powered;
  }

  config(): DeviceConfig {
    const { relays, bus } = this.parts;
    return {
      relays: relays.all.map(({ index, jogDuration }) => ({ index, jogDuration })),
      baudRate: bus.get()?.baudRate ?? RATE_WITHOUT_PORT,
    };
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
    const { relays, inputs, deviceLink } = this.parts;
    return {
      relays: relays.all.map(({ index, closed, switchedTimes }) => ({ index, closed, switchedTimes })),
      digitalInputs: inputs.levels().map((active, at) => ({ index: at + 1, active })),
      executions: this.operations.executions,
      powered: deviceLink.supplied,
      linked: deviceLink.up,
    };
  }

  trueReadings(): TrueReadings {
    return this.readings((reading) => reading.truth());
  }

  pastReadings(time: number): PastReadings {
    return this.readings((reading) => reading.past(time));
  }

  listen(listener: (event: DeviceEvent) => void): () => void {
    const isFirst = this.listeners.size === 0;
    const stop = this.listeners.add(listener);
    if (isFirst) this.reporter.resume();
    return stop;
  }

  reconsider(): void {
    for (const relay of this.parts.relays.all) relay.reconsider();
  }

  /** What is under way is not kept: operations, pulses, bytes, and patterns and signals, which begin anew. */
  remember(): DeviceMemory {
    const { relays, inputs, bus, deviceLink } = this.parts;
    return {
      relays: relays.all.map((relay) => ({ on: relay.lasting(), jogDuration: relay.jogDuration })),
      inputs: inputs.held().map((level) => level ?? null),
      ...this.readings((reading) => reading.held ?? null),
      baudRate: bus.made()?.baudRate ?? null,
      powered: deviceLink.supplied,
      linked: deviceLink.up,
    };
  }

  /** What the memory has for channels that the device lacks is ignored. */
  recall(memory: DeviceMemory): void {
    const { relays, inputs, analogInputs, sensors, bus, deviceLink } = this.parts;
    relays.all.forEach((relay, at) => {
      const { on, jogDuration } = memory.relays[at] ?? {};
      if (jogDuration !== undefined) relay.jogDuration = jogDuration;
      if (on !== undefined) relay.act(on ? 'on' : 'off');
    });
    memory.inputs.forEach((level, at) => level !== null && inputs.drive(at + 1, level));
    inputs.settle();
    memory.analogInputs.forEach((value, at) => value !== null && analogInputs[at]?.set(value));
    memory.sensors.forEach((value, at) => value !== null && sensors[at]?.set(value));
    if (memory.baudRate !== null) {
      const port = bus.get();
      if (port) port.baudRate = memory.baudRate;
    }
    if (!memory.linked) deviceLink.drop();
    if (!memory.powered) {
      deviceLink.cutPower();
      deviceLink.kill();
    }
    this.reporter.resume();
  }

  dispose(): void {
    this.listeners.clear();
    this.parts.deviceLink.kill();
  }

  private readings<T>(read: (reading: ChannelReading) => T): { analogInputs: T[]; sensors: T[] } {
    const { analogInputs, sensors } = this.parts;
    return { analogInputs: analogInputs.map(read), sensors: sensors.map(read) };
  }

  /** Timers run only while somebody listens to a device that works. */
  private watch(): void {
    const { inputs, bus, deviceLink } = this.parts;
    const on = this.listeners.size > 0 && deviceLink.running;
    inputs.watch(on);
    if (isChatty(this.surroundings.spec)) bus.get()?.watch(on);
  }
}
