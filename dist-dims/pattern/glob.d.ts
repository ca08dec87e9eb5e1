export declare function isGlob(name: string): boolean;
/** Whether a name is one of those given, or fits one of them. */
export declare function nameMatcher(names: readonly string[]): (name: string) => boolean;
/** Without a `*`, the whole name must be given. */
export declare function matches(glob: string, name: string): boolean;
