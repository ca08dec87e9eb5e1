// A baseline: what is known fails nothing and is shown, what is new fails, what went away is told.
import { expect, test } from 'vitest';
import { baselineOutcome, baselineProblems, renewed, withKnown } from '../../../src/harness/run/baseline.js';
import type { CheckResult, Finding } from '../../../src/harness/verdict/verdict.js';
import { check, finding } from '../../report/run-results.js';

const KNOWN = [{ check: 'ws/ping', rule: 'ws.ping' }];

function failed(...rules: readonly Finding['rule'][]): CheckResult {
  return check('ws/ping', { verdict: 'fail', findings: rules.map((rule) => finding(rule)) });
}

test('a known failure is called known, and so is a check that found nothing else', () => {
  expect(withKnown(failed('ws.ping'), KNOWN)).toMatchObject({
    verdict: 'known',
    findings: [{ verdict: 'known' }],
  });
});

test('a new failure of the same check, and the same rule in another check, fail', () => {
  expect(withKnown(failed('ws.ping', 'envelope.json'), KNOWN)).toMatchObject({
    verdict: 'fail',
    findings: [{ verdict: 'known' }, { verdict: 'fail' }],
  });
  const other = { ...failed('ws.ping'), id: 'ws/other' };
  expect(withKnown(other, KNOWN)).toBe(other);
});

test('what is no failure stays what it is', () => {
  const warned = check('ws/ping', { verdict: 'warn', findings: [finding('ws.ping', { verdict: 'warn' })] });
  expect(withKnown(warned, KNOWN)).toBe(warned);
  expect(withKnown(warned, undefined)).toBe(warned);
});

test('a known failure has gone when its check passed, and not when it did not come so far', () => {
  const outcomeOf = (...checks: CheckResult[]) => baselineOutcome(checks, KNOWN);
  expect(outcomeOf(check('ws/ping'))).toEqual({ known: 0, gone: KNOWN, unseen: 0 });
  expect(outcomeOf(withKnown(failed('ws.ping'), KNOWN))).toEqual({ known: 1, gone: [], unseen: 0 });
  const unseen = { known: 0, gone: [], unseen: 1 };
  expect(outcomeOf()).toEqual(unseen);
  expect(outcomeOf(check('ws/ping', { verdict: 'inconclusive' }))).toEqual(unseen);
  expect(outcomeOf(failed('envelope.json'))).toEqual(unseen);
});

test('a baseline that is written anew keeps what the run did not look at, and loses what went away', () => {
  const before = [...KNOWN, { check: 'auth/token', rule: 'auth.token-issued' }];
  const now = { ...failed('envelope.json'), id: 'a/new' };
  expect(renewed(before, [check('ws/ping'), now])).toEqual([
    { check: 'a/new', rule: 'envelope.json' },
    { check: 'auth/token', rule: 'auth.token-issued' },
  ]);
});

const DAY = Date.parse('2026-06-01T12:00:00Z');

test('an entry whose rule holds by now is a problem, one that was not looked at is none', () => {
  const problemsOf = (...checks: CheckResult[]) => baselineProblems(checks, { baseline: KNOWN }, DAY);
  expect(problemsOf(check('ws/ping'))).toEqual([
    'the baseline names a failure of ws.ping in ws/ping, and the rule holds there: remove the entry',
  ]);
  expect(problemsOf(withKnown(failed('ws.ping'), KNOWN))).toEqual([]);
  expect(problemsOf()).toEqual([]);
  const renewing = { baseline: KNOWN, renewsBaseline: true };
  expect(baselineProblems([check('ws/ping')], renewing, DAY)).toEqual([]);
  expect(problemsOf(check('ws/ping', { area: 'properties' }))).toEqual([]);
});

test('an entry that has expired is a problem, and names no known failure any more', () => {
  const expired = [{ ...KNOWN[0]!, until: '2026-05-01' }];
  const late = { ...failed('ws.ping'), startedAt: DAY };
  expect(withKnown(late, expired)).toBe(late);
  expect(baselineProblems([late], { baseline: expired }, DAY)).toEqual([
    'the entry of the baseline for ws.ping in ws/ping expired on 2026-05-01',
  ]);
  const standing = [{ ...KNOWN[0]!, until: '2026-06-01' }];
  expect(withKnown(late, standing)).toMatchObject({ verdict: 'known' });
  expect(baselineProblems([withKnown(late, standing)], { baseline: standing }, DAY)).toEqual([]);
  expect(renewed(standing, [failed('ws.ping')])).toEqual(standing);
});
