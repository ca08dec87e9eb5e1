// A Modbus RTU server: functions 03, 04, 06 and 16 on its registers, and 08 for its counters.
import type { Peripheral, PeripheralSource } from './peripheral.js';
import type { PeripheralOf } from '../schema/profile.js';
import type { SignalSpec } from '../schema/signals.js';
import { createSignal } from '../signals.js';

const READ_HOLDING = 0x03;
const READ_INPUT = 0x04;
const WRITE_ONE = 0x06;
const DIAGNOSTICS = 0x08;
const WRITE_MANY = 0x10;

const ILLEGAL_FUNCTION = 1;
const ILLEGAL_ADDRESS = 2;
const ILLEGAL_VALUE = 3;

const MOST_READ = 125;
const MOST_WRITTEN = 123;

/** To this address every server listens, and none answers. */
const BROADCAST = 0;

/** The bytes after the function code of the answer, or the code of an exception. */
type Response = readonly number[] | { readonly exception: number };

export function createModbusRtu(spec: PeripheralOf<'modbus-rtu'>, source: PeripheralSource): Peripheral {
  const registers = createModbusRegisters(spec, source);
  const diagnostics = createDiagnostics();

  return {
    baudRate: spec.baudRate,
    answer: (frame, now) => {
      const body = diagnostics.receive(frame);
      const [address, code] = [body?.[0], body?.[1]];
      if (!body || code === undefined || (address !== spec.address && address !== BROADCAST))
        return undefined;
      diagnostics.addressed();
      const response = respond(code, body.subarray(2), registers, diagnostics, now);
      if ('exception' in response) diagnostics.excepted();
      if (address === BROADCAST) {
        diagnostics.unanswered();
        return undefined;
      }
      const bytes =
        'exception' in response
          ? [spec.address, code | 0x80, response.exception]
          : [spec.address, code, ...response];
      return { bytes: withCrc(bytes), delay: spec.delay };
    },
  };
}

function respond(
  code: number,
  data: Uint8Array,
  registers: ModbusRegisters,
  diagnostics: Diagnostics,
  now: number,
): Response {
  switch (code) {
    case READ_HOLDING:
      return read(data, (address) => registers.holding(address));
    case READ_INPUT:
      return read(data, (address) => registers.input(address, now));
    case WRITE_ONE:
      return writeOne(data, registers);
    case WRITE_MANY:
      return writeMany(data, registers);
    case DIAGNOSTICS:
      return data.length < 4
        ? { exception: ILLEGAL_VALUE }
        : (diagnostics.query(data) ?? { exception: ILLEGAL_FUNCTION });
    default:
      return { exception: ILLEGAL_FUNCTION };
  }
}

function read(data: Uint8Array, register: (address: number) => number | undefined): Response {
  const count = word(data, 2);
  if (data.length !== 4 || count < 1 || count > MOST_READ) return { exception: ILLEGAL_VALUE };
  const values = Array.from({ length: count }, (_, at) => register(word(data, 0) + at));
  if (values.includes(undefined)) return { exception: ILLEGAL_ADDRESS };
  return [count * 2, ...values.flatMap((value = 0) => [value >>> 8, value & 0xff])];
}

function writeOne(data: Uint8Array, registers: ModbusRegisters): Response {
  if (data.length !== 4) return { exception: ILLEGAL_VALUE };
  return registers.write(word(data, 0), word(data, 2)) ? [...data] : { exception: ILLEGAL_ADDRESS };
}

function writeMany(data: Uint8Array, registers: ModbusRegisters): Response {
  const first = word(data, 0);
  const count = word(data, 2);
  const fits = count >= 1 && count <= MOST_WRITTEN && data[4] === count * 2 && data.length === 5 + count * 2;
  if (!fits) return { exception: ILLEGAL_VALUE };
  const places = Array.from({ length: count }, (_, at) => at);
  // All or nothing: a request that runs over the end changes no register.
  if (places.some((at) => registers.holding(first + at) === undefined)) return { exception: ILLEGAL_ADDRESS };
  for (const at of places) registers.write(first + at, word(data, 5 + at * 2));
  return [...data.subarray(0, 4)];
}

