import type { Collected, ConnectionDraft, ExchangeDraft } from './collect.js';
export interface Actors {
    ofExchange(exchange: ExchangeDraft): string;
    ofConnection(connection: ConnectionDraft): string;
    ofConnectionId(id: string): string;
}
/** @param collected what was seen of one API client. */
export declare function tellApart({ exchanges, connections }: Pick<Collected, 'exchanges' | 'connections'>): Actors;
