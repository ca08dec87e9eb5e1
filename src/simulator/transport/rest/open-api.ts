// The OpenAPI document of the service, at a path that the interface does not use. It needs no access token.
import type { Dialect } from '../../../dialect/dialect.js';
import { openApiDocument } from '../../../specification/open-api.js';
import type { RestReply } from './message.js';
import { splitTarget } from './router.js';

const OPEN_API_PATH = '/openapi.json';

/** Made when it is first asked for: most runs never do. */
const texts = new WeakMap<Dialect, string>();

/** The reply to a request for the document; undefined when the request is for something else. */
export function openApiReply(
  method: string | undefined,
  target: string | undefined,
  dialect: Dialect,
): RestReply | undefined {
  if (method !== 'GET' || !target?.startsWith(OPEN_API_PATH)) return undefined;
  if (splitTarget(target)[0] !== OPEN_API_PATH) return undefined;
  const body = texts.get(dialect) ?? JSON.stringify(openApiDocument(dialect));
  texts.set(dialect, body);
  return { status: 200, headers: {}, body };
}
