import type { Call } from '../call.js';
import type { Driver } from './driver.js';
import type { ReadReply } from './read-reply.js';
/** What the record of the reply must not show as it is: each text, and what stands in its place. */
export declare function issuedSecrets(driver: Driver, call: Call, client: string, { reply, parsed }: ReadReply): ReadonlyMap<string, string>;
/** A success that is not even JSON may be the secret as a whole. */
export declare function shownSecretBody(call: Call, body: unknown, { reply, parsed }: ReadReply): unknown;
