/**
 * @param names every name that would have been right.
 * @param elsewhere where all of them are listed, for when they are too many; default: nothing is said then.
 */
export declare function didYouMean(name: string, names: readonly string[], elsewhere?: string): string | undefined;
