// JSON that every parser reads in the same way: no key twice, no number or escape in an unusual spelling.
import { isObject } from '../../../kernel/json.js';
import { parseJson } from '../../target/driver/read-reply.js';

/** The value of the text; undefined when two parsers could differ about it. */
export function plainJson(text: string): { readonly value: unknown } | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) return undefined;
  const written = JSON.stringify(parsed.value);
  // What is lost on the way there and back, such as the first of two equal keys, makes a difference.
  if (written !== text && written !== withoutSpace(text)) return undefined;
  return { value: parsed.value };
}

/** White space outside of strings makes no difference. */
function withoutSpace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, (_, text: string | undefined) => text ?? '');
}

/** Whether the values of JSON are the same but for the order of keys; a key without a value is none. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, at) => same(each, (other as readonly unknown[])[at]))
    );
  if (!isObject(one) || !isObject(other)) return false;
  return (
    keysWithValue(one) === keysWithValue(other) &&
    Object.keys(one).every(
      (key) => one[key] === undefined || (Object.hasOwn(other, key) && same(one[key], other[key])),
    )
  );
}

function keysWithValue(value: Record<string, unknown>): number {
  let count = 0;
  for (const key of Object.keys(value)) if (value[key] !== undefined) count++;
  return count;
}
