import type { Clock } from '../../kernel/clock.js';
import { type IssuedSecrets, type TokenSource } from './issued-secrets.js';
export interface TokenStore extends Pick<IssuedSecrets, 'issue' | 'waitFor'> {
    /** The client that the token was issued to, with whether the token still lives. */
    find(token: string): {
        readonly clientId: string;
        readonly expired: boolean;
    } | undefined;
    /** Makes the client's tokens worthless, or everybody's. */
    expire(clientId?: string): void;
}
/** @param lifetime of an access token in ms. */
export declare function createTokenStore(clock: Clock, random: TokenSource, lifetime: number): TokenStore;
