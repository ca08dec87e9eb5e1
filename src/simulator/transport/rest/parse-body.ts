// The body of a request as JSON. GET and DELETE have none; a body that comes with them is ignored.
import type { ServiceResult } from '../../service/outcome.js';
import type { RestRequest } from './message.js';
import { invalid } from './route.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

/** The parsed body; undefined when there is none. */
export function parseBody({ method, headers, body }: RestRequest): ServiceResult<unknown> {
  if (body === '' || method === 'GET' || method === 'DELETE') return { ok: true, value: undefined };
  const type = headers['content-type'];
  // Without a Content-Type the body is read as JSON; with one of another type it is refused.
  if (type !== undefined && !JSON_TYPE.test(type)) {
    return invalid('A body is JSON: Content-Type: application/json.');
  }
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch {
    return invalid('The body is not JSON.');
  }
}
