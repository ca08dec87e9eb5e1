// The body of a request as a server reads it.
import type { HttpRequest } from './transport.js';

/** U+FFFD stands for bytes that are no UTF-8. Undefined where there is no body. */
export function bodyText({ body, bodyAs }: Pick<HttpRequest, 'body' | 'bodyAs'>): string | undefined {
  return body !== undefined && bodyAs === 'bytes' ? Buffer.from(body, 'latin1').toString('utf8') : body;
}
