// What a request asks for, as one text: two requests with the same text ask for the same.
import type { RequestRecord } from '../../trace/record.js';
import { canonical } from './canonical.js';

const known = new WeakMap<RequestRecord, string>();

/** Device, operation and parameters. Several invariants compare them, so the text is made once for each record. */
export function askedIn(request: RequestRecord): string {
  const before = known.get(request);
  if (before !== undefined) return before;
  const text = canonical([request.deviceId, request.operation]);
  known.set(request, text);
  return text;
}

/** A key is its client's. */
export function keyIn({ client, idempotencyKey }: RequestRecord): string {
  return JSON.stringify([client, idempotencyKey]);
}
