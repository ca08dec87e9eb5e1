// The tables for people.
import { isVoid } from './aims.js';
import type { Result, Spread } from './rounds.js';
import type { Row, Table } from './section.js';

/** A load that is busier than this is itself what limits the rate. */
const BUSY = 0.9;

export function print(table: Table): string {
  const { title, unit, results = [], rows = [], notes = [] } = table;
  const lines = [
    ...(results.length > 0 ? comparison(unit, results, table.aim) : []),
    ...(rows.length > 0 ? facts(rows) : []),
  ];
  const busy = results.filter(({ load }) => load.median > BUSY);
  const warnings = busy.map(({ name }) => `${name}: the load was as busy as it can be, the rate says little`);
  const remarks = [...notes, ...warnings].map((note) => `  ${note}\n`).join('');
  return `\n${title}\n${align(lines)}${remarks}`;
}

function comparison(unit: string, results: readonly Result[], aim: number | undefined): string[][] {
  const [first] = results;
  const isCompared = results.some(({ ratio }) => ratio);
  const isHeld = results.some(({ hold }) => hold);
  const head = [
    '',
    `${unit}/s`,
    'spread',
    'server CPU',
    'load',
    ...(isHeld ? ['longest hold'] : []),
    ...(isCompared ? [`of ${first?.name}`, 'by CPU'] : []),
  ];
  const body = results.map(({ name, rate, cpu, load, hold, ratio, cpuRatio }) => [
    name,
    grouped(rate.median),
    `${grouped(rate.least)} to ${grouped(rate.most)}`,
    `${grouped(cpu.median)} µs`,
    `${Math.round(load.median * 100)} %${load.median > BUSY ? ' !' : ''}`,
    ...(isHeld ? [hold ? `${hold.median.toFixed(1)} ms` : ''] : []),
    ratio ? spread(ratio) : '',
    cpuRatio ? spread(cpuRatio) : '',
  ]);
  const aims = aim === undefined ? [] : [['', ...head.slice(2).map(() => ''), `aim ${aim}`]];
  return [head, ...body, ...aims];
}

function facts(rows: readonly Row[]): string[][] {
  const [first] = rows;
  const names = Object.keys(first?.values ?? {});
  return [
    ['', ...names],
    ...rows.map(({ name, values }) => [name, ...names.map((each) => grouped(values[each] ?? Number.NaN))]),
  ];
}

function spread(ratio: Spread): string {
  const { median, least, most } = ratio;
  const said = isVoid(ratio) ? 'void' : median.toFixed(2);
  return `${said} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

function grouped(value: number): string {
  const digits = Math.abs(value) < 100 ? 2 : 0;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

function align(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const cells of lines) {
    for (const [at, cell] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  const padded = lines.map((cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
  );
  return padded.map((cells) => `  ${cells.join('   ').trimEnd()}\n`).join('');
}
