// The tables for people.
import type { Result, Spread } from './rounds.js';
import type { Row, Table } from './section.js';

export function print(table: Table): string {
  const { title, unit, results = [], rows = [], aims = {}, notes = [] } = table;
  const lines = [
    ...(results.length > 0 ? comparison(unit, results, aims) : []),
    ...(rows.length > 0 ? facts(rows) : []),
  ];
  return `\n${title}\n${align(lines)}${notes.map((note) => `  ${note}\n`).join('')}`;
}

function comparison(unit: string, results: readonly Result[], aims: Table['aims'] = {}): string[][] {
  const [first] = results;
  const isCompared = results.some(({ ratio }) => ratio);
  const head = [
    '',
    `${unit}/s`,
    'spread',
    'server CPU',
    ...(isCompared ? [`of ${first?.name}`, 'by CPU', 'aim'] : []),
  ];
  const body = results.map(({ name, rate, cpu, ratio, cpuRatio }) => {
    const aim = aims[name];
    return [
      name,
      grouped(rate.median),
      `${grouped(rate.least)} to ${grouped(rate.most)}`,
      `${cpu.median.toFixed(1)} µs`,
      ratio ? spread(ratio) : '',
      cpuRatio ? cpuRatio.median.toFixed(2) : '',
      aim === undefined ? '' : `${aim}`,
    ];
  });
  return [head, ...body];
}

function facts(rows: readonly Row[]): string[][] {
  const [first] = rows;
  const names = Object.keys(first?.values ?? {});
  return [
    ['', ...names],
    ...rows.map(({ name, values }) => [name, ...names.map((each) => grouped(values[each] ?? Number.NaN))]),
  ];
}

function spread({ median, least, most }: Spread): string {
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
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
