import { describe, expect, it } from 'vitest';
import {
  carryOver,
  FORMAT,
  formatOf,
  type FormatStep,
} from '../../../src/simulator/state/create-state-store.js';
import { createHeldTables, type HeldTables } from './held-tables.js';

async function tablesOf(format: unknown): Promise<HeldTables> {
  const tables = createHeldTables();
  await tables.write(
    [
      { table: 'meta', key: 'format', value: format },
      { table: 'passwords', key: 'a', value: 'old' },
    ],
    false,
  );
  return tables;
}

describe('the format of a state', () => {
  it('is written into a new folder', async () => {
    const tables = createHeldTables();
    expect(await carryOver(tables)).toEqual({ kind: 'new' });
    expect(tables.get('meta', 'format')).toBe(FORMAT);
    expect(await carryOver(tables)).toEqual({ kind: 'ready' });
  });

  it('is carried over from an older version, step by step', async () => {
    const tables = await tablesOf(1);
    const renamed: FormatStep = () => [{ table: 'passwords', key: 'a', value: 'new' }];
    const added: FormatStep = (before) => [
      { table: 'passwords', key: 'b', value: before.get('passwords', 'a') },
    ];
    const steps = new Map([
      [1, renamed],
      [2, added],
    ]);
    expect(formatOf(tables, 3, steps)).toEqual({ kind: 'older', version: 1 });
    expect(await carryOver(tables, 3, steps)).toEqual({ kind: 'ready', carriedFrom: 1 });
    expect([...tables.entries('passwords')]).toEqual([
      ['a', 'new'],
      ['b', 'new'],
    ]);
    expect(tables.get('meta', 'format')).toBe(3);
  });

  it.each([
    ['of a newer program is refused', FORMAT + 1, { kind: 'newer', version: FORMAT + 1 }],
    ['that is no number is damage', 'one', { kind: 'damaged' }],
    ['that was never written is damage', 0, { kind: 'damaged' }],
  ])('%s, and nothing is written', async (_, format, outcome) => {
    const tables = await tablesOf(format);
    expect(await carryOver(tables)).toMatchObject(outcome);
    expect(tables.batches).toHaveLength(1);
  });

  it('that is missing where there are records is damage', async () => {
    const tables = await tablesOf(undefined);
    await tables.write([{ table: 'commands', key: 1, value: {} }], false);
    expect(formatOf(tables)).toMatchObject({ kind: 'damaged' });
  });
});
