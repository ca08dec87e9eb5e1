// The results of the last runs, by name, for those who want to look into them.
import type { ChecksResult } from '../library/checks-result.js';
import { MCP_LIMITS } from './limits.js';

export interface RunShelf {
  /** @returns the name under which it can be found again; the oldest result gives way. */
  keep(result: ChecksResult): string;
  find(name: string): ChecksResult | undefined;
  names(): readonly string[];
  /** One run at a time: checks of two would meet on the same devices. Undefined while another is at work. */
  exclusively<T>(run: () => Promise<T>): Promise<T> | undefined;
  /** Resolves when no run is at work. */
  idle(): Promise<void>;
}

export function createRunShelf(): RunShelf {
  const kept = new Map<string, ChecksResult>();
  let count = 0;
  let working: Promise<unknown> | undefined;
  return {
    keep: (result) => {
      count += 1;
      const name = `run-${count}`;
      kept.set(name, result);
      const [oldest] = kept.keys();
      if (kept.size > MCP_LIMITS.results && oldest !== undefined) kept.delete(oldest);
      return name;
    },
    find: (name) => kept.get(name),
    names: () => [...kept.keys()],
    exclusively: (run) => {
      if (working) return undefined;
      const current = run().finally(() => {
        working = undefined;
      });
      working = current;
      return current;
    },
    idle: async () => {
      await working?.catch(() => undefined);
    },
  };
}
