// The envelope and its statuses.
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
