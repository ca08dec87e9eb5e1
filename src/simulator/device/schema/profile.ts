// A device profile in a fleet file: its channels, its timing and its power supply.
import * as z from 'zod';
import { parsePattern, type SignalPattern, isHexPattern } from '../pattern.js';
import { durationSchema, spanSchema } from '../../../document/duration.js';
import { baudRate, count, hex, optional, type SignalSchema, unknownKind } from './signals.js';

/** What a relay does when its device has booted: `last` is what it was told before the power went. */
const BOOT_STATES = ['off', 'on', 'last'] as const;

export const DEFAULT_TIMING = {
  refresh: 400,
  control: 250,
  config: 150,
  jitter: 0,
  answerTimeout: 5000,
  transceiveTimeout: 1000,
};

export const DEFAULT_POWER = { holdUp: 200, boot: 3000 };

export const DEFAULT_RELAY = { jogDuration: 500, bootState: 'off' } as const;

export const DEFAULT_DIGITAL_INPUT = { active: false, debounce: 20 };

const MOST_CHANNELS = 256;

/** In front of an entry that stands for several channels alike. */
const several = count.default(1).describe('How many channels alike this entry stands for');

const wire = z.union([
  z
    .int()
    .min(1)
    .transform((input) => ({ input, inverted: false })),
  z.strictObject({
    input: z.int().min(1).describe('The digital input'),
    inverted: z.boolean().default(false).describe('The input is active while the relay is off'),
  }),
]);

const relay = z.strictObject({
  count: several,
  jogDuration: durationSchema(0)
    .default(DEFAULT_RELAY.jogDuration)
    .describe('How long a jog lasts, until the service configures another duration'),
  bootState: z
    .enum(BOOT_STATES)
    .default(DEFAULT_RELAY.bootState)
    .describe('What it is after a power cut; `last` is what it was told last'),
  wiredTo: wire.exactOptional().describe('The digital input that the contact drives'),
});

const edges = z
  .strictObject({
    edges: z.array(spanSchema()).min(1).describe('When the level changes, ascending'),
    repeat: spanSchema().exactOptional().describe('After how long it begins anew'),
  })
  .refine(({ edges: list }) => list.every((at, nth) => at > (list[nth - 1] ?? 0)), 'needs ascending edges')
  .refine(
    ({ edges: list, repeat = Infinity }) => (list.at(-1) ?? 0) <= repeat,
    'repeats before its last edge',
  );

const WORDS = 'expected "square 2s", "pulse 100ms every 5s", or { edges: [...], repeat: ... }';

const pattern: z.ZodType<SignalPattern> = z.union([
  z.string().transform((text, context) => {
    const parsed = parsePattern(text);
    if (parsed) return parsed;
    context.addIssue({ code: 'custom', message: WORDS });
    return z.NEVER;
  }),
  edges,
]);

const digitalInput = z.strictObject({
  count: several,
  active: z.boolean().default(DEFAULT_DIGITAL_INPUT.active).describe('The level at the start'),
  debounce: durationSchema(0)
    .default(DEFAULT_DIGITAL_INPUT.debounce)
    .describe('How long a level must last until the device reports it'),
  bounce: z
    .strictObject({
      edges: z.int().min(1).max(100).describe('How many edges follow'),
      within: spanSchema().describe('In how much time'),
    })
    .exactOptional()
    .describe('Edges that follow each edge, at moments drawn by chance'),
  pattern: pattern
    .exactOptional()
    .describe('How the level changes by itself: `square 2s`, `pulse 100ms every 5s`, or edges'),
});

const decimals = z.int().min(0).max(9).default(3).describe('Digits after the point');

