// The pairs of HTTP status and code that the interface states.
import { expect, it } from 'vitest';
import { hear, ok, refused, traceOf } from './traces.js';

const verdicts = (body: object, status: number, what = 'devices.list'): readonly string[] =>
  hear(traceOf([{ from: 0, to: 5, what, body, status }]), /status-code-pairs/).verdicts;

it.each([
  ['AUTH_INVALID', 401],
  ['AUTH_SCOPE_DENIED', 403],
  ['DEVICE_BUSY', 409],
  ['RATE_LIMITED', 429],
  ['INTERNAL_ERROR', 500],
])('%s comes with %s and with no other status', (code, status) => {
  expect(verdicts(refused(code), status)).toEqual(['envelope.status-code-pairs pass']);
  expect(verdicts(refused(code), status + 1)).toEqual(['envelope.status-code-pairs fail']);
});

it('a success comes with 200, and a refusal of another code with anything else', () => {
  expect(verdicts(ok(), 200)).toEqual(['envelope.status-code-pairs pass']);
  expect(verdicts(refused('APP_DISABLED'), 418)).toEqual(['envelope.status-code-pairs pass']);
  expect(verdicts(refused('APP_DISABLED'), 200)).toEqual(['envelope.status-code-pairs fail']);
});

it('the answer to malformed input is not judged', () => {
  expect(verdicts(refused('DEVICE_BUSY'), 400, 'raw')).toEqual([]);
});
