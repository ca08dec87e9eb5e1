export interface Markup {
    readonly markup: string;
}
type Piece = string | number | undefined | Markup | readonly Piece[];
/** `markup`<p>${text}</p>``: texts are escaped, markup and lists of it are put in as they are. */
export declare function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup;
export declare const NOTHING: Markup;
/** Also replaces control characters, which HTML forbids. */
export declare function escapeHtml(text: string): string;
/** A name that can be the target of a link, the same for the same text. */
export declare function anchor(kind: 'rule' | 'check', id: string): string;
export {};
