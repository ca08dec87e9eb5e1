/** Breaks a text at spaces so that no line exceeds `width`; a longer word stays whole. */
export declare function wrap(text: string, width: number): string[];
/** A label and its text, wrapped and aligned: the label stands beside the first line only. */
export declare function labelled(label: string, text: string, indent: number, labelWidth: number, width: number): string[];
/** Items under their key, in the order in which keys first appear. */
export declare function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]>;
export declare function plural(count: number, noun: string): string;
