import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/contract/rules/catalogue.js';
import { reportByRule } from '../../src/report/by-rule.js';
import { check, finding, run } from './run-results.js';

function verdictOn(rule: string, ...checks: ReturnType<typeof check>[]): string | undefined {
  return reportByRule(run(checks)).find((report) => report.rule.id === rule)?.verdict;
}

const cites = { rules: ['busy.released'] } as const;

describe('the verdict on a rule', () => {
  test('is "not checked" for every rule of the service when nothing ran', () => {
    const reports = reportByRule(run([]));
    expect(reports).toHaveLength(RULES.filter((rule) => rule.side === 'service').length);
    expect(new Set(reports.map(({ verdict }) => verdict))).toEqual(new Set(['not checked']));
  });

  test('is a pass when a check that cites it passed', () => {
    expect(verdictOn('busy.released', check('a', cites))).toBe('pass');
  });

  test('is a failure when one check of many found it broken', () => {
    const broken = check('b', { ...cites, verdict: 'fail', findings: [finding('busy.released')] });
    expect(verdictOn('busy.released', check('a', cites), broken, check('c', cites))).toBe('fail');
  });

  test('is taken from a finding of a check that does not cite it', () => {
    const invariant = check('a', { verdict: 'fail', findings: [finding('envelope.code')] });
    expect(verdictOn('envelope.code', invariant)).toBe('fail');
  });

  test('is inconclusive rather than a pass when one of two checks could not decide', () => {
    const undecided = check('b', { ...cites, verdict: 'inconclusive', reason: 'no answer' });
    expect(verdictOn('busy.released', check('a', cites), undecided)).toBe('inconclusive');
  });

  test('is a pass when one check decided it and another was skipped', () => {
    const skipped = check('b', { ...cites, verdict: 'skipped', reason: 'no stimulus' });
    expect(verdictOn('busy.released', skipped, check('a', cites))).toBe('pass');
    expect(verdictOn('busy.released', skipped)).toBe('skipped');
  });

  test('is inconclusive when the only check broke off over another rule', () => {
    const brokeOff = check('a', { ...cites, verdict: 'fail', findings: [finding('envelope.code')] });
    expect(verdictOn('busy.released', brokeOff)).toBe('inconclusive');
  });
});
