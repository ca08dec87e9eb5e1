export interface RandomStream {
    /** A number in [0, 1). */
    fraction(): number;
    /** An integer in [from, to], both included; the bounds are integers themselves. */
    integer(from: number, to: number): number;
    /** True with the given probability. */
    chance(probability: number): boolean;
    /** An identifier of `length` characters from a-z and 0-9. */
    token(length: number): string;
}
export interface Random {
    readonly seed: number;
    /** The stream with this label, from its beginning: the same seed and label give the same numbers. */
    stream(label: string): RandomStream;
}
export declare function createRandom(seed: number): Random;
/**
 * A number in [0, 1) that depends on nothing but its arguments. Lazy physics draws its noise this way: the
 * value at a moment is the same whether it is read once, often or never.
 */
export declare function fractionAt(seed: number, label: string, position: number): number;
/** The same for many positions of one label: what they share is hashed once. */
export declare function fractionsOf(seed: number, label: string): (position: number) => number;
