// A simulated device: puts the parts together, and offers them as the port of device.ts.
import type { Clock } from '../../kernel/clock.js';
import { toHex } from '../../kernel/hex.js';
import type { Random } from '../../kernel/random.js';
import { bounceOffsets } from './bounce.js';
import { type DeviceLink, createDeviceLink } from './device-link.js';
import type { DeviceStimuli, SimulatedDevice } from './device.js';
import type { DeviceEvent } from './device-event.js';
import type { DeviceParts } from './device-parts.js';
import { type DeviceSpec, isChatty } from './device-spec.js';
import { channelsOf, configOf, peripheralsOf, physicalOf, readingViewsOf } from './device-views.js';
import { createDigitalInputs } from './digital-inputs.js';
import { type DeviceInfluences, NO_INFLUENCES } from './influences.js';
import { lazily } from './lazy.js';
import { recall, remember } from './memory.js';
import { createListeners } from './listeners.js';
import { createOperationRunner, type OperationRunner } from './operation-runner.js';
import { createOperations } from './operations.js';
import { createReading, type Reading, type ReadingSurroundings } from './reading.js';
import { createRelays } from './relays.js';
import { createReporter } from './reporter.js';
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

type Surroundings = Required<Omit<DeviceOptions, 'onTouched'>>;

const NOBODY_LOOKS = (): void => undefined;

export function createDevice(options: DeviceOptions): SimulatedDevice {
  const { deviceId, spec } = options;
  const surroundings = surroundingsOf(options);

  const listeners = createListeners<DeviceEvent>(
    () => watch(),
    () => watch(),
  );
  const emit = (event: DeviceEvent): void => listeners.emit(event);
  const parts = createParts(surroundings, {
    emit,
    report: () => reporter.report(),
    watch: () => watch(),
  });
  const { deviceLink } = parts;
  const isOnline = (): boolean => deviceLink.isOnline();
  const reporter = createReporter({
    relays: parts.relays,
    inputs: parts.inputs,
    peripherals: () => peripheralsOf(parts),
    online: isOnline,
    emit,
  });
  /** Timers run only while somebody listens to a device that works. */
  const watch = (): void => {
    const on = listeners.size > 0 && deviceLink.power.running();
    parts.inputs.watch(on);
    if (isChatty(spec)) parts.bus.get()?.watch(on);
  };

  const runner = createRunner(surroundings, deviceLink);
  const operations = createOperations(parts, spec.timing, runner, reporter, surroundings.witness);

  const stimuli = lazily(() => stimuliOf(parts, options));

  return {
    deviceId,
    get channels() {
      return channelsOf(spec);
    },
    isOnline,
    isPowered: () => deviceLink.isPowered(),
    config: () => configOf(parts),
    peripherals: () => peripheralsOf(parts),
    refresh: operations.refresh,
    perform: operations.perform,
    physical: () => physicalOf(parts, operations.executions()),
    ...readingViewsOf(parts),
    listen: (listener) => {
      if (listeners.size > 0) return listeners.add(listener);
      const stop = listeners.add(listener);
      reporter.resume();
      return stop;
    },
    get stimuli() {
      return stimuli.get();
    },
    reconsider: () => parts.relays.reconsider(),
    remember: () => remember(parts),
    recall: (memory) => {
      recall(parts, memory);
      reporter.resume();
    },
    dispose: () => {
      listeners.clear();
      deviceLink.power.kill();
    },
  };
}

function surroundingsOf(options: DeviceOptions): Surroundings {
  const { influences = NO_INFLUENCES, clock } = options;
  return { origin: clock.now(), ...options, influences, ...watchersOf(options) };
}

function stimuliOf(parts: DeviceParts, { clock, onTouched }: DeviceOptions): DeviceStimuli {
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
  const { timing } = spec;
  const chance = lazily(() => random.stream(`device/${deviceId}/timing`));
  return createOperationRunner({ clock, timing, chance: () => chance.get(), power, link, influences });
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
