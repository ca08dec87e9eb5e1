// The classes of values that the parameters of each operation have, and how one is told from what was sent. Random
// programs draw from this table; a report says how much of it a run has met.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { type Axes, coveringArray, type CoveringRow } from '../../kernel/covering-array.js';
import { grants } from '../../contract/scopes.js';
import type { RandomStream } from '../../kernel/random.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import { verbOf } from '../scenario/verbs/registry.js';
import { createCommand, type Draft, type ProgramCommand } from './commands.js';
import type { DeviceFacts, ProgramFacts } from './facts.js';
import type { StepData } from './program.js';

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
function tableWithout(name: ValueTableName, missing: (axis: string, value: string) => boolean): ValueTable {
  const table: ValueTable = VALUE_TABLES[name];
  const axes = Object.fromEntries(
    Object.entries(table.axes).map(([axis, values]) => [
      axis,
      values.filter((value) => !missing(axis, value)),
    ]),
  );
  return { ...table, axes };
}

// Rows of the tables of values as commands of a random program: each puts the device where the row begins, asks for
// what it says, and reads what came of it.

/** Rows of each table in one program: the waits of some are the time of others. */
const IN_A_PROGRAM: Readonly<Record<ValueTableName, number>> = {
  relays: 3,
  transceive: 5,
  jogDuration: 2,
  baudRate: 1,
};

/** Undefined where the facts have no operation. */
export function createValueRows(facts: ProgramFacts, random: RandomStream) {
  const decks = VALUE_TABLE_NAMES.flatMap((name) => {
    const device = facts.devices.find((each) => isOffered(name, each, facts));
    const table = device && tableFor(name, device, facts);
    if (!device || !table) return [];
    const rows = coveringArray(table.axes, random, table);
    return rows.length === 0 ? [] : [{ name, device, rows, each: IN_A_PROGRAM[name] }];
  });
  if (decks.length === 0) return undefined;
  return {
    /** Programs until each row has been there. */
    programs: Math.max(...decks.map(({ rows, each }) => Math.ceil(rows.length / each))),
    /** Of the place among the programs that are about values; after the last it begins again. */
    commandsAt: (place: number): readonly ProgramCommand[] => {
      const dealt = decks.map(({ name, device, rows, each }) => ({
        name,
        commands: Array.from({ length: each }, (_, at) => {
          const index = place * each + at;
          return commandOf(name, { row: rows[index % rows.length] ?? {}, index, device, facts });
        }),
      }));
      const of = (last: boolean): readonly (readonly ProgramCommand[])[] =>
        dealt.filter(({ name }) => (name === 'baudRate') === last).map(({ commands }) => commands);
      // At another speed the peripherals are not understood.
      return [...interleaved(of(false)), ...interleaved(of(true))];
    },
  };
}

/** One of each in turn, as long as there are any. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

export function isOffered(
  name: ValueTableName,
  { relays, rs485 }: DeviceFacts,
  { clients, noJog }: ProgramFacts,
): boolean {
  const may = (scope: 'device:control' | 'device:config'): boolean =>
    clients.some(({ scopes }) => grants(scopes, scope));
  switch (name) {
    case 'relays':
      return relays.length > 0 && may('device:control');
    case 'transceive':
      return (rs485?.echo ?? []).length > 0 && may('device:control');
    case 'jogDuration':
      return relays.length > 0 && noJog !== true && may('device:config');
    case 'baudRate':
      return rs485 !== undefined && may('device:config');
  }
}

/** What of the table the profile offers for the device. */
export function tableFor(
  name: ValueTableName,
  { relays, further = [], rs485 }: Pick<DeviceFacts, 'relays' | 'further' | 'rs485'>,
  { noJog = false, noSingle = false }: Pick<ProgramFacts, 'noJog' | 'noSingle'>,
): ValueTable {
  const echo = rs485?.echo ?? [];
  return tableWithout(name, (axis, value) => {
    if (value === 'several' || value === 'mixed' || (value === 'last' && name === 'relays'))
      return relays.length < 2;
    if (value === 'all') return further.length === 0;
    if (value === 'jog') return noJog;
    if (value === 'single') return noSingle;
    if (value === 'a timeout') return rs485?.unanswered === undefined;
    if (value === 'a zero first') return !echo.some((beginning) => beginning.startsWith('00'));
    if (axis === 'bytes' || axis === 'length')
      return echo.every((beginning) => beginning.startsWith('00') || beginning.length > 2);
    return axis === 'relay' && value === 'last' && relays.length < 2;
  });
}

interface RowUse {
  readonly row: CoveringRow;
  readonly index: number;
  readonly device: DeviceFacts;
  readonly facts: ProgramFacts;
}

function commandOf(name: ValueTableName, use: RowUse): ProgramCommand {
  const steps = STEPS[name];
  return createCommand(({ operations }, draft) => {
    const before = draft.steps.length;
    steps(use, draft);
    const named = draft.steps
      .slice(before)
      .flatMap(({ as, key }) => (typeof key === 'string' ? String(as) : []));
    operations.push(...named);
  });
}

/** Whatever a jog lasts is over then. */
const AFTER_JOG = '4s';

