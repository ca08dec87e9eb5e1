import type { SecretBook } from './secret-book.js';
/** Copies only what changes: most values hold no secret and are shared with the original. */
export declare function redactValue(value: unknown, book: SecretBook, change: (text: string) => string): unknown;
