// Whether the simulator has become slower: its CPU ratios beside those of another commit of the same run, or beside
// those that are written down.
import { readFileSync } from 'node:fs';
import type { Table } from './section.js';

/** Ratios by CPU time to the first subject of each table, by the title of the table. */
export type Ratios = Readonly<Record<string, number>>;

/** What is left of a ratio at least. */
const LEAST_LEFT = 0.7;

export interface Fall {
  readonly title: string;
  readonly ratio: number;
  /** What it is compared with. */
  readonly before: number;
}

/** Sizes of replies stand in titles and are nobody's ratio. */
function titleOf({ title }: Pick<Table, 'title'>): string {
  return title.replace(/, \d+ bytes/, '');
}

/** Our ratio in each table that has one. A table without a yardstick of others has the other commit as its own. */
export function ratiosOf(tables: readonly Table[], name = 'conform'): Ratios {
  const found = tables.flatMap((table) => {
    const own = table.results?.find((each) => each.name === name);
    return own?.cpuRatio ? [[titleOf(table), own.cpuRatio.median] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The ratios of ours that have fallen by more than is allowed. */
function fallen(tables: readonly Table[], written: Ratios): Fall[] {
  return tables.flatMap((table) => {
    const title = titleOf(table);
    const results = table.results ?? [];
    const ours = results.find(({ name }) => name === 'conform');
    const other = results.find(({ name }) => name.startsWith('conform at '));
    if (!ours) return [];
    if (other) {
      // Of one run: what the machine does besides hits both.
      const ratio = other.cpu.median / ours.cpu.median;
      return ratio < LEAST_LEFT ? [{ title, ratio, before: 1 }] : [];
    }
    const [ratio, before] = [ours.cpuRatio?.median, written[title]];
    if (ratio === undefined || before === undefined) return [];
    return ratio < LEAST_LEFT * before ? [{ title, ratio, before }] : [];
  });
}

interface Trying {
  readonly written: Ratios;
  /** That have to agree. */
  readonly tries: number;
  /** Whether there is time for another try; what could not be tried often enough has not fallen. */
  readonly isTime: () => boolean;
}

/**
 * What has fallen in each of the tries; nothing more is measured once one of them shows that nothing has.
 * @param measure resolves to undefined when it had to be given up, which says nothing.
 */
export async function fallenEachTime(
  measure: () => Promise<readonly Table[] | undefined>,
  { written, tries, isTime }: Trying,
): Promise<readonly Fall[]> {
  let falls: readonly Fall[] | undefined;
  let givenUp = 0;
  for (let time = 0; time < tries; time++) {
    if (!isTime()) return [];
    const tables = await measure();
    if (!tables) {
      givenUp++;
      continue;
    }
    const before = falls;
    falls = fallen(tables, written).filter(
      ({ title }) => before?.some((fall) => fall.title === title) ?? true,
    );
    if (falls.length === 0) return [];
  }
  return givenUp === 0 ? (falls ?? []) : [];
}

/** Those that are written down; none where the file is not there. */
export function readReference(path: string): Ratios {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Ratios;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
