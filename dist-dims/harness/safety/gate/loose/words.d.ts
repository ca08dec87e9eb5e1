import type { Dialect } from '../../../../dialect/dialect.js';
export interface Words {
    /** All that are understood. */
    readonly known: ReadonlySet<string>;
    /** Those that say what is to be done to a relay. */
    readonly actions: ReadonlySet<string>;
    /** The dialect's own words for one kind of write, which no reading request has. */
    readonly ofSwitch: ReadonlySet<string>;
    readonly ofBytes: ReadonlySet<string>;
    readonly ofBaudRate: ReadonlySet<string>;
    readonly ofJog: ReadonlySet<string>;
    readonly ofManagement: ReadonlySet<string>;
    /** Keys before the index of a relay. */
    readonly indexKeys: ReadonlySet<string>;
    /** Keys before a number that is a time or a rate. */
    readonly measureKeys: ReadonlySet<string>;
    /** Keys before the identifier of a device. */
    readonly deviceKeys: ReadonlySet<string>;
}
export declare function isEvery(word: string): boolean;
export declare function wordsFor(dialect: Dialect): Words;
export declare function wordsOf(text: string): readonly string[];
