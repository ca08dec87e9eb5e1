// Rows of the tables of values as commands of a random program: each puts the device where the row begins, asks for
// what it says, and reads what came of it.
import { grants } from '../../contract/scopes.js';
import type { RandomStream } from '../../kernel/random.js';
import { type CoveringRow, coveringArray } from '../../kernel/covering-array.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import { verbOf } from '../scenario/verbs/registry.js';
import { createCommand, type Draft, type ProgramCommand } from './commands.js';
import type { DeviceFacts, ProgramFacts } from './facts.js';
import type { StepData } from './program.js';
import {
  BAUD_RATES,
  type BaudClass,
  BYTES,
  type BytesClass,
  DURATIONS,
  type DurationClass,
  tableWithout,
  VALUE_TABLE_NAMES,
  type ValueTable,
  type ValueTableName,
} from './value-table.js';

/** Rows of each table in one program: the waits of some are the time of others. */
const IN_A_PROGRAM: Readonly<Record<ValueTableName, number>> = {
  relays: 3,
  transceive: 5,
  jogDuration: 2,
  baudRate: 1,
};

export interface ValueRows {
  /** Programs until each row has been there. */
  readonly programs: number;
  /** Of the place among the programs that are about values; after the last it begins again. */
  commandsAt(place: number): readonly ProgramCommand[];
}

/** Undefined where the facts have no operation. */
export function createValueRows(facts: ProgramFacts, random: RandomStream): ValueRows | undefined {
  const decks = VALUE_TABLE_NAMES.flatMap((name) => {
    const device = facts.devices.find((each) => isOffered(name, each, facts));
    const table = device && tableFor(name, device, facts);
    if (!device || !table) return [];
    const rows = coveringArray(table.axes, random, table);
    return rows.length === 0 ? [] : [{ name, device, rows, each: IN_A_PROGRAM[name] }];
  });
  if (decks.length === 0) return undefined;
  return {
    programs: Math.max(...decks.map(({ rows, each }) => Math.ceil(rows.length / each))),
    commandsAt: (place) => {
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
  return createCommand(
    () => `${name}: ${Object.values(use.row).join(', ')}`,
    ({ operations }, draft) => {
      const before = draft.steps.length;
      steps(use, draft);
      const named = draft.steps
        .slice(before)
        .flatMap(({ as, key }) => (typeof key === 'string' ? String(as) : []));
      operations.push(...named);
    },
  );
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
