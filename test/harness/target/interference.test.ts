// What a right server may answer at any moment, and what is an answer to the request.
import { describe, expect, it } from 'vitest';
import type { CallOutcome, CallReply } from '../../../src/harness/target/call.js';
import {
  type InterferenceKind,
  interferenceIn,
  interferenceOf,
  INTERFERENCE_WORDS,
  mayComeFromOthers,
  retryAfterIn,
} from '../../../src/harness/target/interference.js';

const reply = (given: Partial<CallReply>): CallOutcome => ({
  kind: 'reply',
  reply: { headers: {}, code: '', message: '', data: undefined, mismatches: [], ...given },
});

describe('a reply', () => {
  it.each([
    [429, 'rate-limited'],
    [500, 'internal-error'],
    [502, 'internal-error'],
    [503, 'internal-error'],
    [504, 'internal-error'],
  ])('with status %i is interference without a code as well', (status, kind) => {
    expect(interferenceIn({ outcome: 'reply', status })?.kind).toBe(kind);
    expect(interferenceOf(reply({ status }))?.kind).toBe(kind);
  });

  it.each([200, 400, 401, 403, 404, 409, 422, 428, 430, 499, 501, 505])(
    'with status %i alone is an answer',
    (status) => expect(interferenceIn({ outcome: 'reply', status })).toBeUndefined(),
  );

  it.each([
    ['RATE_LIMITED', 'rate-limited'],
    ['DEVICE_BUSY', 'busy'],
    ['INTERNAL_ERROR', 'internal-error'],
  ])('with code %s is interference over WebSocket, where there is no status', (code, kind) => {
    expect(interferenceOf(reply({ code }))).toEqual({ kind });
  });

  it('is told by its code before its status', () => {
    expect(interferenceOf(reply({ code: 'DEVICE_BUSY', status: 429 }))?.kind).toBe('busy');
    expect(interferenceOf(reply({ code: 'DEVICE_OFFLINE', status: 503 }))?.kind).toBe('internal-error');
    expect(interferenceOf(reply({ code: 'DEVICE_OFFLINE', status: 409 }))).toBeUndefined();
  });

  it('says what delay was announced, in ms, and nothing where none was', () => {
    const limited = { code: 'RATE_LIMITED', status: 429 };
    expect(interferenceOf(reply({ ...limited, retryAfterSeconds: 1.5 }))).toEqual({
      kind: 'rate-limited',
      announced: 1500,
    });
    expect(interferenceOf(reply({ ...limited, retryAfterSeconds: 0 }))).toMatchObject({ announced: 0 });
    expect(interferenceOf(reply(limited))).toEqual({ kind: 'rate-limited' });
    expect(interferenceIn({ status: 503, retryAfterSeconds: '7' })).toEqual({ kind: 'internal-error' });
  });

  it('carries the announcement in its data', () => {
    expect(retryAfterIn({ retryAfterSeconds: 'soon' })).toBe('soon');
    expect([retryAfterIn({}), retryAfterIn(undefined), retryAfterIn([3])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a connection', () => {
  it.each(['cut', 'reset', 'refused', 'timeout'] as const)(
    'that gives no reply (%s) is interference',
    (reason) => expect(interferenceOf({ kind: 'broken', reason, detail: '' })).toEqual({ kind: 'broken' }),
  );

  it('that is ended where the harness reads no more is none that another try would change', () => {
    const outcome: CallOutcome = { kind: 'broken', reason: 'cut', cause: 'limit', detail: '' };
    expect(interferenceOf(outcome)).toEqual({ kind: 'unread' });
  });

  it.each([undefined, 200, 302, 399, 500, 503])('whose upgrade ends with %s is refused', (status) =>
    expect(interferenceIn({ outcome: 'refused', status })).toEqual({ kind: 'refused' }),
  );

  it.each([400, 401, 403, 428, 430, 499])('whose upgrade is denied with %i is answered', (status) =>
    expect(interferenceIn({ outcome: 'refused', status })).toBeUndefined(),
  );

  it('that opens is no interference', () => {
    expect(interferenceIn({ outcome: 'open' })).toBeUndefined();
  });
});

it('may come from others where it is a quota or a device that they use, too', () => {
  const kinds = Object.keys(INTERFERENCE_WORDS) as InterferenceKind[];
  expect(kinds.filter(mayComeFromOthers)).toEqual(['rate-limited', 'busy']);
});
