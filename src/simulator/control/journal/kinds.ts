// The kinds of records in the journal.
import type { JournalEntry } from './entry.js';

export const JOURNAL_KINDS = [
  'request',
  'reply',
  'delivery',
  'refusal',
  'connection',
  'event',
  'physical',
  'fault',
  'stimulus',
  'bug',
] as const satisfies readonly JournalEntry['kind'][];
