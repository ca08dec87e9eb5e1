// Bodies that are too long to be made in one go.
import type { LongBody } from './message.js';

/** @param parts makes the parts, anew at each call. */
export function createLongBody(parts: () => Iterable<string>): LongBody {
  return { parts, toString: () => [...parts()].join('') };
}

/** Of one body, in characters; a longer one is made anew each time. */
const MOST_KEPT = 32 * 1024 * 1024;

/** The same for what is final: its parts are made by the first who goes through them to the end, and kept. */
export function createFinalLongBody(parts: () => Iterable<string>): LongBody {
  let kept: readonly string[] | undefined;
  return createLongBody(function* keeping() {
    if (kept) return yield* kept;
    const made: string[] = [];
    let length = 0;
    for (const part of parts()) {
      length += part.length;
      if (length <= MOST_KEPT) made.push(part);
      else made.length = 0;
      yield part;
    }
    if (length <= MOST_KEPT) kept = made;
  });
}
