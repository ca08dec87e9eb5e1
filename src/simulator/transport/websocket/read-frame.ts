// What a text frame is: a request, something malformed that can still be answered, or neither.
import { wsRequest } from '../../../contract/schemas/message.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Refusal } from '../../service/outcome.js';
import { malformed } from '../envelope.js';

export type Frame =
  | { readonly kind: 'request'; readonly request: WsRequest }
  /** Malformed, but it has a requestId, so it gets an error reply. */
  | { readonly kind: 'answerable'; readonly requestId: string; readonly refusal: Refusal }
  | { readonly kind: 'unreadable' };

const UNREADABLE: Frame = { kind: 'unreadable' };
const onlyId = wsRequest.pick({ requestId: true });

export function readFrame(dialect: Dialect, text: string): Frame {
  let wire: unknown;
  try {
    wire = JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
  const decoded = dialect.shapes.wsRequest.decode(wire);
  if (decoded.ok) return { kind: 'request', request: decoded.value };
  const id = onlyId.safeParse(wire);
  if (!id.success) return UNREADABLE;
  return { kind: 'answerable', requestId: id.data.requestId, refusal: malformed(decoded.mismatches) };
}
