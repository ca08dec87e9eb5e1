// The dimensions along which a rule can be tried, and the values of each.
import { OPERATION_NAMES } from '../../../contract/operations.js';
import { SCOPES } from '../../../contract/scopes.js';

const DIMENSIONS = {
  channel: ['rest', 'ws'],
  operation: OPERATION_NAMES,
  place: ['first', 'middle', 'last'],
  relays: ['one', 'several'],
  scope: SCOPES,
  when: ['at once', 'seconds later', 'after a reconnect', 'with another token', 'with another client'],
  outcome: ['success', 'refusal', 'timeout'],
  credential: ['right', 'none', 'wrong', 'in the wrong place'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Dimension = keyof typeof DIMENSIONS;
export type DimensionValue = `${Dimension}: ${string}`;

/** Every value of a dimension, as `channel: rest`. */
export function dimensionValues(dimension: Dimension): readonly DimensionValue[] {
  return DIMENSIONS[dimension].map((value): DimensionValue => `${dimension}: ${value}`);
}
