// Findings of the attempt that decided, for each rule that it speaks of.
import { expect, it } from 'vitest';
import { findingsOf } from '../../../../src/harness/scenario/engine/run-check.js';
import { worstOf } from '../../../../src/harness/verdict/verdict.js';
import type { StepObservation } from '../../../../src/harness/scenario/engine/notes.js';

const seen = (more: Partial<StepObservation> = {}): StepObservation => ({
  result: 'deviated',
  rules: ['ws.ping', 'devices.unknown'],
  where: 'line 7: ping',
  expected: 'SUCCESS',
  actual: 'ODD',
  exchanges: [1],
  insist: [],
  confirm: false,
  ...more,
});
const verdicts = (...args: Parameters<typeof findingsOf>): readonly string[] =>
  findingsOf(...args).map(({ rule, verdict }) => `${rule} ${verdict}`);

it('a breach fails a stated rule, and warns for a derived one unless the run is strict', () => {
  const decided = { decision: { kind: 'fail' }, attempts: 1, strict: false, lost: [] } as const;
  expect(verdicts([seen()], decided)).toEqual(['ws.ping fail', 'devices.unknown warn']);
  expect(verdicts([seen()], { ...decided, strict: true })).toEqual(['ws.ping fail', 'devices.unknown fail']);
});

it('what held passes, and what could not be decided is inconclusive', () => {
  const open = {
    decision: { kind: 'inconclusive', reason: 'x' },
    attempts: 3,
    strict: false,
    lost: [],
  } as const;
  expect(verdicts([seen({ result: 'held', rules: ['ws.ping'] })], open)).toEqual(['ws.ping pass']);
  expect(verdicts([seen({ rules: ['ws.ping'] })], open)).toEqual(['ws.ping inconclusive']);
});

it('interference that counts says in how many attempts it came', () => {
  const decided = { decision: { kind: 'fail' }, attempts: 3, strict: false, lost: [] } as const;
  const [finding] = findingsOf([seen({ result: 'spoiled', actual: '500' })], decided);
  expect(finding?.actual).toBe('500, in each of 3 attempts');
});

it('the worst verdict is the one that a check gets', () => {
  expect(worstOf(['pass', 'fail', 'inconclusive'])).toBe('fail');
  expect(worstOf(['pass', 'inconclusive'])).toBe('inconclusive');
  expect(worstOf([])).toBeUndefined();
});
