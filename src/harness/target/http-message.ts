// A request as the gate sees it.
import type { Message } from './gated-transport.js';
import type { HttpRequest } from './transport.js';

/** Only what goes out, whatever else the object carries. */
export function httpMessage({ method, path, headers, body, bodyAs }: HttpRequest): Message {
  return {
    kind: 'http',
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(bodyAs && { bodyAs }),
  };
}
