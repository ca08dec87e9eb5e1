// A compiled part of a sample: closures that carry values between the canonical model and the wire.
import type { DecodeRun } from './decode-run.js';
import type { Description, ShapeSchema } from './json-schema.js';

/** A canonical object: a shape's value or an element of one of its lists. */
export type Canonical = Record<string, unknown>;

export interface Node {
  /** Whether the wire may do without it: then `write` may give undefined, and absent or null is not decoded. */
  readonly optional: boolean;
  /** The wire's form of what this part shows of `value`, as JSON, without building the objects in between. */
  write(value: Canonical): string | undefined;
  /**
   * The same in parts, for values whose list is no array but made as it is walked. Absent where a sample needs the whole
   * list at once.
   */
  parts?(value: Canonical): Iterable<string>;
  /** What `write` gives, other than undefined. */
  describe(how: Description): ShapeSchema;
  /** Puts what `wire` says into `into`; tells the run what does not fit. */
  decode(wire: unknown, into: Canonical, run: DecodeRun): void;
}

/** Stands in for a part that has a problem, so that the rest can be looked at. */
export const NOTHING: Node = {
  optional: false,
  write: () => undefined,
  describe: () => ({}),
  decode: () => undefined,
};
