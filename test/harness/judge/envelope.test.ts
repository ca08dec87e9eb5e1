// The envelope, its statuses and the delays that refusals announce.
import { describe, expect, it } from 'vitest';
import { hear, type Line, ok, refused, traceOf } from './traces.js';

const line = (body: unknown, more: Partial<Line> = {}): Line => ({
  from: 0,
  to: 10,
  what: 'devices.list',
  body,
  ...more,
});
const heard = (each: Line, rules: RegExp): readonly string[] => hear(traceOf([each]), rules).verdicts;

describe('the envelope', () => {
  it('holds for a right success and a right refusal', () => {
    expect(heard(line(ok({ devices: [] })), /^envelope/)).toEqual([
      'envelope.json pass',
      'envelope.code pass',
      'envelope.message pass',
      'envelope.data pass',
      'envelope.status-code-pairs pass',
    ]);
    expect(heard(line(refused('AUTH_INVALID'), { status: 401 }), /request-id/)).toEqual([
      'envelope.error-request-id pass',
    ]);
  });

  it.each<[string, Line, string]>([
    ['HTML', line('<html>', { status: 404 }), 'envelope.json fail'],
    ['a list', line([]), 'envelope.json fail'],
    ['no code', line({ message: 'OK' }), 'envelope.code fail'],
    [
      'a message other than OK on success',
      line({ code: 'SUCCESS', message: 'Done' }),
      'envelope.message fail',
    ],
    [
      'no message on an error',
      line({ code: 'ODD', requestId: 'x' }, { status: 400 }),
      'envelope.message fail',
    ],
    ['a list as data', line({ ...ok(), data: [] }), 'envelope.data fail'],
    [
      'an error without requestId',
      line({ code: 'ODD', message: 'no' }, { status: 400 }),
      'envelope.error-request-id fail',
    ],
    [
      'AUTH_INVALID with 403',
      line(refused('AUTH_INVALID'), { status: 403 }),
      'envelope.status-code-pairs fail',
    ],
    ['SUCCESS with 201', line(ok(), { status: 201 }), 'envelope.status-code-pairs fail'],
    ['an error with 200', line(refused('ODD'), { status: 200 }), 'envelope.status-code-pairs fail'],
  ])('is broken by %s', (_, each, verdict) => {
    expect(heard(each, /^envelope/)).toContain(verdict);
  });

  it('leaves open what the interface leaves open', () => {
    const fine = [
      line({ ...ok(), extra: 1, requestId: 'r' }),
      line({ ...ok(), data: null }),
      line(refused('APP_DISABLED'), { status: 403 }),
      line(refused('TICKET_INVALID'), { status: 401 }),
      line('<html>bad gateway</html>', { status: 502 }),
      line('odd', { what: 'raw', status: 400 }),
    ];
    expect(fine.flatMap((each) => heard(each, /./)).filter((verdict) => verdict.endsWith('fail'))).toEqual(
      [],
    );
  });
});

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
