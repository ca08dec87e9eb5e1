// The parts of a device, wired to each other: relays to inputs, the bus and the power to the link.
import { toHex } from '../../kernel/hex.js';
import { bounceOffsets } from './bounce.js';
import type { DeviceEvent } from './device-event.js';
import { createDeviceLink } from './device-link.js';
import type { DeviceParts } from './device-parts.js';
import { createDigitalInputs } from './digital-inputs.js';
import { lazily } from './lazy.js';
import { createChannelReading, type ChannelReading, type ReadingSurroundings } from './reading.js';
import { createRelays } from './relays.js';
import { createBus } from './rs485/bus.js';
import type { DeviceSurroundings } from './surroundings.js';

/** How the parts tell their device of what has happened. */
export interface DeviceHooks {
  readonly emit: (event: DeviceEvent) => void;
  readonly report: () => void;
  readonly watch: () => void;
}

export function createParts(
  surroundings: DeviceSurroundings,
  { emit, report, watch }: DeviceHooks,
): DeviceParts {
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
  { spec, clock, random, origin, influences }: DeviceSurroundings,
  label: string,
): { readonly analogInputs: readonly ChannelReading[]; readonly sensors: readonly ChannelReading[] } {
  const shared: ReadingSurroundings = { clock, seed: random.seed, label, origin, influences };
  return {
    analogInputs: spec.analogInputs.map((each, at) =>
      createChannelReading({ kind: 'analogInput', index: at + 1 }, each, shared),
    ),
    sensors: spec.sensors.map((each) =>
      createChannelReading({ kind: 'sensor', key: each.key }, each, shared),
    ),
  };
}
