export interface Aliases {
    of(secret: string): string | undefined;
    set(secret: string, alias: string): void;
    /** Different pieces have different names, so that identifiers which contain them stay different. */
    ofPiece(piece: string, alias: string): string;
    /** Whether the stretch of the text is in such a name: `<secret of operator>` may have words of a secret in it. */
    covers(text: string, from: number, to: number): boolean;
}
export declare function createAliases(): Aliases;
