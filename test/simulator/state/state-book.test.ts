import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { StateBook } from '../../../src/simulator/state/state-book.js';
import { createHeldTables } from './held-tables.js';

function open() {
  const tables = createHeldTables();
  const clock = createManualClock();
  const troubles: unknown[] = [];
  const book = new StateBook({
    tables,
    later: (retry) => {
      const timer = clock.setTimer('retry', 1000, retry);
      return () => timer.cancel();
    },
    onTrouble: (error) => troubles.push(error),
  });
  return { tables, clock, book, troubles };
}

describe('the book of a state', () => {
  it('writes in one batch what is marked while another one is on its way', async () => {
    const { tables, book } = open();
    tables.slow = true;
    book.mark('budgets', 'a', () => 1);
    await Promise.resolve();
    for (const key of ['b', 'c', 'd']) book.mark('budgets', key, () => key);
    const kept = book.kept();
    tables.slow = false;
    tables.release();
    await kept;
    expect(tables.batches.map((batch) => batch.map(({ key }) => key))).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('reads what is marked, on its way and written', async () => {
    const { tables, book } = open();
    book.mark('budgets', 'written', () => 1);
    await book.kept();
    tables.slow = true;
    book.mark('budgets', 'flying', () => 2);
    await Promise.resolve();
    book.mark('budgets', 'marked', () => 3);
    book.mark('budgets', 'written', () => undefined);
    expect(['written', 'flying', 'marked'].map((key) => book.get('budgets', key))).toEqual([undefined, 2, 3]);
    expect([...book.entries('budgets')]).toEqual([
      ['flying', 2],
      ['marked', 3],
    ]);
  });

  it('asks for a record when it is written, and writes it once', async () => {
    const { tables, book } = open();
    let value = 1;
    book.mark('budgets', 'a', () => value);
    value = 2;
    book.mark('budgets', 'a', () => value);
    await book.kept();
    expect(tables.batches).toEqual([[{ table: 'budgets', key: 'a', value: 2 }]]);
  });

  it('tells of a refusal, keeps what was refused, and tries again after a second', async () => {
    const { tables, clock, book, troubles } = open();
    tables.refusal = 'the disk is full';
    book.mark('budgets', 'a', () => 1);
    const kept = book.kept();
    expect(await book.attempt()).toBe(false);
    expect(book.failing).toBe(true);
    expect(troubles).toHaveLength(1);
    expect(book.get('budgets', 'a')).toBe(1);
    tables.refusal = undefined;
    await clock.advance(1000);
    await kept;
    expect(tables.get('budgets', 'a')).toBe(1);
    expect(book.failing).toBe(false);
  });

  it('writes again what the disk has taken and not kept', async () => {
    const { tables, clock, book, troubles } = open();
    tables.lost = 'an error of the disk';
    book.mark('budgets', 'a', () => 1);
    expect(await book.attempt()).toBe(false);
    expect([book.failing, troubles.length]).toEqual([true, 1]);
    tables.lost = undefined;
    const kept = book.kept();
    await clock.advance(1000);
    await kept;
    expect(tables.batches.map((batch) => batch.map(({ key }) => key))).toEqual([['a'], ['a']]);
    expect(book.failing).toBe(false);
  });

  it('tries at once what somebody waits for, however lately it was refused', async () => {
    const { tables, book } = open();
    tables.refusal = 'the disk is full';
    book.mark('budgets', 'a', () => 1);
    expect(await book.attempt()).toBe(false);
    tables.refusal = undefined;
    book.mark('budgets', 'b', () => 2);
    expect(await book.attempt()).toBe(true);
    expect([...tables.entries('budgets')]).toHaveLength(2);
  });

  it('forgets everything but what is said of the folder, also what was refused before', async () => {
    const { tables, book } = open();
    book.mark('meta', 'lives', () => 1);
    book.mark('budgets', 'written', () => 1);
    await book.kept();
    tables.refusal = 'the disk is full';
    book.mark('budgets', 'refused', () => 2);
    await book.attempt();
    book.clear();
    book.mark('budgets', 'after', () => 3);
    expect([...book.entries('budgets')]).toEqual([['after', 3]]);
    tables.refusal = undefined;
    await book.attempt();
    expect([...tables.entries('budgets')]).toEqual([['after', 3]]);
    expect(tables.get('meta', 'lives')).toBe(1);
  });

  it('writes what is left when it is closed, and nothing after', async () => {
    const { tables, book } = open();
    book.mark('budgets', 'a', () => 1);
    await book.close();
    book.mark('budgets', 'b', () => 2);
    await Promise.resolve();
    expect([...tables.entries('budgets')]).toEqual([['a', 1]]);
  });
});
