// What a random dialect shows of each shape: the values that it can carry follow from it.
import type { ShapeName } from '../../../src/contract/schemas/shapes.js';

/** `always`: the wire has it, and so must the value; `maybe`: where the value has it; `never`: it gets lost. */
export type Presence = 'always' | 'maybe' | 'never';

export interface FieldPlan {
  readonly presence: Presence;
  /** For an object: what is shown of it, or the shape that it is written as. */
  readonly inner?: Plan | ShapeName;
  /** For a list: what is shown of an element. */
  readonly element?: Plan | ShapeName;
  /** For a list that is written as an object: the field that is its key. */
  readonly key?: string;
  /** For a list that is written as an object of lists: the field that is the key of each. */
  readonly group?: string;
  /** For a list of all channels in which the place is the index: it has 1, 2, 3 and so on. */
  readonly ordered?: boolean;
  /** For a text that is written as a number. */
  readonly numeral?: boolean;
  /** For a number that is written some times as large: what it may have behind the point. */
  readonly decimals?: number;
}

export type Plan = ReadonlyMap<string, FieldPlan>;
export type Plans = ReadonlyMap<ShapeName, Plan>;
