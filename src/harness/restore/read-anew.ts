// What was found, as the dialect of today reads it: a dialect that has been corrected since then reads the same wire otherwise.
import { parseDialect } from '../../dialect/parse-dialect.js';
import type { Codec, Dialect } from '../../dialect/dialect.js';
import { AssertionError } from '../../kernel/assert.js';
import { defined } from '../../kernel/defined.js';
import type { DeviceBefore, RestoreRecord } from './record.js';

/** Stands for a rate that was not kept, where the wire has to show one. */
const ANY_RATE = 9600;

/** The record with its values as this dialect has them; as it is where the dialect is the same, or cannot say them. */
export function readAnew(record: RestoreRecord, dialect: Dialect): RestoreRecord {
  const { dialect: spoken } = record;
  if (!spoken || spoken.text === dialect.source.text) return record;
  const parsed = parseDialect(spoken.text, spoken.file);
  if (!parsed.ok) return record;
  const devices = record.devices.map((device) => deviceAnew(device, parsed.value.shapes, dialect.shapes));
  return { ...record, devices };
}

type Shapes = Dialect['shapes'];

function deviceAnew(device: DeviceBefore, was: Shapes, now: Shapes): DeviceBefore {
  const { relays, jogged, jogDurations, baudRate } = device;
  const state = (on: DeviceBefore['relays']) => ({
    relays: on,
    digitalInputs: [],
    analogInputs: [],
    sensors: [],
  });
  const config = { relays: jogDurations, baudRate: baudRate ?? ANY_RATE };
  const switched = again(was.peripherals, now.peripherals, state(relays));
  const jogs = again(was.peripherals, now.peripherals, state(jogged.map((index) => ({ index, on: false }))));
  const set = again(was.deviceConfig, now.deviceConfig, config);
  return {
    ...device,
    relays: switched?.relays.map(({ index, on }) => ({ index, on })) ?? relays,
    jogged: jogs?.relays.map(({ index }) => index) ?? jogged,
    jogDurations: set?.relays.map(({ index, jogDuration }) => ({ index, jogDuration })) ?? jogDurations,
    ...defined({ baudRate: baudRate === undefined ? undefined : (set?.baudRate ?? baudRate) }),
  };
}

/** Undefined where one of them cannot say it. */
function again<T>(was: Codec<T>, now: Codec<T>, value: T): T | undefined {
  try {
    const read = now.decode(was.encode(value));
    return read.ok ? read.value : undefined;
  } catch (error) {
    if (error instanceof AssertionError) return undefined;
    throw error;
  }
}
