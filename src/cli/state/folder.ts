// Opens a folder of state; what is wrong with it is said in words. Only one process at a time may write to it.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { carryOver, FORMAT, formatOf, type FormatOutcome } from '../../simulator/state/create-state-store.js';
import { type Lmdb, openLmdbTables } from '../../simulator/state/lmdb-tables.js';
import { StateDamaged, type Tables } from '../../simulator/state/state-book.js';
import { usageError } from '../diagnostics.js';
import type { ExitCode } from '../exit-codes.js';
import { freeBytes, readBeginning, systemWords } from '../files.js';
import type { Io } from '../io.js';
import { makeOwnersFolder } from '../restore/durable-file.js';
import { type Locked, takeLock } from '../restore/lock.js';

export interface StateFolder {
  readonly path: string;
  readonly tables: Tables;
  /** The version that it had before; undefined when it had this one. */
  readonly carriedFrom: number | undefined;
  /** Closes the tables and gives the folder free. */
  close(): Promise<void>;
}

/** A file of LMDB by this name lies in each folder of state. */
const DATA = 'data.mdb';
const LOCK = 'conform.lock';

/** To write: the folder is made where it is missing, and held against other processes. */
export async function openStateFolder(name: string, command: string, io: Io): Promise<Result<StateFolder>> {
  const lmdb = await loadLmdb();
  if (!lmdb.ok) return lmdb;
  const path = resolve(io.cwd, name);
  const why = await makeOwnersFolder(path);
  if (why !== undefined) return refuseInput(why, 'Name a folder that can be written.');
  const clock = createSystemClock();
  const locked = await takeLock({ path: join(path, LOCK), command, secrets: io.secrets, clock });
  if (locked.kind !== 'held') return held(name, locked);
  const opened = await openTables(lmdb.value, name, path, 'to write');
  if (!opened.ok) {
    await locked.release();
    return opened;
  }
  const { tables, carriedFrom } = opened.value;
  const close = async (): Promise<void> => {
    await tables.close();
    await locked.release();
  };
  return accepted({ path, tables, carriedFrom, close });
}

/** To read, also while a service writes to it. */
async function readStateFolder(name: string, io: Io) {
  const lmdb = await loadLmdb();
  if (!lmdb.ok) return lmdb;
  const path = resolve(io.cwd, name);
  if (!existsSync(join(path, DATA)))
    return refuseInput(`${name} is no folder of state`, 'conform serve --state DIR makes one.');
  // LMDB would read what is not there.
  if (statSync(join(path, DATA)).size === 0) return damaged(name, `${DATA} is empty`);
  return openTables(lmdb.value, name, path, 'to read');
}

async function loadLmdb(): Promise<Result<Lmdb>> {
  try {
    return accepted(await import('lmdb'));
  } catch {
    return refuseInput(
      'state is kept on disk by the package lmdb, which is not installed or does not fit this machine',
      'Install it beside conform: npm install lmdb',
    );
  }
}

/** They are closed again where their format is not this program's and cannot be carried over. */
async function openTables(lmdb: Lmdb, name: string, path: string, how: 'to read' | 'to write') {
  const isRead = how === 'to read';
  const opened = tryOpen(lmdb, name, path, isRead);
  if (!opened.ok) return opened;
  const tables = opened.value;
  try {
    const format = isRead ? formatOf(tables) : await carryOver(tables);
    if (format.kind === 'new') return accepted({ tables, carriedFrom: undefined });
    if (format.kind === 'ready') return accepted({ tables, carriedFrom: format.carriedFrom });
    await tables.close();
    return unusable(name, format);
  } catch (error) {
    await tables.close();
    if (isRead || error instanceof StateDamaged) return damaged(name, wordsOf(error));
    return refuseInput(
      `cannot write to ${name}: ${wordsOf(error)}`,
      'Look after the disk and the rights of the folder.',
    );
  }
}

