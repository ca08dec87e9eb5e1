// Whether a dialect fits what was seen: each reply that it has a shape for is read by it.
import type { Dialect } from '../../dialect/dialect.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import { DATA_SHAPES } from '../sights.js';
import type { DraftExchange } from './evidence.js';

/** What does not fit, each once: in words, and the shapes that do not read it. */
export function misfitsOf(dialect: Dialect, evidence: readonly DraftExchange[]) {
  const told = new Map<string, { shapes: readonly string[]; words: string }>();
  for (const { what, code, data, source } of evidence) {
    if (code !== SUCCESS) continue;
    const reader = readerOf(dialect, what, data);
    const read = reader?.codec.decode(reader.value, '/data');
    if (!reader || !read || read.ok) continue;
    const [first] = read.mismatches;
    if (!first) continue;
    const words = `${first.declaredAt}: ${source} has ${first.actual} at ${first.pointer}, and not ${first.expected}`;
    told.set(words, { shapes: reader.names.filter((each) => each !== undefined), words });
  }
  return [...told.values()];
}

function readerOf({ shapes, command }: Dialect, what: string, data: unknown) {
  // Nobody adds a device to draft a dialect.
  if (what === 'devices.add') return undefined;
  const known = what === 'ticket.create' ? (['ticket'] as const) : DATA_SHAPES[what];
  if (known) return { codec: shapes[known[0]], value: data, names: known };
  const made = isObject(data) ? data['command'] : undefined;
  return made === undefined ? undefined : { codec: command, value: made, names: ['command'] };
}
