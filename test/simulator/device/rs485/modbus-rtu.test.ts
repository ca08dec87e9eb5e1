import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/kernel/hex.js';
import {
  checkedBody,
  crc16,
  createModbusRtu,
  withCrc,
} from '../../../../src/simulator/device/rs485/modbus-rtu.js';
import type { PeripheralOf } from '../../../../src/simulator/device/schema/profile.js';

const spec: PeripheralOf<'modbus-rtu'> = {
  kind: 'modbus-rtu',
  address: 1,
  delay: 5,
  holding: new Map([0x1234, 0, 0xffff].map((value, address) => [address, value])),
  input: new Map([
    [10, { kind: 'constant', value: 77 }],
    [11, { kind: 'ramp', from: 0, to: 100_000, over: 1000, after: 'hold' }],
  ]),
};

/** Asks with bodies in hex, the checksum added; answers likewise, the checksum checked and removed. */
function createServer(
  parts: Partial<PeripheralOf<'modbus-rtu'>> = {},
): (body: string, now?: number) => string | undefined {
  const server = createModbusRtu({ ...spec, ...parts }, { seed: 1, label: 'x', origin: 0 });
  return (body, now = 0) => {
    const answer = server.answer(withCrc([...(fromHex(body) ?? [])]), now);
    if (!answer) return undefined;
    expect(answer.delay).toBe(5);
    const checked = checkedBody(answer.bytes);
    expect(checked).toBeDefined();
    return toHex(checked ?? []);
  };
}

describe('the checksum', () => {
  it.each([
    ['010300000001', '840a'],
    ['01030000000a', 'c5cd'],
    ['1103006b0003', '7687'],
    ['010600010003', '980b'],
    ['018302', 'c0f1'],
  ])('of %s is %s', (body, checksum) => {
    expect(toHex(withCrc([...(fromHex(body) ?? [])]))).toBe(body + checksum);
  });

  it('of the digits 1 to 9 is the published check value', () => {
    expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x4b37);
  });

  it('finds any single byte that was changed', () => {
    const frames = fc.uint8Array({ minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(frames, fc.nat(), fc.integer({ min: 1, max: 255 }), (body, at, change) => {
        const frame = withCrc([...body]);
        expect(checkedBody(frame)).toEqual(body);
        frame[at % frame.length]! ^= change;
        expect(checkedBody(frame)).toBeUndefined();
      }),
    );
  });
});

describe('a Modbus server', () => {
  it('reads holding registers', () => {
    expect(createServer()('010300000003')).toBe('01030612340000ffff');
  });

  it('reads input registers, which may follow a signal', () => {
    const ask = createServer();
    expect(ask('0104000a0001')).toBe('010402004d');
    expect(ask('0104000b0001', 100)).toBe('0104022710');
    expect(ask('0104000b0001', 1000)).toBe('010402ffff');
  });

  it('writes one register and many, and echoes as the protocol asks', () => {
    const ask = createServer();
    expect(ask('010600011111')).toBe('010600011111');
    expect(ask('0110000100020422223333')).toBe('011000010002');
    expect(ask('010300000003')).toBe('010306123422223333');
  });

  it.each([
    ['an unknown function', '010100000001', '018101'],
    ['an unknown diagnostic', '010800990000', '018801'],
    ['a register beyond the last', '010300020002', '018302'],
    ['an input register that is none', '010400000001', '018402'],
    ['a write beyond the last', '010600030001', '018602'],
    ['many writes beyond the last', '0110000200020411112222', '019002'],
    ['a count of none', '010300000000', '018303'],
    ['a count of 126', '01030000007e', '018303'],
    ['a byte count that does not fit', '01100000000103112233', '019003'],
    ['a request that is too short', '01030000', '018303'],
  ])('answers %s with an exception', (_, request, expected) => {
    expect(createServer()(request)).toBe(expected);
  });

  it('writes nothing of a request that runs beyond the last register', () => {
    const ask = createServer();
    ask('0110000200020411112222');
    expect(ask('010300020001')).toBe('010302ffff');
  });

  it('keeps silent for other addresses and for frames with a wrong checksum', () => {
    const server = createModbusRtu(spec, { seed: 1, label: 'x', origin: 0 });
    expect(createServer()('020300000001')).toBeUndefined();
    expect(server.answer(Uint8Array.of(1, 3, 0, 0, 0, 1, 0x84, 0x0b), 0)).toBeUndefined();
    expect(server.answer(Uint8Array.of(1), 0)).toBeUndefined();
  });

  it('obeys a broadcast without a word', () => {
    const ask = createServer();
    expect(ask('000600010042')).toBeUndefined();
    expect(ask('010300010001')).toBe('0103020042');
  });

  it('answers to its own address only', () => {
    expect(createServer({ address: 17 })('110300010001')).toBe('1103020000');
  });

  it('counts messages, errors, exceptions, its own messages and the unanswered', () => {
    const server = createModbusRtu(spec, { seed: 1, label: 'x', origin: 0 });
    const say = (body: string): string =>
      toHex(server.answer(withCrc([...(fromHex(body) ?? [])]), 0)?.bytes ?? []);
    const counter = (subfunction: string): number =>
      Number.parseInt(say(`0108${subfunction}0000`).slice(8, 12), 16);
    say('010300000001');
    say('020300000001');
    say('010300090001');
    say('000600010042');
    server.answer(Uint8Array.of(1, 2, 3, 4), 0);
    expect(counter('000b')).toBe(5);
    expect(counter('000c')).toBe(1);
    expect(counter('000d')).toBe(1);
    expect(counter('000e')).toBe(7);
    expect(counter('000f')).toBe(1);
    expect(say('0108000a0000')).toBe(toHex(withCrc([...fromHex('0108000a0000')!])));
    expect(counter('000c')).toBe(0);
    expect(say('01080000a537')).toBe(toHex(withCrc([...fromHex('01080000a537')!])));
  });

  it('survives any frame', () => {
    const ask = createServer();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        const answer = ask(toHex([1, ...body]));
        expect(answer ?? '01').toMatch(/^01/);
      }),
    );
  });
});
