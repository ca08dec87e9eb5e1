import type { JsonRead } from '../../kernel/json-limits.js';
import type { CommandValue, Dialect } from '../../dialect/dialect.js';
import type { Refusal } from '../service/outcome.js';
/** The fields of an envelope with data that are JSON already; the channel puts its own fields around them. */
export declare function successFields(data: string): string;
/** The data of a reply with a command. */
export declare function commandData(dialect: Dialect, command: CommandValue): string;
/** Code, message and data of a refusal; the channel adds the requestId and what else is its own. */
export interface RefusalContent {
    readonly code: string;
    readonly message: string;
    readonly data: unknown;
    readonly status: number;
}
export declare function refusalContent(refusal: Refusal, dialect: Dialect): RefusalContent;
/** The refusal for a bug of the simulator; the details go to `onBug` and not to the client. */
export declare function serviceFailed(): Refusal;
/** A refusal for input that does not fit the dialect; the message names the places, never the content. */
export declare function malformed(mismatches: readonly {
    readonly pointer: string;
    readonly expected: string;
}[]): Refusal;
/** A refusal for JSON that is none, or that is beyond a limit. */
export declare function unreadable(what: 'body' | 'frame', why: Exclude<JsonRead, {
    ok: true;
}>['why']): Refusal;
