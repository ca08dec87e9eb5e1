export declare function isHex(text: string): boolean;
/** `[0x01, 0xff]` -> `01ff`. */
export declare function toHex(bytes: Iterable<number>): string;
/** `01ff` -> `[0x01, 0xff]`; undefined when the text is not hex. */
export declare function fromHex(text: string): Uint8Array | undefined;
