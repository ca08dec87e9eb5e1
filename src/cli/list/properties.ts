// What random programs are to show.
import type { Result } from '../../document/diagnostic.js';
import { PROPERTIES } from '../../harness/property/properties.js';
import type { Io } from '../io.js';
import { type PrintedList, listText } from './list.js';

export function listProperties(io: Io): Result<PrintedList> {
  const entries = PROPERTIES.map(({ id, title, rules }) => ({
    name: id,
    title,
    notes: [rules.join(', '), `conform run ${id} --time 1m`],
  }));
  const summary = `${entries.length} properties. docs/properties.md says how they are tried.`;
  return { ok: true, value: { data: PROPERTIES, text: listText(entries, summary, io) } };
}
