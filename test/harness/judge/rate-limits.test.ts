// The delays that refusals announce.
import { describe, expect, it } from 'vitest';
import { hear, type Line, refused, traceOf } from './traces.js';

const line = (body: unknown, more: Partial<Line> = {}): Line => ({
  from: 0,
  to: 10,
  what: 'devices.list',
  body,
  ...more,
});
const heard = (each: Line, rules: RegExp): readonly string[] => hear(traceOf([each]), rules).verdicts;

describe('a refusal as too frequent', () => {
  const limited = (seconds: unknown, header?: string, what = 'devices.read'): Line =>
    line(refused('RATE_LIMITED', { retryAfterSeconds: seconds }), {
      status: 429,
      what,
      headers: header === undefined ? {} : { 'retry-after': header },
    });

  it.each<[unknown, string]>([
    [3, '3'],
    [2.4, '3'],
    [0, '0'],
  ])('is right with %s in the data and %s in the header', (seconds, header) => {
    expect(heard(limited(seconds, header), /limits|refresh/)).toEqual([
      'limits.shape pass',
      'refresh.rate-limited-rest pass',
    ]);
  });

  it.each<[string, Line]>([
    ['no header', limited(3)],
    ['a date in the header', limited(3, 'Wed, 21 Oct 2026 07:28:00 GMT')],
    ['two meanings', limited(3, '9')],
    ['no number in the data', limited('3', '3')],
  ])('is broken by %s', (_, each) => {
    expect(heard(each, /limits|refresh/)).toEqual(['limits.shape fail', 'refresh.rate-limited-rest fail']);
  });

  it('of the ticket endpoint follows the same rules', () => {
    expect(heard(limited(3, undefined, 'ticket.create'), /limits/)).toEqual([
      'limits.shape fail',
      'limits.ticket-endpoint fail',
    ]);
  });

  it('over WebSocket carries the delay in its data', () => {
    const over = (data: object): Line =>
      line(refused('RATE_LIMITED', data), { channel: 'ws', connection: 'c', what: 'device.state.get' });
    expect(heard(over({ retryAfterSeconds: 1 }), /refresh/)).toEqual(['refresh.rate-limited-websocket pass']);
    expect(heard(over({}), /refresh/)).toEqual(['refresh.rate-limited-websocket fail']);
  });
});
