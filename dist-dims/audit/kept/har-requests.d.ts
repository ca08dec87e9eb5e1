import type { Dialect } from '../../dialect/dialect.js';
import type { ReplyRecord } from '../../trace/record.js';
import { type HarEntry, type Timed } from './har-file.js';
export interface HarRequests {
    exchange(entry: HarEntry): readonly Timed[];
    /** The canonical answer, and what it says of tokens, tickets, commands and waits. */
    answer(body: unknown, status: number | undefined): Pick<ReplyRecord, 'code' | 'data'>;
    nextExchange(): number;
    ticketName(ticket: string): string;
    clientOfTicket(ticket: string): string | undefined;
}
export declare function createHarRequests(dialect: Dialect): HarRequests;
export declare function lowered(headers: HarEntry['request']['headers']): Record<string, string>;
/** Those by which browsers are known; no secrets. */
export declare function telling(headers: Readonly<Record<string, string>>): Record<string, string>;
