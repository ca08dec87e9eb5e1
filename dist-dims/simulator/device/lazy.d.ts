export interface Lazy<T> {
    get(): T;
    /** What `get` has made; undefined when nobody has asked yet. */
    made(): T | undefined;
}
export declare function lazily<T>(make: () => T): Lazy<T>;
