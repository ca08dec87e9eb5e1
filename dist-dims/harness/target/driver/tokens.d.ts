import type { Clock } from '../../../kernel/clock.js';
import type { Exchange } from '../call.js';
export type TokenOutcome = 
/** `fresh`: just fetched, so a refusal of it would not be for its age. */
{
    readonly kind: 'token';
    readonly token: string;
    readonly fresh: boolean;
} | {
    readonly kind: 'none';
    readonly exchange: Exchange;
};
export interface Tokens {
    /** The client's token; `fetch` is called when there is none, once for all who wait. */
    get(client: string, ask: () => Promise<Exchange>): Promise<TokenOutcome>;
    /** Takes the token of a token request that was made for its own sake, unless there is a good one. */
    offer(client: string, exchange: Exchange): void;
    /** Drops the token after it was refused. */
    forget(client: string, token: string): void;
}
export declare function createTokens(clock: Pick<Clock, 'now'>): Tokens;
