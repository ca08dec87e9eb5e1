// A token that a client asked for, and that is told to be another client's.
import { expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { type Line, ok, traceOf } from './traces.js';

test('a token told to be for another client breaks auth.token-shape', () => {
  const login = (from: number, client: string, told: string): Line => ({
    ...{ from, to: from + 10, what: 'token.create', client },
    body: ok({ accessToken: 'x', clientId: told }),
  });
  const rulesOf = (...lines: readonly Line[]) =>
    judge(traceOf(lines), { strict: false, dropped: 0, ofTraffic: true })
      .filter(({ where }) => where === 'invariant token-of-another')
      .map(({ rule }) => rule);
  expect(rulesOf(login(0, 'a', 'a'), login(20, 'b', 'a'))).toEqual(['auth.token-shape']);
  expect(rulesOf(login(0, 'a', 'a'), login(20, 'b', 'b'))).toEqual([]);
  // The name of nobody else: it may be the same one in other letters.
  expect(rulesOf(login(0, 'a', 'A'), login(20, 'b', 'client b'))).toEqual([]);
});
