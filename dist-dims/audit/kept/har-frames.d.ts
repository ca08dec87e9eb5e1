import type { Dialect } from '../../dialect/dialect.js';
import { type HarEntry, type Timed } from './har-file.js';
import { type HarRequests } from './har-requests.js';
export declare function createHarFrames(dialect: Dialect, requests: Pick<HarRequests, 'answer' | 'nextExchange' | 'ticketName' | 'clientOfTicket'>): {
    connection(entry: HarEntry): readonly Timed[];
};
