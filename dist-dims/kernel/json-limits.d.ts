export interface JsonLimits {
    /** Arrays and objects inside one another. */
    readonly depth: number;
    /** Values in all: elements of arrays and values of keys, and the containers themselves. */
    readonly values: number;
}
export type JsonRead = {
    readonly ok: true;
    readonly value: unknown;
}
/** `syntax`: no JSON. `depth`, `values`: beyond this limit, whatever it is besides. */
 | {
    readonly ok: false;
    readonly why: 'syntax' | keyof JsonLimits;
};
export declare function readJson(text: string, limits: JsonLimits): JsonRead;
