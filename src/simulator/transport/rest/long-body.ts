// Bodies that are too long to be made in one go.
import type { LongBody } from './message.js';

/** @param parts makes the parts, anew at each call. */
export function createLongBody(parts: () => Iterable<string>): LongBody {
  return { parts, toString: () => [...parts()].join('') };
}
