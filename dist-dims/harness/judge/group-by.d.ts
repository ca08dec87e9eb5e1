export declare function groupBy<T, K>(elements: readonly T[], keyOf: (element: T) => K): ReadonlyMap<K, readonly T[]>;
