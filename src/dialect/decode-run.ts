// One run of a decoder: where it is in the data, and what it found that does not fit.
import type { Mismatch } from './codec.js';
import { escapeKey } from './pointer.js';

/** Where a canonical field came from; `canonical` is its path in the canonical value. */
export interface FieldOrigin {
  readonly canonical: readonly PropertyKey[];
  readonly pointer: string;
  readonly wire: unknown;
  readonly declaredAt: string;
}

export interface DecodeRun {
  /** The keys that lead to the data at hand. */
  readonly keys: (string | number)[];
  /** The canonical path of the object that is being filled. */
  readonly canonical: PropertyKey[];
  readonly mismatches: Mismatch[];
  /** How many of the parts around the data at hand may be absent. */
  optional: number;
  /** Filled only by a run that is to explain what the canonical schema objects to. */
  readonly origins: FieldOrigin[] | undefined;
  readonly start: string;
}

/** @param start JSON Pointer of the data in the whole message. */
export function startRun(start: string, origins?: FieldOrigin[]): DecodeRun {
  return { keys: [], canonical: [], mismatches: [], optional: 0, origins, start };
}

function pointerOf(run: DecodeRun): string {
  return run.keys.reduce<string>((pointer, key) => `${pointer}/${escapeKey(String(key))}`, run.start);
}

export function addMismatch(run: DecodeRun, expected: string, wire: unknown, declaredAt: string): void {
  const found = { pointer: pointerOf(run), expected, actual: shown(wire), declaredAt };
  run.mismatches.push(run.optional > 0 ? { ...found, optional: true } : found);
}

/** Notes where the canonical field at `path` of the object at hand comes from. */
export function noteOrigin(run: DecodeRun, path: readonly string[], wire: unknown, declaredAt: string): void {
  run.origins?.push({ canonical: [...run.canonical, ...path], pointer: pointerOf(run), wire, declaredAt });
}

const LONGEST_SHOWN = 60;

/** Data of the wire in short, for a person. */
export function shown(wire: unknown): string {
  if (wire === undefined) return 'nothing';
  const text = JSON.stringify(wire) ?? typeof wire;
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN - 1)}…`;
}
