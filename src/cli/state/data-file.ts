// What can be told of a data file of LMDB without opening it. LMDB maps the file into memory: one that was cut short
// would take the process down when it is read.
import { readBeginning } from '../files.js';

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
export function damageOf(path: string): string | undefined {
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

interface Note {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
}

function notesIn(head: Buffer): Note[] {
  const notes: Note[] = [];
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
