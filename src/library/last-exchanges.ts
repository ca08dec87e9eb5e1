// The end of a journal in lines, for the message of a test that failed.
import { recordText } from '../cli/tail/record-text.js';
import { NO_PAINT } from '../report/paint.js';
import type { JournalRecord } from '../simulator/control/journal/entry.js';
import type { Journal } from '../simulator/control/journal/journal.js';

/** Of records; what is older is in the journal. */
const MOST_SHOWN = 16;

/** Begins with an empty line. */
export function lastExchanges({ records }: Pick<Journal, 'records'>): string {
  const all = records().filter(isTelling);
  const refused = new Set(all.flatMap((record) => (record.kind === 'refusal' ? [record.exchange] : [])));
  const shown = all.filter((record) => record.kind !== 'reply' || !refused.has(record.exchange));
  if (shown.length === 0) return '\n\nThe simulator was not asked anything.';
  const older = shown.length - MOST_SHOWN;
  const lines = shown.slice(-MOST_SHOWN).map((record) => recordText(record, NO_PAINT));
  const heading = older > 0 ? `Last exchanges (${older} records before them):` : 'Exchanges:';
  return `\n\n${heading}\n${lines.join('\n')}`;
}

function isTelling(record: JournalRecord): boolean {
  if (record.kind === 'physical') return record.act === 'relay';
  return ['request', 'reply', 'refusal', 'broken', 'fault', 'stimulus', 'bug'].includes(record.kind);
}
