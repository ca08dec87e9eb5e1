import { type CST, type LineCounter } from 'yaml';
export declare const YAML_LIMITS: {
    /** Characters of a text. */
    characters: number;
    /** Lists and maps inside one another. */
    depth: number;
    /** Lists, maps, keys and values in all. */
    values: number;
    /** Keys of one map: each is compared with all others. */
    keys: number;
    /** Aliases of one anchor, those within what another alias stands for included. */
    aliases: number;
    /** Aliases as they are written: each is looked up among all anchors. */
    writtenAliases: number;
};
export type Tokens = {
    readonly ok: true;
    readonly tokens: readonly CST.Token[];
}
/** `offset` in characters. */
 | {
    readonly ok: false;
    readonly offset: number;
    readonly message: string;
};
/** The text as tokens, unless there are too many of them. Neither part of this recurses. */
export declare function tokensOf(text: string, lines: LineCounter): Tokens;
