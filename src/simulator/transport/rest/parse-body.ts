// The body of a request as JSON. Methods that read or remove have none; whatever comes with them is left alone.
import { readJson } from '../../../kernel/json-limits.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import type { ServiceResult } from '../../service/outcome.js';
import { unreadable } from '../envelope.js';
import type { RestRequest } from './message.js';
import { invalid } from './route.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

/** The parsed body; undefined when there is none. */
export function parseBody({ method, headers, body }: RestRequest): ServiceResult<unknown> {
  if (body === '' || method === 'GET' || method === 'DELETE') return { ok: true, value: undefined };
  const type = headers['content-type'];
  // A body that does not say what it is counts as JSON; one that says something else is none.
  if (type !== undefined && !JSON_TYPE.test(type)) {
    return invalid('A body is JSON: Content-Type: application/json.');
  }
  const read = readJson(body, JSON_LIMITS);
  return read.ok ? read : { ok: false, refusal: unreadable('body', read.why) };
}
