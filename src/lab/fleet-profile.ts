// The profile of a target that is a simulator with a known fleet: its clients and devices are public.
import type { ControlAccess } from '../harness/profile/stimuli/template.js';
import { isNumeral } from '../dialect/scalar-codec.js';
import { fromHex, toHex } from '../kernel/hex.js';
import type { ClientProfile, DeviceProfileEntry, Profile } from '../harness/profile/profile.js';
import { nameMatcher } from '../pattern/glob.js';
import { withCrc } from '../simulator/device/rs485/modbus-rtu.js';
import { createPeripheral } from '../simulator/device/rs485/registry.js';
import type { PeripheralSpec, Rs485Spec, DeviceSpec } from '../simulator/device/schema/profile.js';
import type { ClientSpec, FleetSpec } from '../simulator/fleet/fleet-spec.js';

/** A run needs a few devices of each kind, not a hundred thousand. */
const MOST_DEVICES = 24;

export interface FleetTarget {
  readonly name: string;
  readonly url: string;
  /** How long to wait for a reply, in ms of the run's clock. */
  readonly patience: number;
  /** Its control plane, which does all stimuli. */
  readonly control?: ControlAccess | undefined;
}

export function profileOfFleet(fleet: FleetSpec, { name, url, patience, control }: FleetTarget): Profile {
  const devices = new Map([...devicesOf(fleet)].slice(0, MOST_DEVICES));
  const enabled = fleet.clients.filter((client) => !client.disabled);
  return {
    name,
    baseUrl: url,
    websocketUrl: url.replace(/^http/, 'ws'),
    tls: { insecure: false },
    clients: Object.fromEntries(
      enabled.map((client) => [client.clientId, clientProfile(client, [...devices.keys()])]),
    ),
    devices: Object.fromEntries(
      [...devices].map(([deviceId, spec]) => [deviceId, deviceEntry(deviceId, spec)]),
    ),
    requestsPerSecond: 1000,
    patience,
    ...(control && {
      stimuli: { control, drivers: {}, secrets: [{ value: control.token, alias: '<control token>' }] },
    }),
    ...managementOf(fleet),
  };
}

function* devicesOf(fleet: FleetSpec): Generator<[deviceId: string, DeviceSpec]> {
  for (const { ids, device } of fleet.devices) {
    for (let place = 0; place < Math.min(ids.count, MOST_DEVICES); place++) yield [ids.at(place), device];
  }
}

function clientProfile(
  { clientId, secret, scopes, devices }: ClientSpec,
  all: readonly string[],
): ClientProfile {
  const visible = devices === 'all' ? undefined : all.filter(nameMatcher(devices));
  return { clientId, clientSecret: secret, scopes, ...(visible && { devices: visible }) };
}

/** A device that no fleet has, of a type that this one has. */
function managementOf({ profiles: [first], devices }: FleetSpec): Pick<Profile, 'management'> {
  if (!first) return {};
  const { profileId } = first;
  const numbered = devices.length > 0 && devices.every(({ ids }) => isNumeral(ids.at(0)));
  const deviceId = numbered ? '900000001' : 'conform-managed-1';
  const relays = first.device.relays.length > 0 ? [1] : [];
  const password = 'conform-managed-password';
  return { management: { deviceId, name: 'Managed by conform', profileId, relays, password } };
}

function deviceEntry(deviceId: string, spec: DeviceSpec): DeviceProfileEntry {
  const { relays, rs485, digitalInputs, analogInputs, sensors } = spec;
  const facts = rs485 && rs485Facts(rs485);
  const wired = new Set(relays.map(({ wiredTo }) => wiredTo?.input));
  // An input that a relay drives, or that moves by itself, does not keep what it is told.
  const still = digitalInputs.flatMap(({ pattern }, at) =>
    pattern === undefined && !wired.has(at + 1) ? [at + 1] : [],
  );
  return {
    deviceId,
    relays: relays.map((_, at) => at + 1),
    inputs: still,
    analogInputs: analogInputs.map((_, at) => at + 1),
    sensors: sensors.map(({ key }) => key),
    ...(facts && { rs485: facts }),
  };
}

/** Bytes that a peripheral answers and bytes that none does: found by asking the peripherals themselves. */
function rs485Facts({ peripherals }: Rs485Spec): NonNullable<DeviceProfileEntry['rs485']> {
  const source = { seed: 0, label: 'profile', origin: 0 };
  const bus = peripherals.map((spec) => createPeripheral(spec, source));
  const isAnswered = (hex: string): boolean => {
    const frame = fromHex(hex);
    return frame !== undefined && bus.some((peripheral) => peripheral.answer(frame, 0) !== undefined);
  };
  const answered = peripherals.flatMap(requestsOf).find(isAnswered);
  const answer = answered === undefined ? undefined : steadyAnswer(peripherals, answered);
  const echo = peripherals.flatMap(echoedBeginnings);
  const unanswered = ['7f00', '0055', 'c3', '5a5a'].find((hex) => !isAnswered(hex));
  return {
    ...(answered && { answered }),
    ...(answer && { answer }),
    ...(unanswered && { unanswered }),
    ...(echo.length > 0 && { echo }),
  };
}

/** What is answered to the bytes, in hex, where it is the same on any bus at any time. */
function steadyAnswer(peripherals: Rs485Spec['peripherals'], request: string): string | undefined {
  const frame = fromHex(request) ?? new Uint8Array();
  const answers = [0, 1, 2].map((seed) => {
    const bus = peripherals.map((spec) => createPeripheral(spec, { seed, label: 'profile', origin: 0 }));
    const said = bus.flatMap((peripheral) => peripheral.answer(frame, seed * SOME_HOURS) ?? []);
    return said.map(({ bytes }) => toHex(bytes)).join();
  });
  const [first] = answers;
  return answers.every((each) => each === first) && first !== '' && !first?.includes(',') ? first : undefined;
}

const SOME_HOURS = 5 * 3_600_000;

/** Whatever begins with one of these is sent back as it is. */
function echoedBeginnings(spec: PeripheralSpec): readonly string[] {
  if (spec.kind === 'echo') return [spec.prefix];
  if (spec.kind !== 'scripted') return [];
  return spec.rules.flatMap(({ request, response }) =>
    request === response && /^([0-9a-f]{2} ?)+\*$/i.test(request)
      ? [request.replaceAll(/[ *]/g, '').toLowerCase()]
      : [],
  );
}

function requestsOf(spec: PeripheralSpec): string[] {
  switch (spec.kind) {
    case 'echo':
      return [`${spec.prefix}01`];
    case 'scripted':
      return spec.rules.map(({ request }) =>
        request.replace(/\s+/g, '').replaceAll('..', '01').replace('*', '0102').toLowerCase(),
      );
    case 'modbus-rtu':
      return [...spec.holding.keys()].slice(0, 1).map((register) => readHolding(spec.address, register));
    case 'silent':
    case 'chatty':
      return [];
  }
}

/** The Modbus request that reads one holding register. */
function readHolding(address: number, register: number): string {
  return toHex(withCrc([address, 3, register >> 8, register & 0xff, 0, 1]));
}
