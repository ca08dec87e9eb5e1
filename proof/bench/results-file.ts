// bench/results.json: what each part has found, written as soon as the part has ended, so that a part that is given up
// takes nothing of the others with it.
import { writeFile } from 'node:fs/promises';
import type { Table } from './section.js';

export interface Results {
  /** What it was measured on, and how. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, readonly Table[]>>;
  /** Why parts have no tables, by their names. */
  readonly failed: Readonly<Record<string, string>>;
}

export interface ResultsFile {
  readonly results: Results;
  /** Also of a part that was given up before. */
  add(part: string, tables: readonly Table[]): Promise<void>;
  fail(part: string, why: string): Promise<void>;
}

export function createResultsFile(path: string, about: Results['about']): ResultsFile {
  const tables: Record<string, readonly Table[]> = {};
  const failed: Record<string, string> = {};
  const results = { about, tables, failed };
  const write = (): Promise<void> => writeFile(path, `${JSON.stringify(results, undefined, 2)}\n`);
  return {
    results,
    add: (part, made) => {
      tables[part] = made;
      delete failed[part];
      return write();
    },
    fail: (part, why) => {
      failed[part] = why;
      return write();
    },
  };
}
