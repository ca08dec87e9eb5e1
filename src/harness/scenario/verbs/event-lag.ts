// How long after the reply to its cause an event comes: the interface gives no time for it. What is learnt of that in
// a run tells whether an event may be that of an earlier change.
import { touchesOf } from '../../../contract/operations.js';
import type { Call } from '../../target/call.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import { bareReference } from '../language/reference.js';
import type { ReplyView } from '../view/reply-view.js';

/** In ms: shorter than that it is the time of the event itself, and of clocks. */
const LEAST_LAG = 250;
/** How many times the longest lag that was seen another one may have. */
const TIMES = 1.5;

/** @param since the capture of the request that caused the event. @param found the event on each connection on which it came. */
export function noteLag(
  { captures, target: { deliveries } }: ExecutionContext,
  since: string | undefined,
  found: readonly ReplyView[],
): void {
  const cause = since === undefined ? undefined : captures.get(bareReference(since).root);
  const answeredAt = cause?.views[0]?.['answeredAt'];
  if (typeof answeredAt !== 'number' || cause?.many || isJog(cause?.sent?.call)) return;
  for (const event of found) if (typeof event['at'] === 'number') deliveries.lagged(event['at'] - answeredAt);
}

/** What it switches off by itself comes as late as the jog lasts. */
function isJog(call: Call | undefined): boolean {
  if (call?.name !== 'operate') return false;
  return touchesOf(call.operation).some((touch) => touch.kind === 'relay' && touch.to === 'jog');
}

/** Whether the device was asked for something before `since` of which the event of that moment may be the late event. */
export function mayBeLate(
  { target: { trace, deliveries } }: ExecutionContext,
  deviceId: string | undefined,
  { since, at }: { readonly since: number; readonly at: number },
): boolean {
  const lag = deliveries.longestLag();
  if (deviceId === undefined || lag < LEAST_LAG) return false;
  const asked = new Set<number>();
  for (const record of trace.records()) {
    if (record.kind === 'request' && record.operation && record.deviceId === deviceId && record.at < since)
      asked.add(record.exchange);
    const isAnswer = record.kind === 'reply' && asked.has(record.exchange);
    if (isAnswer && record.at < since && at - record.at <= lag * TIMES) return true;
  }
  return false;
}
