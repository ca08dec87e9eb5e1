// Which checks are tried on a mutant first: those that reach it and little else.
import type { Coverage } from './coverage.js';

/** Checks of the first, short run. */
const FIRST = 8;

export interface Reach {
  /** No work reaches it, and loading does not either. */
  readonly unreached: boolean;
  /** Loading the modules reaches it: it has to be on before. */
  readonly atLoading: boolean;
  /** A few checks that reach it, most of them narrow. */
  readonly first: readonly string[];
  /** All checks that reach it. */
  readonly checks: readonly string[] | 'all';
  readonly byPrograms: boolean;
  /** A server on real sockets reaches it. */
  readonly bySockets: boolean;
  /** And nothing else does. */
  readonly onlyBySockets: boolean;
}

export function createReach(coverage: Coverage): (key: string) => Reach {
  const sets = Object.entries(coverage.checks).map(([id, keys]) => ({ id, keys: new Set(keys) }));
  const narrow = sets.toSorted((a, b) => a.keys.size - b.keys.size || (a.id < b.id ? -1 : 1));
  const [suite, programs, loaded, before, sockets] = [
    new Set(coverage.suite),
    new Set(coverage.programs),
    new Set(coverage.loaded),
    new Set(coverage.before),
    new Set(coverage.sockets),
  ];
  return (key) => {
    const checks = narrow.filter(({ keys }) => keys.has(key)).map(({ id }) => id);
    const byPrograms = programs.has(key);
    const atLoading = loaded.has(key);
    const inVirtualTime = byPrograms || checks.length > 0 || suite.has(key) || before.has(key);
    const bySockets = sockets.has(key);
    return {
      unreached: !inVirtualTime && !atLoading && !bySockets,
      bySockets,
      onlyBySockets: bySockets && !inVirtualTime,
      atLoading,
      // What the look before the checks reaches, every check reaches: then those of all kinds come first.
      first: before.has(key) ? spread(narrow.map(({ id }) => id)) : spread(checks),
      // Some of it only many checks at once reach.
      checks: before.has(key) || checks.length === 0 || atLoading ? 'all' : checks,
      byPrograms,
    };
  };
}

/** The narrowest half, and some from all over the rest: those that look alike tend to miss the same. */
function spread(ids: readonly string[]): string[] {
  if (ids.length <= FIRST) return [...ids];
  const narrowest = ids.slice(0, FIRST / 2);
  const rest = ids.slice(FIRST / 2);
  const step = rest.length / (FIRST / 2);
  const others = Array.from({ length: FIRST / 2 }, (_, at) => rest[Math.floor(at * step)] ?? '');
  return [...new Set([...narrowest, ...others])];
}
