export interface ReadBytes {
    /** With U+FFFD in the place of what is not UTF-8. */
    readonly text: string;
    /** Of the first byte that is not UTF-8, from 0. */
    readonly invalidAt?: number;
}
export declare function readUtf8(bytes: Uint8Array): ReadBytes;
/** `a body with a byte at offset 17 that is not UTF-8`. */
export declare function notUtf8(what: string, offset: number): string;
