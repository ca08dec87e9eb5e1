// Every store of what the service remembers, held to the same suite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { openLmdbTables, type Lmdb } from '../../../src/simulator/state/lmdb-tables.js';
import type { Tables } from '../../../src/simulator/state/state-book.js';
import { stateSuite, type StoreUnderTest } from '../../suites/service-state.js';
import { createHeldTables } from './held-tables.js';
import { lastingRig, memoryRig } from './state-rig.js';

describe('in memory', () => {
  stateSuite(async () => {
    const { state, clock } = memoryRig();
    return { clock, state: () => state, restart: undefined, close: () => Promise.resolve() };
  }, 100);
});

/** @param reopen gives the tables of the next life; what was not durable is lost. */
async function lasting(tables: Tables, reopen: () => Promise<Tables>): Promise<StoreUnderTest> {
  const clock = createManualClock();
  let rig = lastingRig(tables, clock);
  return {
    clock,
    state: () => rig.state,
    restart: async () => {
      // What is spent in passing is written in passing; the model has it all.
      await rig.store.book.attempt();
      rig = lastingRig(await reopen(), clock);
      // What was in flight has ended before anybody asks.
      await rig.store.book.kept();
    },
    close: () => rig.store.close(),
  };
}

describe('in tables', () => {
  stateSuite(() => {
    const tables = createHeldTables();
    return lasting(tables, () => Promise.resolve(tables));
  }, 100);
});

const lmdb = await import('lmdb').catch((): Lmdb | undefined => undefined);

describe.skipIf(!lmdb)('in a folder (skipped where the package lmdb is not installed)', () => {
  stateSuite(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-store-'));
    const open = (): Tables => openLmdbTables(lmdb as Lmdb, folder, false);
    let tables = open();
    const store = await lasting(tables, async () => {
      await tables.close();
      tables = open();
      return tables;
    });
    const close = async (): Promise<void> => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { ...store, close };
  }, 3);
});
