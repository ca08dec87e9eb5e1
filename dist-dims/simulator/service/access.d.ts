import type { AccessToken, Credentials } from '../../contract/schemas/access.js';
import { type Scope } from '../../contract/scopes.js';
import type { Clock } from '../../kernel/clock.js';
import type { TokenSource } from './issued-secrets.js';
import { type ServiceResult, type Refusal } from './outcome.js';
/** An API client as the fleet declares it. */
export interface ApiClient {
    readonly clientId: string;
    readonly scopes: readonly Scope[];
    /** Whether the client may access the device. */
    sees(deviceId: string): boolean;
    /** Lets the client access a device that it has added. */
    allow(deviceId: string): void;
}
export interface Access {
    issueToken(credentials: Credentials): ServiceResult<AccessToken>;
    /** The client behind an access token; 401 when the token is missing, unknown or expired. */
    authenticate(token: string | undefined): ServiceResult<ApiClient>;
    /** The client by its id, refused when it has been disabled since; for connections that are open already. */
    stillEnabled(clientId: string): ServiceResult<ApiClient>;
    /** Why the client lacks the permission; undefined when it has it. */
    deny(client: ApiClient, scope: Scope): Refusal | undefined;
    /** The client with its state; used by the control plane and the snapshot. */
    look(clientId: string): (ApiClient & {
        readonly disabled: boolean;
    }) | undefined;
    setDisabled(clientId: string, disabled: boolean): boolean;
    /** Takes back from all clients what `allow` gave, because the device has been removed. */
    forgetDevice(deviceId: string): void;
    /** Lets the tokens of the client expire, or those of all clients. */
    expireTokens(clientId?: string): void;
}
/** What the access control has to know about the clients, and how it compares secrets. */
export interface ClientRegistry {
    find(clientId: string): (ApiClient & {
        readonly disabledAtStart: boolean;
    }) | undefined;
    /** Takes back from all clients what `allow` gave. */
    forgetDevice(deviceId: string): void;
    /** In constant time, also for an unknown client. */
    secretMatches(clientId: string, secret: string): boolean;
}
/** @param lifetime of an access token in ms. */
export declare function createAccess(clock: Clock, random: TokenSource, registry: ClientRegistry, lifetime: number): Access;
