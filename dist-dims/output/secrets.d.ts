import { type Among, type Keeping } from './secret-book.js';
export interface Secrets {
    /** From now on `alias` is shown for `value`. */
    keep(value: string, alias: string): void;
    /** Likewise, until thousands of others have come after it. */
    keepForAWhile(value: string, alias: string, how?: Pick<Keeping, 'wholeOnly'>): void;
    /** The alias of an access token; a token that nobody here was given stays unnamed. */
    token(value: string, client?: string): string;
    /** The alias of a ticket: always the same one for the same ticket. */
    ticket(value: string): string;
    /** Texts that are public, such as names: what a secret has in common with them is shown. */
    open(texts: readonly string[]): void;
    /** A copy without secrets, or the value itself when it has none. `whole` are strings to replace here only. */
    redact<T>(value: T, whole?: ReadonlyMap<string, string>): T;
    /**
     * A finished text without secrets, whose own words and signs stay. `quoted` writes an alias as the text needs it.
     */
    mask(text: string, among: Exclude<Among, 'value'>, quoted?: (alias: string) => string): string;
}
export declare function createSecrets(): Secrets;
