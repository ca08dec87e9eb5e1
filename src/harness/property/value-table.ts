// The classes of values that the parameters of each operation have, and how one is told from what was sent. Random
// programs draw from this table; a report says how much of it a run has met.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Axes, CoveringRow } from '../../kernel/covering-array.js';

/** The ends of the bytes of a transceive, and what stands between them. */
export const BYTES = {
  'no zeros': (length: number) => Array.from({ length }, (_, at) => 0x21 + (at % 0x5d)),
  'a zero first': (length: number) => [0, ...BYTES['no zeros'](length - 1)],
  'a zero last': (length: number) => [...BYTES['no zeros'](length - 1), 0],
  // Line ends, zeros, and what halts or ends a line of text: 0x0a, 0x0b and so on, around and around.
  'control bytes inside': (length: number) =>
    BYTES['no zeros'](length).map((byte, at) => (at > 0 ? (0x09 + at) % 0x20 : byte)),
  'above 127': (length: number) => Array.from({ length }, (_, at) => 0x80 + (at % 0x80)),
} as const;
export type BytesClass = keyof typeof BYTES;

/** The class of such bytes, and their length where it is one of the table. */
export function bytesClassOf(bytes: readonly number[]): CoveringRow {
  const length = LENGTHS.find((each) => each === bytes.length);
  return { bytes: bytesClass(bytes), ...(length !== undefined && { length: String(length) }) };
}

function bytesClass(bytes: readonly number[]): BytesClass {
  if (bytes.length > 1 && bytes[0] === 0) return 'a zero first';
  if (bytes.length > 1 && bytes.at(-1) === 0) return 'a zero last';
  if (bytes.includes(0x0a)) return 'control bytes inside';
  return bytes.length > 1 && bytes.slice(1).every((byte) => byte > 127) ? 'above 127' : 'no zeros';
}

/** Around what is often a buffer, or the largest number of a field. */
export const LENGTHS = [1, 2, 63, 64, 65, 126, 255, 256] as const;

/** In ms. */
export const DURATIONS = {
  'under half a second': [200, 350],
  'under a second': [700, 999],
  'whole seconds': [1000, 2000],
  'over a second, with a fraction': [1500, 2700],
} as const;
export type DurationClass = keyof typeof DURATIONS;

export function durationClassOf(duration: number): DurationClass {
  if (duration < 1000) return duration < 500 ? 'under half a second' : 'under a second';
  return duration % 1000 === 0 ? 'whole seconds' : 'over a second, with a fraction';
}

export const BAUD_RATES = { low: [4800], usual: [9600, 19_200, 38_400], high: [115_200] } as const;
export type BaudClass = keyof typeof BAUD_RATES;

export interface ValueTable {
  readonly axes: Axes;
  /** What a wrong value breaks. */
  readonly rules: readonly RuleId[];
  readonly possible: (row: CoveringRow) => boolean;
}

export const VALUE_TABLES = {
  relays: {
    axes: {
      way: ['rest', 'ws', 'single'],
      relays: ['first', 'last', 'several', 'all'],
      action: ['on', 'off', 'jog', 'mixed'],
      from: ['on', 'off'],
    },
    rules: ['relay.effect', 'relay.set-many', 'relay.compatibility', 'events.relay-changed'],
    possible: ({ way, relays, action }) =>
      !(way === 'single' && (relays === 'several' || relays === 'all')) &&
      !(action === 'mixed' && (way === 'single' || relays === 'first' || relays === 'last')),
  },
  transceive: {
    axes: {
      way: ['rest', 'ws'],
      length: LENGTHS.map(String),
      bytes: Object.keys(BYTES),
      after: ['nothing', 'a timeout', 'a lost connection'],
    },
    rules: ['rs485.transceive', 'rs485.timeout'],
    // What is told from others by its second byte has two.
    possible: ({ length, bytes }) => !(length === '1' && bytes !== undefined && bytes !== 'no zeros'),
  },
  jogDuration: {
    axes: {
      way: ['rest', 'ws'],
      relay: ['first', 'last'],
      duration: Object.keys(DURATIONS),
      before: ['shorter', 'longer'],
    },
    rules: ['relay.jog-config', 'devices.config-read'],
    possible: () => true,
  },
  baudRate: {
    axes: { way: ['rest', 'ws'], rate: Object.keys(BAUD_RATES), before: ['lower', 'higher'] },
    rules: ['rs485.baud-rate', 'devices.config-read'],
    possible: ({ rate, before }) =>
      !(rate === 'low' && before === 'lower') && !(rate === 'high' && before === 'higher'),
  },
} as const satisfies Readonly<Record<string, ValueTable>>;
export type ValueTableName = keyof typeof VALUE_TABLES;
export const VALUE_TABLE_NAMES = Object.keys(VALUE_TABLES) as readonly ValueTableName[];

/** The table without the classes that a target does not offer. */
export function tableWithout(
  name: ValueTableName,
  missing: (axis: string, value: string) => boolean,
): ValueTable {
  const table: ValueTable = VALUE_TABLES[name];
  const axes = Object.fromEntries(
    Object.entries(table.axes).map(([axis, values]) => [
      axis,
      values.filter((value) => !missing(axis, value)),
    ]),
  );
  return { ...table, axes };
}
