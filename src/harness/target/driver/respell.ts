// JSON that says the same in another spelling: members of objects in the opposite order, and white space between all.
import { isObject } from '../../../kernel/json.js';

export function respelled(value: unknown): string {
  return JSON.stringify(
    value,
    (_, each: unknown) => (isObject(each) ? Object.fromEntries(Object.entries(each).toReversed()) : each),
    2,
  );
}
