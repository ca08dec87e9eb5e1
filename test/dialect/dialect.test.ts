// The parts of a dialect that are no shapes: refusals, indices, and what it refuses to write.
import { describe, expect, it } from 'vitest';
import { OPEN_ERROR_CODES, STATED_ERROR_CODES } from '../../src/contract/error-codes.js';
import { OPERATION_NAMES } from '../../src/contract/operations.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { changed, dialectOf, textOf } from './read-dialect.js';

const dialect = dialectOf(textOf('default'));

describe('the refusals of a dialect', () => {
  it('have the codes and statuses of the contract unless the file says otherwise', () => {
    const { error, canonicalCode } = dialectOf(changed('errorCodes', '{ NOT_FOUND: { status: 405 } }'));
    for (const [code, { status }] of Object.entries(OPEN_ERROR_CODES)) {
      expect(error(code as keyof typeof OPEN_ERROR_CODES)).toEqual({
        code,
        status: code === 'NOT_FOUND' ? 405 : status,
      });
      expect(canonicalCode(code)).toBe(code);
    }
  });

  it.each(Object.entries(STATED_ERROR_CODES))('have the stated code %s', (code, { status }) => {
    const scrambled = dialectOf(textOf('scrambled'));
    const stated = code as keyof typeof STATED_ERROR_CODES;
    expect(scrambled.error(stated)).toEqual({ code, status: status ?? 401 });
    expect(scrambled.canonicalCode(code)).toBe(code);
  });

  it('lead back from the code of the wire, and to the first where several share one', () => {
    const scrambled = dialectOf(textOf('scrambled'));
    expect(scrambled.canonicalCode('E_UNREACHABLE')).toBe('DEVICE_OFFLINE');
    expect(scrambled.canonicalCode('E_UNKNOWN')).toBe('DEVICE_NOT_FOUND');
    expect(scrambled.canonicalCode('DEVICE_OFFLINE')).toBeUndefined();
    expect(scrambled.canonicalCode('toString')).toBeUndefined();
  });

  it('may borrow a stated code, which keeps its meaning', () => {
    const { error, canonicalCode } = dialectOf(
      changed('errorCodes', '{ TICKET_INVALID: { code: AUTH_INVALID } }'),
    );
    expect(error('TICKET_INVALID')).toEqual({ code: 'AUTH_INVALID', status: 401 });
    expect(canonicalCode('AUTH_INVALID')).toBe('AUTH_INVALID');
  });
});

describe('an index in a path', () => {
  it.each(['', '0', '-1', '1.0', '01', ' 1', '1e0', 'one', '65537', '9'.repeat(40)])(
    'is not "%s"',
    (text) => {
      expect(dialect.decodeIndex(text)).toBeUndefined();
    },
  );

  it.each([
    [1, '1', '0'],
    [65_536, '65536', '65535'],
  ])('%i is %s, or %s where the count begins at 0', (index, fromOne, fromZero) => {
    const scrambled = dialectOf(textOf('scrambled'));
    expect(dialect.encodeIndex(index)).toBe(fromOne);
    expect(dialect.decodeIndex(fromOne)).toBe(index);
    expect(scrambled.encodeIndex(index)).toBe(fromZero);
    expect(scrambled.decodeIndex(fromZero)).toBe(index);
  });
});

describe('a dialect refuses to write', () => {
  it('two elements under one key', () => {
    const { peripherals } = dialectOf(textOf('scrambled')).shapes;
    const relays = [
      { index: 1, on: true },
      { index: 1, on: false },
    ];
    const value = { relays, digitalInputs: [], analogInputs: [], sensors: [] };
    expect(() => peripherals.encode(value)).toThrow('one key for each element, and two share one');
  });

  it('a value without a field that it always writes', () => {
    const { device } = dialectOf(changed('device', '{ id: $deviceId, label: $name }')).shapes;
    expect(() => device.encode({ deviceId: 'd' })).toThrow(
      /^dialect\.yaml:\d+:33: the dialect always writes \$name/,
    );
  });
});

describe('a dialect', () => {
  it('is called as its file is when it has no name of its own', () => {
    const result = parseDialect(changed('name', '').replace(/^name: $/m, ''), 'vendors/acme.yaml');
    expect(result).toMatchObject({ ok: true, value: { name: 'acme' } });
  });

  it('has the parameters of each operation', () => {
    const params = { relays: [{ index: 1, action: 'on' as const }] };
    expect(dialect.operationParams('device.relay.set').encode(params)).toEqual(params);
    for (const name of OPERATION_NAMES) expect(dialect.operationParams(name)).toHaveProperty('decode');
  });

  it('writes a new object each time, literals included', () => {
    const { jogBody } = dialectOf(changed('jogBody', '{ d: $duration, tags: [a] }')).shapes;
    const [first, second] = [jogBody.encode({ duration: 1 }), jogBody.encode({ duration: 1 })];
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
    expect(first['tags']).not.toBe(second['tags']);
  });

  it('writes a sensor under any name that it may have', () => {
    const { peripherals } = dialectOf(textOf('scrambled')).shapes;
    const value = {
      relays: [],
      digitalInputs: [],
      analogInputs: [],
      sensors: [{ key: '__proto__', value: 1 }],
    };
    const wire = JSON.parse(JSON.stringify(peripherals.encode(value))) as unknown;
    expect(peripherals.decode(wire)).toEqual({ ok: true, value });
  });
});
