// What the bench holds against the program: an aim missed, a limit passed, but no ratio that says nothing.
import { expect, test } from 'vitest';
import { isVoid, missedIn, voidIn } from '../../proof/bench/aims.js';
import { print } from '../../proof/bench/print.js';
import type { Table } from '../../proof/bench/section.js';

const TITLE = 'REST: GET /svc/v1/devices';

function tableWith(median: number, least = median, most = median): Table {
  const fine = { median: 100, least: 90, most: 110 };
  const own = { rate: fine, cpu: fine, load: fine, cpuRatio: { median, least, most } };
  const results = [
    { name: 'bare', ...own },
    { name: 'conform', ...own, ratio: { median, least, most } },
  ];
  return { title: TITLE, unit: 'requests', aim: 0.8, results };
}

test('an aim that is missed is named, one that is met is not', () => {
  expect(missedIn(tableWith(0.79))).toEqual([`MISSED  ${TITLE}: 0.79 by CPU, the aim is 0.8`]);
  expect(missedIn(tableWith(0.8))).toEqual([]);
});

test('a ratio whose rounds lie more than twofold apart is void: shown as such, and held to nothing', () => {
  const table = tableWith(0.5, 0.3, 0.61);
  expect([missedIn(table), voidIn(table)]).toEqual([[], [TITLE]]);
  expect(print(table)).toContain('void (0.30 to 0.61)');
  expect(voidIn(tableWith(0.5, 0.31, 0.61))).toEqual([]);
  expect(isVoid({ median: Number.NaN, least: Number.NaN, most: Number.NaN })).toBe(true);
});

test('a soak that grows is named', () => {
  const soak = (grown: number): Table => ({
    title: 'Memory of a soak',
    unit: 'MB',
    rows: [{ name: '60 s', values: { warm: 100, 'end / warm': grown } }],
    limits: { 'end / warm': 1.15 },
  });
  expect(missedIn(soak(1.27))).toEqual(['MISSED  Memory of a soak: 60 s: end / warm 1.27, at most 1.15']);
  expect(missedIn(soak(1.02))).toEqual([]);
});
