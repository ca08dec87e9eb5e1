// Along which dimensions each rule is tried: what `conform list --dimensions` shows.
import { dimensionTable, type TableRow } from '../../harness/scenario/dimensions/table.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { bundledScenarios } from '../load/scenarios.js';
import type { PrintedList } from './list.js';

export function listDimensions(io: Io): Result<PrintedList> {
  const scenarios = bundledScenarios(io.cwd);
  if (!scenarios.ok) return refuseInput('the scenarios that come with the program cannot be read');
  const table = dimensionTable(scenarios.value);
  return { ok: true, value: { data: table, text: `${table.map(rowText).join('\n')}\n` } };
}

function rowText({ rule, cells }: TableRow): string {
  const lines = cells.map(({ value, checks, leftOut }) => {
    const [first, ...more] = checks;
    if (first === undefined) return `    ${value}  left out: ${leftOut ?? 'nobody has said why'}`;
    return `    ${value}  ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
  });
  return [rule, ...(lines.length > 0 ? lines : ['    tried as it is'])].join('\n');
}
