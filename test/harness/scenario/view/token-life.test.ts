// What scenarios see of the life of a token: how sure its end is follows from the unit in which the target tells it.
import { expect, test } from 'vitest';
import { replyView } from '../../../../src/harness/scenario/view/views.js';
import type { Exchange } from '../../../../src/harness/target/call.js';

/** @param expiresIn in seconds. */
function endOf(expiresIn: number, lifetimeUnit: number): unknown {
  const data = { accessToken: 'token', expiresIn };
  const reply = { status: 200, code: 'SUCCESS', message: '', data, headers: {}, mismatches: [] };
  const exchange = { sentAt: 0, answeredAt: 0, outcome: { kind: 'reply', reply } };
  return replyView(exchange as unknown as Exchange, undefined, undefined, lifetimeUnit)['expiresAt'];
}

test.each([
  ['a second', 24, 1, 25_000],
  ['a minute, where it is told in minutes', 60, 60, 120_000],
  ['a second, where a part of a minute is told', 24, 60, 25_000],
])('the end of a token is sure within %s', (_, expiresIn, unit, end) => {
  expect(endOf(expiresIn, unit)).toBe(end);
});
