// A reply that is not sent: the connection is reset instead.
import type { RestReply } from '../../transport/rest/message.js';

/** @param reply what would have been sent; tests look at it. */
export function reset(reply: RestReply = { status: 500, headers: {}, body: '' }): RestReply {
  return { ...reply, delivery: { kind: 'reset' } };
}
