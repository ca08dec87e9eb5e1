// How much of the tables of values the traces of a run have met: rows are read from what was sent, and from what was
// known of the device before. What is not known of a row is left out of it.
import type { Operation } from '../../contract/operations.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { combinationsIn, combinationsOf, type CoveringRow } from '../../kernel/covering-array.js';
import { fromHex } from '../../kernel/hex.js';
import type { TraceRecord } from '../../trace/record.js';
import { commandIn } from '../target/command-in.js';
import { type SeenExchange, viewTrace } from '../judge/trace-view.js';
import type { ValueCoverage } from '../verdict/verdict.js';
import type { DeviceFacts, ProgramFacts } from './facts.js';
import {
  BAUD_RATES,
  bytesClassOf,
  durationClassOf,
  isOffered,
  tableFor,
  VALUE_TABLE_NAMES,
  VALUE_TABLES,
  type ValueTableName,
} from './value-rows.js';
import { keptIn } from '../../kernel/kept-in.js';

export type ValueMeter = ReturnType<typeof createValueMeter>;

/** @param offered what the profile offers to programs, for each tenant. */
export function createValueMeter(offered: readonly ProgramFacts[]) {
  const devices = offered.flatMap((facts) => facts.devices.map((device) => ({ device, facts })));
  const tables = VALUE_TABLE_NAMES.flatMap((name) => {
    const possible = new Set(
      devices
        .filter(({ device, facts }) => isOffered(name, device, facts))
        .map(({ device, facts }) => tableFor(name, device, facts))
        .flatMap((table) => combinationsOf(table.axes, table)),
    );
    return possible.size === 0 ? [] : [{ name, possible }];
  });
  const met = new Set<string>();
  const relaysOf = new Map(devices.map(({ device: { entry } }) => [entry.deviceId, entry.relays]));
  return {
    see: (trace: readonly TraceRecord[]) => {
      for (const [table, row] of rowsIn(trace, relaysOf))
        for (const pair of combinationsIn(row)) met.add(`${table}: ${pair}`);
    },

    /** One for each table that the profile offers something of. */
    read: (): readonly ValueCoverage[] =>
      tables.map(({ name, possible }) => {
        const left = [...possible].filter((pair) => !met.has(`${name}: ${pair}`));
        const { rules } = VALUE_TABLES[name];
        return { table: name, rules, possible: possible.size, met: possible.size - left.length, left };
      }),
  };
}

/** What is known of a device where a trace has come to. */
interface Known {
  readonly relays: Map<number, string>;
  readonly jogs: Map<number, number>;
  baudRate?: number | undefined;
  line: string;
}

type NamedRow = readonly [ValueTableName, CoveringRow];

function rowsIn(
  trace: readonly TraceRecord[],
  relaysOf: ReadonlyMap<string, DeviceFacts['entry']['relays']>,
): readonly NamedRow[] {
  const devices = new Map<string, Known>();
  return viewTrace(trace).exchanges.flatMap((exchange): readonly NamedRow[] => {
    const { deviceId, operation } = exchange.request;
    if (operation === undefined || deviceId === undefined) return [];
    const known = keptIn(devices, deviceId, () => ({ relays: new Map(), jogs: new Map(), line: 'nothing' }));
    const isDone = exchange.reply?.code === SUCCESS;
    const row = isDone ? rowOf(exchange, operation, known, relaysOf.get(deviceId) ?? []) : undefined;
    note(exchange, operation, known);
    return row ? [row] : [];
  });
}

function rowOf(
  { request: { channel, what } }: SeenExchange,
  { name, params }: Operation,
  known: Known,
  usable: readonly number[],
): NamedRow | undefined {
  const way = what === 'relays.set-one' ? 'single' : channel;
  switch (name) {
    case 'device.relay.set':
      return ['relays', { way, ...relayClasses(params.relays, known, usable) }];
    case 'device.rs485.transceive':
      return ['transceive', { way, after: known.line, ...bytesClassOf([...(fromHex(params.data) ?? [])]) }];
    case 'device.relay.jogConfig.set': {
      const { index, duration } = params;
      const place = placeOf(index, usable);
      const row = { way, duration: durationClassOf(duration), ...(place && { relay: place }) };
      return ['jogDuration', { ...row, ...stepFrom(known.jogs.get(index), duration, ['shorter', 'longer']) }];
    }
    case 'device.rs485.baudRate.set': {
      const { baudRate } = params;
      const rate = Object.entries<readonly number[]>(BAUD_RATES).find(([, all]) => all.includes(baudRate));
      const from = stepFrom(known.baudRate, baudRate, ['lower', 'higher']);
      return ['baudRate', { way, ...(rate && { rate: rate[0] }), ...from }];
    }
  }
}

type RelayActions = Extract<Operation, { name: 'device.relay.set' }>['params']['relays'];

function relayClasses(asked: RelayActions, { relays }: Known, usable: readonly number[]): CoveringRow {
  const [first] = asked;
  if (!first) return {};
  const several = asked.length > 3 && asked.length === usable.length ? 'all' : 'several';
  const place = asked.length > 1 ? several : placeOf(first.index, usable);
  const isMixed = asked.some(({ action }) => action !== first.action);
  const from = new Set(asked.map(({ index }) => relays.get(index)));
  const [was] = from;
  return {
    ...(place && { relays: place }),
    action: isMixed ? 'mixed' : first.action,
    ...(from.size === 1 && was !== undefined && { from: was }),
  };
}

function placeOf(index: number, usable: readonly number[]): string | undefined {
  if (index === usable[0]) return 'first';
  return index === usable.at(-1) ? 'last' : undefined;
}

function stepFrom(
  was: number | undefined,
  to: number,
  [less, more]: readonly [string, string],
): { readonly before?: string } {
  if (was === undefined || was === to) return {};
  return { before: was < to ? less : more };
}

/** What the device is known to be like after it. */
function note({ reply, broken }: SeenExchange, { name, params }: Operation, known: Known): void {
  const isDone = reply?.code === SUCCESS;
  switch (name) {
    case 'device.relay.set':
      for (const { index, action } of params.relays)
        if (isDone && action !== 'jog') known.relays.set(index, action);
        else known.relays.delete(index);
      return;
    case 'device.rs485.transceive':
      if (broken) known.line = 'a lost connection';
      else if (isDone) known.line = commandIn(reply.data)?.['status'] === 'timeout' ? 'a timeout' : 'nothing';
      return;
    case 'device.relay.jogConfig.set':
      if (isDone) known.jogs.set(params.index, params.duration);
      else known.jogs.delete(params.index);
      return;
    case 'device.rs485.baudRate.set':
      known.baudRate = isDone ? params.baudRate : undefined;
  }
}
