import type { RestReply } from '../../transport/rest/message.js';
/** @param reply what would have been sent; tests look at it. */
export declare function reset(reply?: RestReply): RestReply;
