// What each matcher takes and refuses, and how it reads.
import { describe as group, expect, it } from 'vitest';
import { checkMatcher, match, matcherWords } from '../../../src/harness/scenario/matcher.js';

const ok = (matcher: unknown, actual: unknown): boolean => match(matcher, actual).length === 0;

group('a matcher', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['a literal text', 'on', 'on', 'off'],
    ['a literal number', 3, 3, '3'],
    ['null', null, null, undefined],
    ['a list, element by element', [1, { a: 1 }], [1, { a: 1, b: 2 }], [1]],
    ['some fields of an object', { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, { a: {} }],
    ['an object without expectations', {}, { a: 1 }, 'text'],
    ['type string', { type: 'string' }, 'a', 1],
    ['type integer', { type: 'integer' }, 2, 2.5],
    ['type array', { type: 'array' }, [], {}],
    ['type object', { type: 'object' }, {}, []],
    ['oneOf', { oneOf: ['a', { type: 'number' }] }, 7, 'b'],
    ['atLeast', { atLeast: 2 }, 2, 1.9],
    ['atMost', { atMost: 2 }, 2, 2.1],
    ['above', { above: 2 }, 2.1, 2],
    ['below', { below: 2 }, 1.9, 2],
    ['a range', { atLeast: 1, atMost: 3 }, 2, 4],
    ['a duration as a bound', { atMost: '3s' }, 3000, 3001],
    ['a number in a header', { atLeast: 1 }, '2', '0'],
    ['matches', { matches: '^[0-9]+$' }, '12', '1a'],
    ['absent: true', { absent: true }, undefined, null],
    ['absent: false', { absent: false }, null, undefined],
    ['each', { each: { type: 'number' } }, [1, 2], [1, 'b']],
    ['contains', { contains: { a: 1 } }, [{ a: 2 }, { a: 1, b: 1 }], [{ a: 2 }]],
    ['contains several', { contains: [1, 2] }, [2, 3, 1], [1, 3]],
    ['count', { count: { of: 'x', is: { atLeast: 2 } } }, ['x', 'y', 'x'], ['x', 'y']],
    ['not', { not: 'SUCCESS' }, 'ODD', 'SUCCESS'],
    ['length', { length: 2 }, ['a', 'b'], ['a']],
    ['equals', { equals: { a: [1] } }, { a: [1] }, { a: [1], b: 2 }],
    [
      'fields of which the name is a keyword',
      { fields: { type: 'reply' } },
      { type: 'reply' },
      { type: 'event' },
    ],
  ])('takes %s', (_, matcher, right, wrong) => {
    expect(checkMatcher(matcher)).toEqual([]);
    expect([ok(matcher, right), ok(matcher, wrong)]).toEqual([true, false]);
  });

  it('says where it did not match, and what was there', () => {
    expect(
      match(
        { command: { status: 'succeeded', params: { relays: { length: 2 } } } },
        { command: { status: 'failed', params: { relays: [] } } },
      ),
    ).toEqual([
      { path: 'command.status', expected: 'succeeded', actual: 'failed' },
      { path: 'command.params.relays', expected: 'of length 2', actual: '[]' },
    ]);
  });

  it('names the element that a list must not have, and the part in which long texts differ', () => {
    expect(match({ list: { not: { contains: { id: 2 } } } }, { list: [{ id: 1 }, { id: 2, a: 3 }] })).toEqual(
      [{ path: 'list.1', expected: 'not { id: 2 }', actual: '{ id: 2, a: 3 }' }],
    );
    const [found] = match('ab'.repeat(40), 'ab'.repeat(30));
    expect(found?.actual).toBe('"…abababab" (60 characters, the same up to 60)');
  });

  it('reads as words', () => {
    expect(matcherWords({ code: 'RATE_LIMITED', retryAfterSeconds: { atLeast: 0, atMost: 9 } })).toBe(
      '{ code: RATE_LIMITED, retryAfterSeconds: at least 0 and at most 9 }',
    );
    expect(matcherWords({ count: { of: 'DEVICE_BUSY', is: { atLeast: 1 } } })).toBe(
      'DEVICE_BUSY occurring at least 1 times',
    );
  });

  it.each<[unknown, string]>([
    [{ type: 'strnig' }, 'type: expected one of'],
    [{ oneOf: 'a' }, 'oneOf: expected a list'],
    [{ atLeast: 'soon' }, 'atLeast: expected a number'],
    [{ matches: '(' }, 'matches: Invalid regular expression'],
    [{ count: { of: 1 } }, 'count: expected { of'],
    [{ atLeast: 1, atMots: 3 }, 'unknown matcher "atMots"'],
    [{ each: { contains: { type: 'nmber' } } }, 'type: expected one of'],
  ])('complains about %j', (matcher, message) => {
    const problems = checkMatcher(matcher);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(message);
  });
});
