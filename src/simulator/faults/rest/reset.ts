// A reply that nobody gets: the connection is reset instead.
import type { RestReply } from '../../transport/rest/message.js';

/** @param reply what would have been sent, for those who look behind the scenes. */
export function reset(reply: RestReply = { status: 500, headers: {}, body: '' }): RestReply {
  return { ...reply, delivery: { kind: 'reset' } };
}
