import type { ServerResponse } from 'node:http';
import { type JournalFilter } from './journal/entry.js';
import type { Journal } from './journal/journal.js';
export declare function follow(journal: Journal, filter: JournalFilter, response: ServerResponse): void;
