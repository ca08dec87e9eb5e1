import { describe, expect, it } from 'vitest';
import {
  OPEN_ERROR_CODES,
  STATED_ERROR_CODES,
  STATUS_OF_CODE,
  SUCCESS,
} from '../../src/contract/error-codes.js';
import { ruleById } from '../../src/contract/rules/catalogue.js';

const stated = Object.entries(STATED_ERROR_CODES);
const open = Object.entries(OPEN_ERROR_CODES);

describe('the error codes', () => {
  it('have the statuses that STATUS_OF_CODE pairs them with', () => {
    const pairs = stated.flatMap(([code, { status }]) => (status === undefined ? [] : [[code, status]]));
    expect(STATUS_OF_CODE).toEqual({ [SUCCESS]: 200, ...Object.fromEntries(pairs) });
  });

  it('are paired as the rule about them says', () => {
    const { sentence } = ruleById('envelope.status-code-pairs');
    const named = [...sentence.matchAll(/([A-Z_]{2,}) (?:comes )?with (\d+)/g)].map(([, code, status]) => [
      code,
      Number(status),
    ]);
    expect(Object.fromEntries(named)).toEqual(STATUS_OF_CODE);
  });

  it('of our own are not those of the interface', () => {
    expect(open.filter(([code]) => code in STATUS_OF_CODE || code in STATED_ERROR_CODES)).toEqual([]);
  });

  it('of our own come with the statuses that the interface names for refusals', () => {
    const named = [400, 401, 403, 404, 409, 422];
    expect(open.filter(([, { status }]) => !named.includes(status))).toEqual([]);
  });

  it('may be tried again after a busy device, a rate limit and a failure only', () => {
    const retryable = [...stated, ...open].filter(([, facts]) => facts.retryable).map(([code]) => code);
    expect(retryable).toEqual(['DEVICE_BUSY', 'RATE_LIMITED', 'INTERNAL_ERROR']);
  });

  it('are written in capitals', () => {
    expect([...stated, ...open].filter(([code]) => !/^[A-Z]+(_[A-Z]+)*$/.test(code))).toEqual([]);
  });
});
