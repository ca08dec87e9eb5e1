// What travels, as an example: canonical values that a dialect writes in its own names.
import type { OperationName } from '../contract/operations.js';
import type { ShapeName, ShapeValue } from '../contract/schemas/shapes.js';
import { SCOPES } from '../contract/scopes.js';
import type { CommandValue, Dialect } from '../dialect/dialect.js';
import type { FIXED_SHAPES, PayloadName } from './payloads.js';

const AT = Date.UTC(2026, 0, 15, 12);
const DEVICE = { deviceId: 'bench-01', name: 'Bench 01', profileId: 'io-8', online: true, powered: true };
const PERIPHERALS: ShapeValue<'peripherals'> = {
  relays: [
    { index: 1, on: true },
    { index: 2, on: false },
  ],
  digitalInputs: [{ index: 1, active: false }],
  analogInputs: [{ index: 1, value: 4.2, unit: 'V' }],
  sensors: [{ key: 'temperature', value: 21.5, unit: '°C' }],
};
const RELAYS: ShapeValue<'relayParams'> = { relays: [{ index: 1, action: 'on' }] };

const SAMPLES = {
  deviceList: { devices: [DEVICE] },
  deviceDetail: { device: DEVICE, peripherals: PERIPHERALS },
  deviceConfig: { relays: [{ index: 1, jogDuration: 500 }], baudRate: 9600 },
  profileList: {
    profiles: [
      {
        profileId: 'io-8',
        model: 'IO 8',
        relays: 8,
        digitalInputs: 8,
        analogInputs: 2,
        sensors: 1,
        rs485: true,
      },
    ],
  },
  deviceAddition: {
    deviceId: 'bench-99',
    serial: '99',
    name: 'Bench 99',
    profileId: 'io-8',
    password: 'first-password',
  },
  deviceAdded: { device: { ...DEVICE, deviceId: 'bench-99', name: 'Bench 99' } },
  passwordChange: { currentPassword: 'first-password', newPassword: 'second-password' },
  ticket: { ticket: 'tkt-4f1c', expiresIn: 60 },
  stateRequest: { deviceId: 'bench-01' },
  relayParams: RELAYS,
} as const satisfies { readonly [N in ShapeName]?: ShapeValue<N> };

const FIXED = {
  credentials: { clientId: 'operator', clientSecret: 'demo-operator-secret' },
  accessToken: {
    accessToken: 'eyJhbGciOi',
    tokenType: 'Bearer',
    expiresIn: 3600,
    clientId: 'operator',
    scopes: [...SCOPES],
  },
} as const satisfies Record<keyof typeof FIXED_SHAPES, unknown>;

/** The JSON of a payload; undefined where there is no example of it, or the dialect cannot write it. */
export function samplePayload(name: PayloadName, dialect: Dialect): unknown {
  if (name in FIXED) return FIXED[name as keyof typeof FIXED];
  const sample = SAMPLES[name as keyof typeof SAMPLES] as unknown;
  if (sample === undefined) return undefined;
  const codec = dialect.shapes[name as ShapeName] as { write(value: unknown): string };
  return written(() => codec.write(sample));
}

/** A command of an operation that has succeeded. */
export function sampleCommand(operation: OperationName, dialect: Dialect): unknown {
  if (operation !== 'device.relay.set') return undefined;
  const command: CommandValue = {
    commandId: 'cmd-0001',
    deviceId: 'bench-01',
    operation: { name: operation, params: RELAYS },
    status: 'SUCCEEDED',
    createdAt: AT,
    completedAt: AT + 120,
  } as never;
  return written(() => dialect.command.write(command));
}

/** A dialect may ask for what the example lacks. */
function written(write: () => string): unknown {
  try {
    return JSON.parse(write());
  } catch {
    return undefined;
  }
}