function channels(signal: SignalSchema) {
  const reading = {
    signal: signal.prefault(0).describe('What it reads: a number, or a signal by its kind'),
    unit: z.string().min(1).exactOptional().describe('The unit, as reported'),
    decimals,
  };
  return {
    relays: z.array(relay).max(MOST_CHANNELS).describe('Relays, counted from 1'),
    digitalInputs: z.array(digitalInput).max(MOST_CHANNELS).describe('Digital inputs, counted from 1'),
    analogInputs: z
      .array(z.strictObject({ count: several, ...reading }))
      .max(MOST_CHANNELS)
      .describe('Analog inputs, counted from 1'),
    sensors: z
      .record(z.string().min(1), z.strictObject(reading))
      .transform((sensors) => Object.entries(sensors).map(([key, sensor]) => ({ key, ...sensor })))
      .describe('Sensors by key'),
    rs485: rs485Schema(signal).describe('The RS485 port; `{}` is a port with nothing on it'),
  };
}

export const timing = z
  .strictObject(
    optional({
      refresh: durationSchema(0).describe('How long reading the device takes'),
      control: durationSchema(0).describe('How long an operation on relays takes'),
      config: durationSchema(0).describe('How long a change of settings takes'),
      jitter: durationSchema(0).describe('Each operation takes up to this much longer'),
      answerTimeout: spanSchema().describe('How long the service waits for a device that does not answer'),
      transceiveTimeout: spanSchema().describe('The wait of a transceive that names none'),
    }),
  )
  .describe(`Defaults: ${words(DEFAULT_TIMING)}`);

const power = z
  .strictObject(
    optional({
      holdUp: durationSchema(0).describe('How long a device goes on after the power was cut'),
      boot: durationSchema(0).describe('How long it takes to boot when the power is back'),
    }),
  )
  .describe(`Defaults: ${words(DEFAULT_POWER)}`);

export function profileSchema(signal: SignalSchema) {
  const { relays, digitalInputs, analogInputs, sensors, rs485 } = channels(signal);
  return z.strictObject({
    model: z.string().exactOptional().describe('A name for people'),
    relays: relays.prefault([]),
    digitalInputs: digitalInputs.prefault([]),
    analogInputs: analogInputs.prefault([]),
    sensors: sensors.prefault({}),
    rs485: rs485.exactOptional(),
    timing: timing.exactOptional(),
    power: power.exactOptional(),
  });
}

/** What one device may have otherwise than its profile: whole groups of channels, single times. */
export function overridesSchema(signal: SignalSchema) {
  return z.strictObject(optional({ ...channels(signal), timing, power }));
}

export type ProfileFile = z.output<ReturnType<typeof profileSchema>>;
export type OverridesFile = z.output<ReturnType<typeof overridesSchema>>;

function words(defaults: object): string {
  return Object.entries(defaults)
    .map(([name, ms]) => `${name} ${ms} ms`)
    .join(', ');
}

// The RS485 port in a fleet file, and what hangs on it.

const delay = durationSchema(0).prefault('5ms').describe('From the end of the request to the first byte');
const speed = baudRate.exactOptional().describe('The rate it speaks at; the port’s own when absent');

const hexPattern = z
  .string({ error: 'expected hex in quotes; without them YAML reads a number' })
  .refine(
    isHexPattern,
    'expected hex in which ".." is any byte and a last "*" any bytes, such as "01 03 .. *"',
  );

const echo = z.strictObject({
  kind: z.literal('echo').describe('Sends back what begins with the prefix'),
  prefix: hex.prefault('').describe('Echoes only what begins with these bytes'),
  delay,
  baudRate: speed,
});

const scripted = z.strictObject({
  kind: z.literal('scripted').describe('The first request that matches says the response'),
  rules: z
    .array(
      z.strictObject({
        request: hexPattern.describe('Hex; `..` is any byte, a last `*` any number of bytes'),
        response: hexPattern.describe('Hex; `..` and `*` stand for what they matched'),
        delay,
      }),
    )
    .min(1)
    .describe('Requests and their responses'),
  baudRate: speed,
});

const silent = z.strictObject({
  kind: z.literal('silent').describe('Hears and says nothing'),
  baudRate: speed,
});

