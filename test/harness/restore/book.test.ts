// The restore book: it is stored before anybody goes on, the first value counts, and a failure is told to everybody.
import { describe, expect, it } from 'vitest';
import {
  createRestoreBook,
  type DeviceBefore,
  type RestoreRecord,
  type RestoreStore,
} from '../../../src/harness/restore/record.js';

const ORIGIN = {
  baseUrl: 'http://target.test',
  arguments: [],
  folder: '/',
  command: 'conform run',
  since: '2026-01-01T00:00:00.000Z',
};
const bench = (relays: Record<number, boolean>): DeviceBefore => ({
  name: 'bench',
  deviceId: 'dev-1',
  relays: Object.entries(relays).map(([index, on]) => ({ index: Number(index), on })),
  jogged: [],
  jogDurations: [],
});

/** A store that saves when it is told to. */
function slowStore() {
  const saved: RestoreRecord[] = [];
  const waiting: (() => void)[] = [];
  const store: RestoreStore = {
    save: (record) =>
      new Promise((resolve) => {
        waiting.push(() => {
          saved.push(record);
          resolve(undefined);
        });
      }),
    remove: async () => undefined,
  };
  return { store, saved, saveNow: () => waiting.shift()?.() };
}

const isPending = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(() => false),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
  ]);

describe('the restore book', () => {
  it('lets nobody go on before what was noted is stored', async () => {
    const { store, saved, saveNow } = slowStore();
    const book = createRestoreBook(store, ORIGIN);
    book.device(bench({ 1: false }));
    const stored = book.stored();
    expect(await isPending(stored)).toBe(true);
    saveNow();
    expect(await stored).toBeUndefined();
    expect(saved.map(({ devices }) => devices)).toEqual([[bench({ 1: false })]]);
  });

  it('stores together what comes while the disk is at work, and nothing twice', async () => {
    const { store, saved, saveNow } = slowStore();
    const book = createRestoreBook(store, ORIGIN);
    const first = book.stored();
    book.device(bench({ 1: false }));
    const second = book.stored();
    book.device(bench({ 2: true }));
    const third = book.stored();
    saveNow();
    await first;
    expect(await isPending(second)).toBe(true);
    saveNow();
    await Promise.all([second, third]);
    book.device(bench({ 1: false, 2: true }));
    expect(await book.stored()).toBeUndefined();
    expect(saved).toHaveLength(2);
  });

  it('keeps the first of two values: a changed state is never the one to restore', async () => {
    const saved: RestoreRecord[] = [];
    const store: RestoreStore = {
      save: async (record) => {
        saved.push(record);
        return undefined;
      },
      remove: async () => undefined,
    };
    const book = createRestoreBook(store, ORIGIN);
    book.device(bench({ 1: false }));
    book.device({ ...bench({ 1: true, 2: true }), jogged: [2], baudRate: 9600 });
    book.device({ ...bench({}), baudRate: 300 });
    book.managed({ deviceId: 'm', listed: false, profileId: 'io' });
    book.managed({ deviceId: 'm', listed: true, profileId: 'io' });
    await book.stored();
    expect(saved.at(-1)).toMatchObject({
      devices: [{ ...bench({ 1: false, 2: true }), jogged: [2], baudRate: 9600 }],
      managed: { listed: false },
    });
  });

  it('tells everybody why it cannot be stored, and tries again the next time', async () => {
    const answers: (string | undefined)[] = ['no space is left on the disk'];
    const book = createRestoreBook(
      { save: async () => answers.shift(), remove: async () => undefined },
      ORIGIN,
    );
    expect(await Promise.all([book.stored(), book.stored()])).toEqual([
      'no space is left on the disk',
      'no space is left on the disk',
    ]);
    expect(await book.stored()).toBeUndefined();
    expect(book.failure).toBe('no space is left on the disk');
  });
});
