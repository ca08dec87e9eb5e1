// What must not be left when all is over.
import type { Usage } from '../server/probe.js';

const MOST_GROWTH = 0.1;

export function checkMemory(warm: Usage, done: Usage): string[] {
  const growth = done.heap / warm.heap - 1;
  if (growth <= MOST_GROWTH) return [];
  const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  return [
    `the heap grew from ${megabytes(warm.heap)} to ${megabytes(done.heap)} MB, by ${(100 * growth).toFixed(0)} %`,
  ];
}

/** Descriptors, and what keeps the process alive: timers, sockets, requests. */
export function checkLeftovers(start: Usage, end: Usage): string[] {
  const wrong: string[] = [];
  if (
    start.descriptors !== undefined &&
    end.descriptors !== undefined &&
    end.descriptors > start.descriptors
  ) {
    wrong.push(`${end.descriptors - start.descriptors} more descriptors are open than at the start`);
  }
  const before = count(start.resources);
  for (const [kind, number] of count(end.resources)) {
    const more = number - (before.get(kind) ?? 0);
    if (more > 0) wrong.push(`${more} more ${kind} are held than at the start`);
  }
  return wrong;
}

function count(kinds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