const chatty = z.strictObject({
  kind: z.literal('chatty').describe('Speaks without being asked'),
  data: hex.refine((text) => text.length > 0, 'needs at least one byte').describe('Its bytes in hex'),
  interval: spanSchema().describe('From one time to the next'),
  baudRate: speed,
});

const word = z.int().min(0).max(0xffff);

/** Registers by address, or a list of those from address 0 on. */
function registers<T>(value: z.ZodType<T>): z.ZodType<Map<number, T>> {
  const address = z.string().regex(/^\d{1,5}$/, 'expected a register address, 0 to 65535');
  return z.union([
    z.array(value).transform((list) => new Map(list.entries())),
    z
      .record(address, value)
      .transform((record) => new Map(Object.entries(record).map(([key, each]) => [Number(key), each]))),
  ]);
}

export const PERIPHERAL_KINDS = ['echo', 'modbus-rtu', 'scripted', 'silent', 'chatty'] as const;

function rs485Schema(signal: SignalSchema) {
  const modbus = z.strictObject({
    kind: z.literal('modbus-rtu').describe('A Modbus RTU server: functions 03, 04, 06, 08 and 16'),
    address: z.int().min(1).max(247).describe('Its address on the bus'),
    delay,
    holding: registers(word).prefault([]).describe('Holding registers: a list from 0 on, or by address'),
    input: registers(signal).prefault([]).describe('Input registers; each may follow a signal'),
    baudRate: speed,
  });
  const peripheral = z.discriminatedUnion('kind', [echo, modbus, scripted, silent, chatty], {
    error: unknownKind(PERIPHERAL_KINDS),
  });
  return z.strictObject({
    baudRate: baudRate.default(9600).describe('Rate of the port at the start, in bit/s'),
    parity: z.enum(['none', 'even', 'odd']).default('none').describe('The parity bit'),
    stopBits: z.literal([1, 2]).default(1).describe('How many stop bits'),
    peripherals: z.array(peripheral).default([]).describe('What is connected to the bus, by `kind`'),
  });
}

// What a device is made of: its channels, how it behaves and how long its acts take. All times in ms. Devices of one
// profile share one spec.

type Channel<K extends 'relays' | 'digitalInputs' | 'analogInputs'> = Omit<ProfileFile[K][number], 'count'>;
export type RelaySpec = Channel<'relays'>;
export type DigitalInputSpec = Channel<'digitalInputs'>;
export type BounceSpec = NonNullable<DigitalInputSpec['bounce']>;
export type AnalogInputSpec = Channel<'analogInputs'>;
export type SensorSpec = ProfileFile['sensors'][number];
export type TimingSpec = Required<z.output<typeof timing>>;
export type PowerSpec = Required<z.output<typeof power>>;
type PortFile = NonNullable<ProfileFile['rs485']>;
export interface Rs485Spec extends Omit<PortFile, 'peripherals'> {
  readonly peripherals: readonly PeripheralSpec[];
}
export type SerialFormat = Pick<Rs485Spec, 'parity' | 'stopBits'>;
export type PeripheralSpec = PortFile['peripherals'][number];
export type PeripheralKind = PeripheralSpec['kind'];
export type PeripheralOf<K extends PeripheralKind> = Extract<PeripheralSpec, { kind: K }>;

export interface DeviceSpec {
  readonly relays: readonly RelaySpec[];
  readonly digitalInputs: readonly DigitalInputSpec[];
  readonly analogInputs: readonly AnalogInputSpec[];
  readonly sensors: readonly SensorSpec[];
  readonly rs485?: Rs485Spec;
  readonly timing: TimingSpec;
  readonly power: PowerSpec;
}

/** Something on the device's bus speaks without being asked. */
export function isChatty({ rs485 }: DeviceSpec): boolean {
  return rs485?.peripherals.some(({ kind }) => kind === 'chatty') ?? false;
}

/** Something happens at the device though nobody touches it, and there is an event about it. */
export function actsByItself(device: DeviceSpec): boolean {
  return isChatty(device) || device.digitalInputs.some((input) => input.pattern !== undefined);
}
