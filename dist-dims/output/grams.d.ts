/** So many characters of a secret in a row are a piece that must not be shown. */
export declare const PIECE = 8;
export interface GramIndex {
    readonly size: number;
    /** `note` is given back with each find; it is kept for the latest text that has the piece. */
    add(text: string, note: string): void;
    /** @param piece folded, of the length of a piece. */
    has(piece: string): boolean;
    /** Calls `found` with each place at which a piece begins, from left to right. */
    scan(text: string, found: (at: number, note: string, piece: string) => void): void;
}
export declare function createGramIndex(): GramIndex;
/** Letter case, and full-width forms of letters, make no difference: nobody has to guess them. */
export declare function fold(text: string): string;
