// What `conform state show` does: tells in a few lines what a folder of state has in it.
import { resolve } from 'node:path';
import type { ZodError } from 'zod';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { type Snapshot, snapshotSchema } from '../../simulator/control/snapshot/snapshot.js';
import { DEFAULT_SETTINGS } from '../../simulator/service/settings.js';
import {
  checkRecords,
  changesOf,
  commandsOf,
  snapshotWithoutCommands,
} from '../../simulator/state/snapshot-records.js';
import { readClockRecord, startOf } from '../../simulator/state/create-state-store.js';
import type { CommandRecord } from '../../simulator/state/stored-shelf.js';
import { StateDamaged, type Tables } from '../../simulator/state/state-book.js';
import { printOrWrite, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';
import { damaged, openStateFolder, readingState } from './folder.js';

export function showState(dir: string, io: Io): Promise<ExitCode> {
  return readingState(dir, io, (tables) => {
    const rows = rowsOf(tables);
    const width = Math.max(...rows.map(([name]) => name.length)) + 2;
    io.out.write(rows.map(([name, value]) => `${name.padEnd(width)}${value}\n`).join(''));
    return EXIT.passed;
  });
}

function rowsOf(tables: Tables): [name: string, value: string][] {
  const count = (table: Parameters<Tables['count']>[0]): string => String(tables.count(table));
  return [
    ['format', String(Number(tables.get('meta', 'format') ?? 0))],
    ['starts', String(livesOf(tables))],
    ['clock', clockWords(tables)],
    ['commands', commandWords(tables)],
    ['keys', count('keys')],
    ['devices used', count('devices')],
    ['devices added', count('added')],
    ['devices removed', count('removed')],
    ['passwords changed', count('passwords')],
    ['refresh budgets', count('budgets')],
    ['quotas', count('quotas')],
    ['access tokens', count('tokens')],
  ];
}

function clockWords(tables: Tables): string {
  const record = readClockRecord(tables.get('meta', 'clock'));
  if (!record) return "the machine's time";
  const time = new Date(startOf(record, createSystemClock())).toISOString();
  if (record.follows) return "follows the machine's time";
  return `${time}, ${record.paused ? 'paused' : `speed ${record.speed}`}`;
}

function commandWords(tables: Tables): string {
  const statuses = new Map<string, number>();
  for (const [, value] of tables.entries('commands')) {
    const { status } = (value as CommandRecord).command;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const words = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ');
  return `${tables.count('commands')}${words && ` (${words})`}`;
}

function livesOf(tables: Tables): number {
  return Number(tables.get('meta', 'lives') ?? 0);
}

// What `conform state check` does: reads every record of a folder of state.

/** Problems that are shown; one of them often leads to the others. */
const MOST_SHOWN = 20;

export function checkState(dir: string, io: Io): Promise<ExitCode> {
  return readingState(dir, io, (tables) => {
    let found = 0;
    for (const problem of checkRecords(tables)) if (++found <= MOST_SHOWN) io.out.write(`${problem}\n`);
    if (found > MOST_SHOWN) io.out.write(`and ${found - MOST_SHOWN} more\n`);
    if (found === 0) io.out.write(`${tables.count('commands')} commands, all records fit\n`);
    return found === 0 ? EXIT.passed : EXIT.broken;
  });
}

// What `conform state export` does: a folder of state as a snapshot, which the control plane takes, too.

export function exportState(dir: string, out: string | undefined, io: Io): Promise<ExitCode> {
  return readingState(dir, io, (tables) => {
    const machine = createSystemClock();
    const clock = readClockRecord(tables.get('meta', 'clock'));
    const now = clock ? startOf(clock, machine) : machine.now();
    const snapshot = { ...snapshotWithoutCommands(tables, now), commands: [...commandsOf(tables, now)] };
    return printOrWrite(out, `${JSON.stringify(snapshot, null, 2)}\n`, 'json', io);
  });
}

// What `conform state import` does: a snapshot becomes a folder of state.

/** A snapshot of a million commands has about this size. */
const LARGEST = 1024 * 1024 * 1024;

export async function importState(dir: string, file: string, replace: boolean, io: Io): Promise<ExitCode> {
  const done = await put(dir, file, replace, io);
  if (!done.ok) return usageError(io, done.diagnostics);
  const { commands, devices } = done.value;
  io.out.write(`${commands.length} commands and ${devices.length} devices in ${dir}\n`);
  return EXIT.passed;
}

async function put(dir: string, file: string, replace: boolean, io: Io): Promise<Result<Snapshot>> {
  const text = readText(resolve(io.cwd, file), LARGEST);
  if (!text.ok) return refuseInput(text.message);
  const given = jsonIn(text.value);
  const read = snapshotSchema.safeParse(given);
  if (!read.success)
    return refuseInput(
      `${file} is no snapshot: ${whyNot(given, read.error)}`,
      'conform state export writes one.',
    );
  const opened = await openStateFolder(dir, `conform state import ${dir}`, io);
  if (!opened.ok) return opened;
  const { tables, close } = opened.value;
  try {
    if (!replace && tables.get('meta', 'lives') !== undefined)
      return refuseInput(`${dir} has state already`, 'Take another folder; or --replace what is there.');
    const changes = changesOf(read.data, createSystemClock().now(), DEFAULT_SETTINGS.commandRetention);
    // The time is that of the machine: the waits of a snapshot count from when it is put back.
    const meta = { clock: undefined, origin: undefined, running: undefined, lives: livesOf(tables) + 1 };
    const start = Object.entries(meta).map(([key, value]) => ({ table: 'meta' as const, key, value }));
    const written = await tables.write([...start, ...changes], true);
    await written.durable;
    return accepted(read.data);
  } catch (error) {
    if (error instanceof StateDamaged) return damaged(dir, error.message);
    throw error;
  } finally {
    await close();
  }
}

function whyNot(given: unknown, { issues: [issue] }: ZodError): string {
  if (given === undefined) return 'it is not JSON, or nests too deep';
  if (!isObject(given)) return 'it is no JSON object';
  const { version } = given;
  if (typeof version === 'number' && issue?.path[0] === 'version')
    return `it has version ${version}, and this conform reads version 1`;
  return issue ? `/${issue.path.join('/')}: ${issue.message}` : 'it cannot be read';
}
