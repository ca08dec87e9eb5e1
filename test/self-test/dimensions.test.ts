// Each rule is tried along every dimension that it has, or there is a written reason why not.
import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/contract/rules/catalogue.js';
import { dimensionTable, LEFT_OUT_ROWS, ROWS } from '../../src/harness/scenario/dimensions.js';
import { SCENARIOS } from './run-in-virtual-time.js';

const TABLE = dimensionTable(SCENARIOS);

describe('the table of dimensions', () => {
  it('has each rule of a service once, with dimensions at most once', () => {
    const service = RULES.filter(({ side }) => side === 'service').map(({ id }) => id);
    expect(TABLE.map(({ rule }) => rule)).toEqual(service);
    const own = ROWS.flatMap(({ rules }) => rules);
    expect(new Set(own).size).toBe(own.length);
  });

  it('has a check for each value, or a reason', () => {
    const empty = TABLE.flatMap(({ rule, cells }) =>
      cells
        .filter(({ checks, leftOut }) => checks.length === 0 && leftOut === undefined)
        .map(({ value }) => `${rule} ${value}`),
    );
    expect(empty).toEqual([]);
  });

  it('gives no reason that nothing needs', () => {
    const used = new Set(TABLE.flatMap(({ cells }) => cells.flatMap(({ leftOut }) => leftOut ?? [])));
    expect(LEFT_OUT_ROWS.map(({ why }) => why).filter((why) => !used.has(why))).toEqual([]);
  });

  it('misses a check that is taken away', () => {
    const without = SCENARIOS.filter(({ id }) => id !== 'busy/each-operation');
    const row = dimensionTable(without).find(({ rule }) => rule === 'busy.control-control');
    const bare = row?.cells.filter(({ checks }) => checks.length === 0).map(({ value }) => value);
    expect(bare).toContain('operation: device.rs485.baudRate.set');
  });
});
