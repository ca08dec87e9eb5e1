// Guards that are written by hand say what the schemas say, over random values and over mutated ones.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GUARDS } from '../../src/contract/guards.js';
import { OPERATION_NAMES } from '../../src/contract/operations.js';
import { SHAPES, type ShapeName } from '../../src/contract/schemas/shapes.js';

/** Around each limit, and of each type. */
const texts = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(0, 1, 127, 128, 129, 255, 256, 257).map((length) => 'x'.repeat(length)),
  fc.constantFrom(
    'on',
    'off',
    'jog',
    'ON',
    '😀'.repeat(64),
    '😀'.repeat(65),
    '😀'.repeat(128),
    '😀'.repeat(129),
    '0A',
    '0a',
    'x'.repeat(1024),
    'x'.repeat(1025),
  ),
);
const numbers = fc.oneof(
  fc.integer({ min: -2, max: 5 }),
  fc.constantFrom(65_535, 65_536, 65_537, 1.5, -0, 2 ** 53, Number.NaN, Infinity),
);
const odd = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null), fc.constant(undefined), fc.anything());

const relay = fc.record({
  index: fc.integer({ min: 1, max: 65_536 }),
  action: fc.constantFrom('on', 'off', 'jog'),
});
const text = fc.string({ minLength: 1, maxLength: 20 });
const index = fc.integer({ min: 1, max: 65_536 });
const time = fc.constantFrom(0, 1, 250, 1_767_225_600_000);
const bytes = fc.constantFrom('', '00', '0aff', 'deadbeef');
const reading = { value: fc.double({ noNaN: true, noDefaultInfinity: true }), unit: fc.string() };
const few = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { maxLength: 2 });
const device = fc.record(
  { deviceId: text, name: fc.string(), profileId: fc.string(), online: fc.boolean(), powered: fc.boolean() },
  { requiredKeys: ['deviceId'] },
);
const peripherals = fc.record({
  relays: few(
    fc.record({ index, on: fc.boolean(), jogging: fc.constant(true) }, { requiredKeys: ['index', 'on'] }),
  ),
  digitalInputs: few(fc.record({ index, active: fc.boolean() })),
  analogInputs: few(fc.record({ index, ...reading }, { requiredKeys: ['index', 'value'] })),
  sensors: few(fc.record({ key: text, ...reading }, { requiredKeys: ['key', 'value'] })),
});

/** Values that fit, to be mutated. */
const FITTING: Partial<Record<ShapeName, fc.Arbitrary<Record<string, unknown>>>> = {
  wsRequest: fc.record(
    { topic: text, requestId: text, data: fc.anything() },
    { requiredKeys: ['topic', 'requestId'] },
  ),
  device,
  peripherals,
  deviceDetail: fc.record({ device, peripherals }),
  deviceConfig: fc.record({
    relays: few(fc.record({ index, jogDuration: time })),
    baudRate: fc.constantFrom(1, 9600),
  }),
  command: fc.record(
    {
      commandId: text,
      deviceId: text,
      operation: fc.constantFrom(...OPERATION_NAMES),
      params: fc.anything(),
      status: fc.constantFrom('pending', 'succeeded', 'failed', 'timeout'),
      result: fc.anything(),
      createdAt: time,
      completedAt: time,
    },
    { requiredKeys: ['commandId', 'operation', 'params', 'status'] },
  ),
  ticket: fc.record({ ticket: text, expiresIn: fc.constantFrom(0, 30, 0.5) }, { requiredKeys: ['ticket'] }),
  transceiveParams: fc.record({ data: bytes, timeout: time }, { requiredKeys: ['data'] }),
  transceiveResult: fc.record({ data: bytes }),
  baudRateParams: fc.record({ baudRate: fc.constantFrom(1, 9600) }),
  jogParams: fc.record({ index, duration: time }),
  wsEvent: fc.record(
    { topic: fc.string(), eventId: fc.string(), occurredAt: time, data: fc.anything() },
    { requiredKeys: ['topic', 'data'] },
  ),
  stateChanged: fc.record({
    deviceId: text,
    changes: few(fc.record({ kind: fc.constantFrom('relay', 'digitalInput'), index })),
    peripherals,
  }),
  deviceNotice: fc.record({ deviceId: text }),
  rs485Received: fc.record({ deviceId: text, data: bytes }),
  stateRequest: fc.record({ deviceId: text }),
  executeRequest: fc.record(
    {
      deviceId: text,
      idempotencyKey: text,
      operation: fc.record({ name: fc.string(), params: fc.anything() }),
    },
    { requiredKeys: ['deviceId', 'operation'] },
  ),
  relayParams: fc.record({
    relays: fc.oneof(
      fc.array(relay, { minLength: 1, maxLength: 5 }),
      fc
        .constantFrom(0, 1, 255, 256, 257)
        .map((length) => Array.from({ length }, () => ({ index: 1, action: 'on' }))),
    ),
  }),
};

/** Puts something odd at one place of a value, at whatever depth, or leaves the place out. */
function mutated(
  value: unknown,
  path: readonly number[],
  change: { readonly to: unknown; readonly drop: boolean },
): unknown {
  if (typeof value !== 'object' || value === null || path.length === 0) return change.to;
  const keys = Object.keys(value);
  const [first = 0, ...rest] = path;
  const key = keys[first % Math.max(1, keys.length)];
  if (key === undefined) return change.to;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
  if (rest.length === 0 && change.drop) delete copy[key];
  else copy[key] = mutated(copy[key], rest, change);
  return copy;
}

const change = fc.record({ to: odd, drop: fc.boolean() });
const path = fc.array(fc.nat({ max: 7 }), { maxLength: 4 });

describe('a guard written by hand', () => {
  const named = Object.entries(GUARDS) as [ShapeName, (value: unknown) => boolean][];

  test.each(named)('of %s says of any value what the schema says', (name, guard) => {
    const fitting = FITTING[name];
    if (!fitting) throw new Error(`there are no values of ${name} to be mutated`);
    const value = fc.oneof(
      fc.anything(),
      fitting,
      fc.tuple(fitting, path, change).map((each) => mutated(...each)),
    );
    fc.assert(
      fc.property(value, (each) => {
        expect(guard(each)).toBe(SHAPES[name].safeParse(each).success);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(named)('of %s sees values of both kinds here', (name, guard) => {
    const fitting = FITTING[name] ?? fc.constant({});
    const seen = fc.sample(
      fc.oneof(
        fitting,
        fc.tuple(fitting, path, change).map((each) => mutated(...each)),
      ),
      300,
    );
    const accepted = seen.filter((each) => guard(each)).length;
    expect(accepted).toBeGreaterThan(50);
    expect(accepted).toBeLessThan(290);
  });
});
