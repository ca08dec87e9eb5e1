// What somebody else says: the number that a witness tells, and a first line to be shown.
import { valueAtPointer } from '../../../kernel/json.js';
import { parseJson } from '../../target/driver/read-reply.js';
import { type Acted, failed } from '../../profile/stimuli/catalogue.js';

/** The first line of what somebody else says, at a length that can be shown. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/**
 * The sum of the numbers at JSON Pointers of a JSON text. A pointer that ends with `/*` is the sum of the numbers in
 * an object or a list; one that ends with `?` is 0 where its last part is absent from what holds it.
 */
export function readSum(text: string, pointers: readonly string[]): Acted {
  const json = parseJson(text);
  if (!json.ok) return failed(`the reply is no JSON: ${firstLine(text)}`);
  let sum = 0;
  for (const pointer of pointers) {
    const value = numberAt(json.value, pointer);
    if (value === undefined)
      return failed(`there is no number at ${pointer || 'the top'} of the reply: ${firstLine(text)}`);
    sum += value;
  }
  return { kind: 'applied', value: sum };
}

function numberAt(json: unknown, pointer: string): number | undefined {
  if (pointer.endsWith('/*')) {
    const holder = valueAtPointer(json, pointer.slice(0, -2));
    if (typeof holder !== 'object' || holder === null) return undefined;
    const numbers: unknown[] = Object.values(holder);
    return numbers.every(isNumber) ? numbers.reduce((sum, one) => sum + one, 0) : undefined;
  }
  const optional = pointer.endsWith('?');
  const value = valueAtPointer(json, optional ? pointer.slice(0, -1) : pointer);
  if (isNumber(value)) return value;
  const holder = valueAtPointer(json, pointer.slice(0, pointer.lastIndexOf('/')));
  return optional && value === undefined && typeof holder === 'object' && holder !== null ? 0 : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A text that is nothing but a number. */
export function plainNumber(text: string): Acted {
  const trimmed = text.trim();
  const value = Number(trimmed);
  if (trimmed === '' || !Number.isFinite(value)) return failed(`this is no number: "${firstLine(text)}"`);
  return { kind: 'applied', value };
}
