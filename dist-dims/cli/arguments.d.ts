export declare function integerIn(least: number, most: number): (text: string) => number;
/** How many times faster than the machine's clock the run's clock goes. */
export declare function speed(text: string): number;
export declare function probability(text: string): number;
/** Checked, and left as it was written. */
export declare function durationText(text: string): string;
/** In ms. */
export declare function duration(text: string): number;
/** One of a few names, with the nearest one in the answer to a mistyped name. */
export declare function oneOf(names: readonly string[]): (text: string) => string;
/** Like `oneOf`, for options and arguments that may be given several times. */
export declare function someOf(names: readonly string[]): (text: string, before: readonly string[] | undefined) => string[];
export declare const seed: (text: string) => number;
export declare const port: (text: string) => number;
export declare const jobs: (text: string) => number;
export declare const programs: (text: string) => number;
export declare const programIndex: (text: string) => number;
/** For options that may be given several times. */
export declare function collect(text: string, before: readonly string[] | undefined): string[];
