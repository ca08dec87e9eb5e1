export declare function crc16(bytes: Iterable<number>): number;
/** The bytes with their checksum. */
export declare function withCrc(bytes: readonly number[]): Uint8Array;
/** The bytes without their checksum; undefined when it is wrong, or there is none. */
export declare function checkedBody(frame: Uint8Array): Uint8Array | undefined;
