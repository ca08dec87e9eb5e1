// What a call would be on the wire, before it has a client and a connection.
import type { Dialect } from '../../dialect/dialect.js';
import type { Call } from '../target/call.js';
import { restRequest } from '../target/driver/rest-call.js';
import { prepareFrame } from '../target/driver/ws-call.js';
import type { Message } from '../target/gated-transport.js';
import { httpMessage } from '../target/http-message.js';

/** Over REST where it can go there: the other channel says the same in other words. */
export function messageOf(dialect: Dialect, call: Call): Message {
  if (call.name === 'frame' || call.name === 'ping')
    return { kind: 'frame', text: prepareFrame(dialect, call, 'r').text };
  return httpMessage(restRequest(dialect, call, NOBODY));
}

const NOBODY = { clientId: '', clientSecret: '', scopes: [] };
