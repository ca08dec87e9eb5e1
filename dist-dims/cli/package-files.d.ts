export declare const PACKAGE_ROOT: string;
/** The code of threads of the built program. */
export declare const THREADS: {
    readonly programs: URL;
    readonly selfTest: URL;
};
export declare const BUNDLED_SCENARIOS: string;
export declare function isDay(path: string): boolean;
/** Whether a path leads to a scenario that comes with the program. */
export declare function isBundled(path: string): boolean;
export declare const DEFAULT_FLEET: string;
export declare const BUNDLED_VARIANTS: string;
/** A target profile with every key in it. */
export declare const EXAMPLE_TARGET: string;
/** The dialects that go by a name instead of a path. */
export declare const NAMED_DIALECTS: readonly ['default', 'scrambled'];
export declare function namedDialect(name: (typeof NAMED_DIALECTS)[number]): string;
/** Dialects in the manner of real product lines. */
export declare const GALLERY: string;
export declare function packageVersion(): string;
