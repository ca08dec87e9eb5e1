import type { TokenSource } from '../service/issued-secrets.js';
export type SecretsEqual = (given: string, stored: string) => boolean;
/** All digests have the same length, so the time does not depend on the length of the secret either. */
export declare const secretsEqual: SecretsEqual;
/** Tokens that nobody can work out from others, unlike those of a seeded stream. */
export declare const systemTokens: TokenSource;
