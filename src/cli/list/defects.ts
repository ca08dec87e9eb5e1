// The bugs that a simulator can be given, each with the rule that it breaks.
import type { Result } from '../../document/diagnostic.js';
import { allDefects } from '../../simulator/defects/registry.js';
import type { Io } from '../io.js';
import { type PrintedList, listText } from './list.js';

export function listDefects(io: Io): Result<PrintedList> {
  const defects = allDefects().map(({ id, rule, summary }) => ({ id, rule, summary }));
  const entries = defects.map(({ id, rule, summary }) => ({
    name: id,
    title: summary,
    notes: [`breaks ${rule}`, `conform run --rule ${rule} --defect ${id}`],
  }));
  const summary = `${entries.length} defects. conform serve and conform run take them with --defect, conform self-test tries all.`;
  return { ok: true, value: { data: defects, text: listText(entries, summary, io) } };
}
