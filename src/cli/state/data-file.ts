// What can be told of a data file of LMDB without opening it. LMDB maps the file into memory: one that was cut short
// would take the process down when it is read.
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

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
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(Math.min(size, HEAD));
    readSync(file, head, 0, head.length, 0);
    if (size === 0) return undefined;
    const latest = notesIn(head).toSorted((a, b) => Number(b.transaction - a.transaction))[0];
    if (!latest) return `${path} is no data file of LMDB`;
    const needed = Number(latest.lastPage) * SURELY_WRITTEN * latest.pageSize;
    const both = notesIn(head).length > 1;
    return size >= needed && both ? undefined : `${path} was cut short: it has ${size} bytes`;
  } finally {
    closeSync(file);
  }
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
