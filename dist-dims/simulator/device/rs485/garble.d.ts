export interface Chance {
    readonly seed: number;
    readonly label: string;
}
/** The bytes as heard at `heardAt` bit/s when sent at `sentAt`; a much slower receiver may hear nothing. */
export declare function heard(bytes: Uint8Array, sentAt: number, heardAt: number, chance: Chance, now: number): Uint8Array;
/** As many bytes as asked for that have nothing to do with the ones sent; the same at the same moment. */
export declare function garbled(bytes: Uint8Array, length: number, { seed, label }: Chance, now: number): Uint8Array;
