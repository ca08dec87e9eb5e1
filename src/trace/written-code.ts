// The code of a reply as the target wrote it: reports show its words, not the canonical ones.
import { isObject } from '../kernel/json.js';

interface Coded {
  /** The body or frame as received. */
  readonly body?: unknown;
  /** The canonical code, for a reply that is kept without its body. */
  readonly code?: unknown;
}

export function writtenCode({ body, code }: Coded): string | undefined {
  if (isObject(body) && typeof body['code'] === 'string') return body['code'];
  return typeof code === 'string' ? code : undefined;
}
