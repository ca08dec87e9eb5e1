import type { Clock } from '../../kernel/clock.js';
/** What secrets are made of: the randomness of the operating system, or a seeded stream. */
export interface TokenSource {
    /** `length` characters from a-z and 0-9. */
    token(length: number): string;
}
export interface IssuedSecret {
    readonly clientId: string;
    /** Clock time in ms. */
    expiresAt: number;
}
export interface SecretKind {
    readonly prefix: string;
    /** Characters after the prefix. */
    readonly length: number;
    /** How many of them are the name by which a secret is looked up; only the others are secret. */
    readonly nameLength: number;
    /** In ms. */
    readonly lifetime: number;
    /** That have not expired, of one client. */
    readonly maxPerClient: number;
}
export interface IssuedSecrets {
    issue(clientId: string): string;
    /** Ms until the client may have one more; undefined when it may now. */
    waitFor(clientId: string): number | undefined;
    /** Expired ones are found until they are forgotten. */
    find(secret: string): IssuedSecret | undefined;
    remove(secret: string): void;
    clear(): void;
    /** Oldest first; without those that have expired by themselves. */
    all(): Iterable<IssuedSecret>;
}
export declare function createIssuedSecrets(clock: Pick<Clock, 'now'>, random: TokenSource, { prefix, length, nameLength, lifetime, maxPerClient }: SecretKind): IssuedSecrets;