function tryOpen(lmdb: Lmdb, name: string, path: string, readOnly: boolean) {
  try {
    const why = damageOf(join(path, DATA));
    if (why !== undefined) return damaged(name, why);
    return accepted(openLmdbTables(lmdb, path, readOnly, () => freeBytes(path)));
  } catch (error) {
    return damaged(name, wordsOf(error));
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? systemWords(error) : error.message;
}

function unusable(
  name: string,
  format: Exclude<FormatOutcome, { kind: 'new' | 'ready' }>,
): ReturnType<typeof refuseInput> {
  if (format.kind === 'damaged') return damaged(name, format.why);
  if (format.kind === 'older')
    return refuseInput(
      `${name} has format ${format.version}`,
      'conform serve --state carries it over when it starts.',
    );
  return refuseInput(
    `${name} was written by a newer conform: format ${format.version}, and this one knows ${FORMAT}`,
    'Use that version; or carry the state over with conform state export there, and import here.',
  );
}

/** For a folder of which something cannot be read. */
export function damaged(name: string, why: string): ReturnType<typeof refuseInput> {
  return refuseInput(
    `${name} is damaged: ${why}`,
    'Put a copy of the folder back, or take another folder; this one is left as it is.',
  );
}

function held(name: string, locked: Exclude<Locked, { kind: 'held' }>): ReturnType<typeof refuseInput> {
  if (locked.kind === 'failed')
    return refuseInput(`cannot hold ${name}: ${locked.why}`, 'The folder must be writable.');
  const { by } = locked;
  const who = by ? `: process ${by.pid} on ${by.host}, ${by.command}, since ${by.since}` : '';
  return refuseInput(`${name} is in use${who}`, 'End that process first, or take another folder.');
}

// What can be told of a data file of LMDB without opening it. LMDB maps the file into memory: one that was cut short
// would take the process down when it is read.

/** Where the last two transactions are noted, in one of the first pages. */
const HEAD = 64 * 1024;
const MAGIC = 0xbeefc0de;

/** Bytes from the magic number of a note. */
const PAGE_SIZE = 24;
const LAST_PAGE = 120;
const TRANSACTION = 128;
const NOTE = 136;

/** Pages at the end may have been given back before they were written: so much of the file has to be there. */
const SURELY_WRITTEN = 7 / 8;

/** Why the file is not to be opened; undefined where nothing is wrong with it, or where there is none. */
function damageOf(path: string): string | undefined {
  const beginning = readBeginning(path, HEAD);
  if (beginning === undefined || beginning.size === 0) return undefined;
  const { size, bytes } = beginning;
  const [latest, before] = notesIn(bytes).toSorted((one, other) =>
    Number(other.transaction - one.transaction),
  );
  if (!latest) return `${path} is no data file of LMDB`;
  const needed = Number(latest.lastPage) * SURELY_WRITTEN * latest.pageSize;
  return size >= needed && before ? undefined : `${path} was cut short: it has ${size} bytes`;
}

function notesIn(head: Buffer) {
  const notes = [];
  for (let at = 0; at + NOTE <= head.length; at += 4) {
    if (head.readUInt32LE(at) !== MAGIC) continue;
    notes.push({
      pageSize: head.readUInt32LE(at + PAGE_SIZE),
      lastPage: head.readBigUInt64LE(at + LAST_PAGE),
      transaction: head.readBigUInt64LE(at + TRANSACTION),
    });
  }
  return notes;
}

// Opens a folder of state to read it, and says what is wrong with it.

/** @param read gets the tables; they are closed when it has ended. */
export async function readingState(
  dir: string,
  io: Io,
  read: (tables: Tables) => ExitCode | Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await readStateFolder(dir, io);
  if (!opened.ok) return usageError(io, opened.diagnostics);
  const { tables } = opened.value;
  try {
    return await read(tables);
  } catch (error) {
    if (!(error instanceof StateDamaged)) throw error;
    return usageError(io, damaged(dir, error.message).diagnostics);
  } finally {
    await tables.close();
  }
}
