/** A key as one part of a pointer. */
export declare function escapeKey(key: string): string;
