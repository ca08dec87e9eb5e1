// Defects of what a refresh that comes too soon is told.
import type { Decoration } from '../decoration.js';
import { dataOf, editFrames, editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';
import { withRefreshes } from './wrap/service.js';

export const REFRESH_REFUSAL_DEFECTS: readonly Defect[] = [
  // Limits: a rate-limited response has the header Retry-After.
  {
    id: 'retry-after-header-missing',
    rule: 'refresh.rate-limited-rest',
    summary: 'A refused refresh over REST comes without the Retry-After header.',
    decorate: () => editReplies((_, { status }) => (status === 429 ? { headers: {} } : undefined)),
  },
  // Limits: Retry-After is given in seconds. HTTP also knows a date there, this interface does not.
  {
    id: 'retry-after-as-date',
    rule: 'refresh.rate-limited-rest',
    summary: 'The Retry-After header of a refused refresh is a date instead of a number of seconds.',
    decorate: () => ({
      rest:
        (next, { clock }) =>
        async (request) => {
          const reply = await next(request);
          const seconds = Number(reply.headers['retry-after']);
          if (reply.status !== 429 || Number.isNaN(seconds)) return reply;
          const date = new Date(clock.now() + seconds * 1000).toUTCString();
          return { ...reply, headers: { ...reply.headers, 'retry-after': date } };
        },
    }),
  },
  // Errors: a rate-limited WebSocket request gets a reply with data.retryAfterSeconds.
  {
    id: 'retry-after-missing-on-websocket',
    rule: 'refresh.rate-limited-websocket',
    summary: 'A rate-limited reply on the WebSocket has no data.retryAfterSeconds.',
    decorate: () =>
      editFrames((frame) => (frame['code'] === 'RATE_LIMITED' ? { ...frame, data: {} } : undefined)),
  },
  // Errors: data.retryAfterSeconds is a number of seconds, in a WebSocket reply too.
  {
    id: 'retry-after-as-text-on-websocket',
    rule: 'refresh.rate-limited-websocket',
    summary: 'data.retryAfterSeconds of a rate-limited reply on the WebSocket is a text such as "3 s".',
    decorate: () =>
      editFrames((frame) => {
        if (frame['code'] !== 'RATE_LIMITED') return undefined;
        const data = dataOf(frame);
        return { ...frame, data: { ...data, retryAfterSeconds: `${String(data['retryAfterSeconds'])} s` } };
      }),
  },
  // Limits: Retry-After and data.retryAfterSeconds give the actual delay.
  {
    id: 'retry-after-too-short',
    rule: 'refresh.retry-after-truthful',
    summary: 'A refused refresh announces a delay of one second, whatever the real one is.',
    decorate: () => withAnnouncedDelay(() => 1),
  },
  // Limits: Retry-After and data.retryAfterSeconds give the actual delay, in seconds.
  {
    id: 'retry-after-in-milliseconds',
    rule: 'refresh.retry-after-truthful',
    summary: 'The announced delay of a refused refresh is in milliseconds.',
    decorate: () => withAnnouncedDelay((seconds) => seconds * 1000),
  },
  // Limits: after the announced delay a refresh is accepted, so fractions of a second are rounded up.
  {
    id: 'retry-after-rounded-down',
    rule: 'refresh.retry-after-truthful',
    summary: 'The announced delay of a refused refresh is rounded down to whole seconds.',
    decorate: () => withAnnouncedDelay((seconds) => Math.max(0, seconds - 1)),
  },
];

/** @param announced what a refused refresh announces, from the right delay; both in seconds. */
function withAnnouncedDelay(announced: (seconds: number) => number): Decoration {
  return withRefreshes((outcome) => {
    if (outcome.ok || outcome.refusal.retryAfterSeconds === undefined) return outcome;
    const retryAfterSeconds = announced(outcome.refusal.retryAfterSeconds);
    return { ok: false, refusal: { ...outcome.refusal, retryAfterSeconds } };
  });
}
