// A compiled sample as a codec: the structure by the sample, the ranges by the canonical schema.
import type { z } from 'zod';
import type { Guard } from '../contract/guards.js';
import type { Decoded, Mismatch, ShapeCodec, WireObject } from './codec.js';
import { type DecodeRun, type FieldOrigin, shown, startRun } from './decode-run.js';
import type { Canonical, Node } from './node.js';
import { rememberingFrozen } from './remembering-frozen.js';

/**
 * @param declaredAt `file:line:column` of the sample, for what no part of it answers for.
 * @param fits knows some of the values that the schema takes.
 */
export function createShapeCodec<T>(
  node: Node,
  schema: z.ZodType<T>,
  declaredAt: string,
  fits?: Guard,
): ShapeCodec<T> {
  const write = rememberingFrozen((value: Canonical) => node.write(value) ?? 'null');
  return {
    encode: (value) => node.encode(value as Canonical) as WireObject,
    write: write as (value: T) => string,
    parts: (value, whole) => node.parts?.(value) ?? [write(whole() as Canonical)],
    schema: (how = {}) => node.describe(how),
    decode: (wire, pointer = '') => {
      const value: Canonical = {};
      const run = startRun(pointer);
      node.decode(wire, value, run);
      if (run.mismatches.length > 0) return misfit(run.mismatches, value, schema);
      if (fits?.(value)) return { ok: true, value: value as T };
      const checked = schema.safeParse(value);
      // The value itself, and not zod's copy: they are the same field by field.
      if (checked.success) return { ok: true, value: value as T };
      return { ok: false, mismatches: explain(checked.error.issues, node, wire, pointer, declaredAt) };
    },
  };
}

function misfit<T>(mismatches: readonly Mismatch[], value: Canonical, schema: z.ZodType<T>): Decoded<T> {
  const bearable = mismatches.every(({ optional }) => optional) && schema.safeParse(value).success;
  return { ok: false, mismatches, ...(bearable ? { bearable: value as T } : {}) };
}

/** Decodes once more, taking down where each canonical field came from, and lays the objections there. */
function explain(
  issues: readonly z.core.$ZodIssue[],
  node: Node,
  wire: unknown,
  pointer: string,
  declaredAt: string,
): Mismatch[] {
  const origins: FieldOrigin[] = [];
  const run: DecodeRun = startRun(pointer, origins);
  node.decode(wire, {}, run);
  const whole: FieldOrigin = { canonical: [], pointer, wire, declaredAt };
  return issues.map((issue) => {
    const origin = nearest(origins, issue.path) ?? whole;
    return {
      pointer: origin.pointer,
      expected: expectation(issue),
      actual: shown(origin.wire),
      declaredAt: origin.declaredAt,
    };
  });
}

/** The origin of the field at `path`, or of the smallest part that holds it. */
function nearest(origins: readonly FieldOrigin[], path: readonly PropertyKey[]): FieldOrigin | undefined {
  let best: FieldOrigin | undefined;
  for (const origin of origins) {
    const holds = origin.canonical.every((key, index) => key === path[index]);
    if (holds && (!best || origin.canonical.length > best.canonical.length)) best = origin;
  }
  return best;
}

/** `Too small: expected number to be >=1` -> `number to be >=1`. */
function expectation(issue: z.core.$ZodIssue): string {
  const [, expected = issue.message] = /expected (.*?)(?:, received .*)?$/.exec(issue.message) ?? [];
  return expected;
}
