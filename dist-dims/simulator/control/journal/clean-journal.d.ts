import type { Secrets } from '../../../output/secrets.js';
import type { Journal } from './journal.js';
/** Records are searched when somebody reads them, so that a journal nobody reads costs nothing. */
export declare function cleanJournal(journal: Journal, secrets: Pick<Secrets, 'redact'>): Journal;