const STEPS: Readonly<Record<ValueTableName, (use: RowUse, draft: Draft) => void>> = {
  relays: (use, draft) => {
    const { row, device, index } = use;
    const names = relaysOf(row['relays'], device);
    const from = row['from'] ?? 'off';
    draft.steps.push(asked(use, draft, 'rest', { setRelays: device.name, relays: all(names, () => from) }));
    const action = (at: number): string =>
      row['action'] === 'mixed' ? ((at + index) % 2 === 0 ? 'on' : 'off') : (row['action'] ?? 'on');
    const single = row['way'] === 'single' ? { compatibility: true } : {};
    draft.steps.push(
      asked(use, draft, row['way'], { setRelays: device.name, relays: all(names, action), ...single }),
      ...(row['way'] === 'single' && row['action'] === 'jog' ? [{ wait: AFTER_JOG }] : []),
      { refresh: device.name, ...(index % 2 === 0 ? {} : { via: 'left' }) },
      // No other row speaks of those between.
      ...(row['relays'] === 'all'
        ? [asked(use, draft, 'rest', { setRelays: device.name, relays: all(names, () => 'off') })]
        : []),
    );
  },
  transceive: (use, draft) => {
    const { row, device } = use;
    const data = echoBytes(row, device.rs485?.echo ?? []);
    const step = { transceive: device.name, data, timeout: '2s' };
    if (row['after'] === 'a timeout')
      draft.steps.push(asked(use, draft, row['way'], { ...step, data: 'unanswered', timeout: '200ms' }));
    if (row['after'] === 'a lost connection') {
      const lost = asked(use, draft, row['way'], { ...step, data: toHex(reversed(data)), cut: true });
      draft.steps.push(lost, ...(row['way'] === 'ws' ? [{ reconnect: 'left' }] : []), { wait: '1s' });
    }
    draft.steps.push(asked(use, draft, row['way'], step));
  },
  jogDuration: (use, draft) => {
    const { row, device, index } = use;
    const [relay = 'lamp'] = relaysOf(row['relay'], device);
    const choices = DURATIONS[(row['duration'] ?? 'whole seconds') as DurationClass];
    const to = choices[index % choices.length] ?? 1000;
    const before = row['before'] === 'shorter' ? to - 100 : to + 1100;
    for (const [way, duration] of [
      ['rest', before],
      [row['way'], to],
    ] as const)
      draft.steps.push(asked(use, draft, way, { setJogDuration: device.name, relay, to: `${duration}ms` }));
    draft.steps.push({ readConfig: device.name });
  },
  baudRate: (use, draft) => {
    const { row, device, index } = use;
    const choices: readonly number[] = BAUD_RATES[(row['rate'] ?? 'usual') as BaudClass];
    const to = choices[index % choices.length] ?? 9600;
    const before = row['before'] === 'lower' ? BAUD_RATES.low[0] : BAUD_RATES.high[0];
    const found = draft.nextName();
    draft.steps.push({ readConfig: device.name, as: found });
    for (const [at, rate] of [before, to].entries())
      draft.steps.push(
        asked(use, draft, at === 0 ? 'rest' : row['way'], { setBaudRate: device.name, to: rate }),
      );
    // Whoever speaks on the line has kept its own speed.
    draft.steps.push(
      { readConfig: device.name },
      asked(use, draft, 'rest', {
        setBaudRate: device.name,
        to: `$${found}.config.baudRate`,
      }),
    );
  },
};

/** By a client that may, over the way of the row. */
function asked({ facts, index }: RowUse, draft: Draft, way: string | undefined, step: StepData): StepData {
  const scope = verbOf(step)?.scope ?? 'device:read';
  const able = facts.clients.filter(({ scopes }) => grants(scopes, scope));
  const client = able[index % Math.max(1, able.length)]?.name ?? 'first';
  const left = way === 'ws' && able.some(({ name }) => name === facts.clients[0]?.name);
  const name = draft.nextName();
  const from = left ? { via: 'left' } : client === 'first' ? {} : { client };
  // Whether a value is taken is the server's choice.
  return { ...step, ...from, patient: step['cut'] !== true, optional: true, key: name, as: name };
}

function relaysOf(which: string | undefined, { relays, further = [] }: DeviceFacts): readonly string[] {
  if (which === 'all') return [...relays.slice(0, -1), ...further, ...relays.slice(-1)];
  if (which === 'several') return relays;
  return which === 'last' ? relays.slice(-1) : relays.slice(0, 1);
}

function all(names: readonly string[], word: (at: number) => string): Record<string, string> {
  return Object.fromEntries(names.map((name, at) => [name, word(at)]));
}

/** Bytes of the row that a peripheral sends back, in hex: they begin as these do. */
function echoBytes(row: CoveringRow, beginnings: readonly string[]): string {
  const bytes = BYTES[(row['bytes'] ?? 'no zeros') as BytesClass](Number(row['length'] ?? 1));
  const zero = row['bytes'] === 'a zero first';
  const beginning = beginnings.find((each) => each.startsWith('00') === zero) ?? beginnings[0] ?? '';
  return beginning + toHex(bytes).slice(beginning.length);
}

/** Other bytes, as many, that begin alike. */
function reversed(data: string): readonly number[] {
  const [first = 0, ...rest] = fromHex(data) ?? [];
  return [first, ...rest.toReversed()];
}
