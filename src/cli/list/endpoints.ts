// The REST endpoints, by the names that commands, faults and scenarios use.
import { ENDPOINTS } from '../../contract/endpoints.js';
import type { Result } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { type PrintedList, listText } from './list.js';

export function listEndpoints(io: Io): Result<PrintedList> {
  const data = Object.entries(ENDPOINTS).map(([name, { method, path, access, summary }]) => {
    return { name, method, path, access, summary };
  });
  const entries = data.map(({ name, method, path, access, summary }) => ({
    name,
    title: summary,
    notes: [`${method} ${path}, for ${access}`, `conform fault add latency --route ${name}`],
  }));
  const summary = `${entries.length} endpoints. conform spec openapi describes them.`;
  return { ok: true, value: { data, text: listText(entries, summary, io) } };
}