function word(data: Uint8Array, at: number): number {
  return ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
}

// The registers of a Modbus peripheral: holding registers that a master writes, input registers that it reads.

type ModbusRegisters = ReturnType<typeof createModbusRegisters>;

function createModbusRegisters(spec: PeripheralOf<'modbus-rtu'>, source: PeripheralSource) {
  const holding = new Map(spec.holding);
  const inputs = new Map(
    [...spec.input].map(([address, register]) => [address, reader(address, register, source)]),
  );
  return {
    holding: (address: number): number | undefined => holding.get(address),
    input: (address: number, now: number): number | undefined => inputs.get(address)?.(now),
    /** False when there is no such register. */
    write: (address: number, value: number): boolean => {
      if (!holding.has(address)) return false;
      holding.set(address, value);
      return true;
    },
  };
}

function reader(address: number, register: SignalSpec, source: PeripheralSource): (now: number) => number {
  const { seed, origin } = source;
  const signal = createSignal(register, { seed, label: `${source.label}/input-${address}` });
  return (now) => Math.min(0xffff, Math.max(0, Math.round(signal(Math.max(0, now - origin)))));
}

// What a Modbus server counts about its traffic, and function 08 that reads the counters.

const RETURN_QUERY = 0x00;
const CLEAR = 0x0a;

/** Subfunction -> what it counts. */
const COUNTERS = {
  0x0b: 'messages',
  0x0c: 'errors',
  0x0d: 'exceptions',
  0x0e: 'addressed',
  0x0f: 'unanswered',
} as const;

type Counts = Record<(typeof COUNTERS)[keyof typeof COUNTERS], number>;

type Diagnostics = ReturnType<typeof createDiagnostics>;

function createDiagnostics() {
  let counts = zero();
  return {
    /** Counts a frame on the bus; the body when its checksum is right. */
    receive: (frame: Uint8Array): Uint8Array | undefined => {
      const body = checkedBody(frame);
      if (body) counts.messages++;
      else counts.errors++;
      return body;
    },
    /** The frame was for this server, or for all. */
    addressed: (): void => void counts.addressed++,
    excepted: (): void => void counts.exceptions++,
    unanswered: (): void => void counts.unanswered++,
    /** The answer to the data of a function 08 request; undefined for an unknown subfunction. */
    query: (data: Uint8Array): readonly number[] | undefined => {
      const subfunction = ((data[0] ?? 0) << 8) | (data[1] ?? 0);
      if (subfunction === CLEAR) counts = zero();
      if (subfunction === RETURN_QUERY || subfunction === CLEAR) return [...data];
      const name = COUNTERS[subfunction as keyof typeof COUNTERS];
      if (name === undefined) return undefined;
      return [...data.subarray(0, 2), (counts[name] >>> 8) & 0xff, counts[name] & 0xff];
    },
  };
}

function zero(): Counts {
  return { messages: 0, errors: 0, exceptions: 0, addressed: 0, unanswered: 0 };
}

// The checksum of Modbus RTU: CRC-16 with polynomial 0xA001, low byte first on the line.

export function crc16(bytes: Iterable<number>): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}

/** The bytes with their checksum. */
export function withCrc(bytes: readonly number[]): Uint8Array {
  const crc = crc16(bytes);
  return Uint8Array.from([...bytes, crc & 0xff, crc >>> 8]);
}

/** The bytes without their checksum; undefined when it is wrong, or there is none. */
export function checkedBody(frame: Uint8Array): Uint8Array | undefined {
  if (frame.length < 4) return undefined;
  const body = frame.subarray(0, -2);
  const crc = crc16(body);
  return frame.at(-2) === (crc & 0xff) && frame.at(-1) === crc >>> 8 ? body : undefined;
}
