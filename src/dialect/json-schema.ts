// What a dialect says of the wire it writes: JSON Schemas (draft 2020-12). Unknown fields are allowed in them.
import { z } from 'zod';
import type { ShapeName } from '../contract/schemas/shapes.js';

export type ShapeSchema = Readonly<Record<string, unknown>>;

/** How a shape is to be described. Paths are those of the canonical value, joined by dots. */
export interface Description {
  /** The reference to a shape that is written within another; without it, that shape is described in place. */
  readonly refer?: (shape: ShapeName) => ShapeSchema;
  /** Canonical values that are known: their form on the wire is the only one there. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** What stands where the dialect passes data as they are. */
  readonly open?: Readonly<Record<string, ShapeSchema>>;
}

/** The description of a part with paths of its own. */
export function describedWithin({ refer }: Description): Description {
  return refer ? { refer } : {};
}

/** What the canonical schema says of a value that the wire writes as it is. */
export function canonicalJsonSchema(schema: z.core.$ZodType): ShapeSchema {
  const { $schema: _, ...facts } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // That an integer is one that JSON carries is true of all of them, and helps nobody.
  if (facts.minimum === Number.MIN_SAFE_INTEGER) delete facts.minimum;
  if (facts.maximum === Number.MAX_SAFE_INTEGER) delete facts.maximum;
  return facts;
}
