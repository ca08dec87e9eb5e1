// What changed between two runs.
import { describe, expect, test } from 'vitest';
import {
  comparableReport,
  type ComparableReport,
  differenceOf,
  differenceText,
  trendOf,
} from '../../src/report/difference.js';
import { jsonReport } from '../../src/report/json.js';
import { type CheckResult, type RunResult, VERDICTS } from '../../src/harness/verdict/verdict.js';
import type { RuleVerdict } from '../../src/report/result-words.js';
import { check, context, everyVerdict, finding, run } from './run-results.js';

const report = (checks: readonly CheckResult[], more: Partial<RunResult> = {}): ComparableReport =>
  comparableReport.parse(JSON.parse(jsonReport(run(checks, more), context)));
const text = (before: ComparableReport, after: ComparableReport): string =>
  differenceText(differenceOf(before, after), { before, after });

const passing = everyVerdict.map((each) => check(each.id, { rules: each.rules }));
const slow = (id: string, ms: number): CheckResult => check(id, { startedAt: 0, endedAt: ms });

describe('the difference of two reports', () => {
  test('is none between a report and itself', () => {
    const same = report(everyVerdict);
    expect(differenceOf(same, same)).toMatchObject({ checks: [], rules: [], slower: [], worse: false });
    expect(text(same, same)).toBe('No difference.\n');
  });

  test.each([...VERDICTS])('is read from a report with a check that is %s', (verdict) => {
    const one = report([check('a/b', { verdict })]);
    expect(differenceOf(one, report([check('a/b', { verdict: 'fail' })])).worse).toBe(verdict !== 'fail');
  });

  test('names what got worse first', async () => {
    const before = report([...passing, check('old/one'), slow('slow/one', 400)]);
    const after = report([...everyVerdict, check('new/one'), slow('slow/one', 4000)], {
      seed: 43,
      cutShort: 'interrupted',
    });
    expect(differenceOf(before, after)).toMatchObject({
      worse: true,
      checks: [{ id: 'refresh/shared-budget', after: 'fail' }, { after: 'warn' }, {}, {}, {}, {}, {}],
      appeared: [{ id: 'new/one', verdict: 'pass' }],
      disappeared: [{ id: 'old/one', verdict: 'pass' }],
      slower: [{ id: 'slow/one', before: 400, after: 4000 }, { id: 'refresh/shared-budget' }],
    });
    await expect(text(before, after)).toMatchFileSnapshot('__snapshots__/difference-worse.txt');
  });

  test('does not call better what is no longer decided', async () => {
    const failing = check('a/b', { verdict: 'fail', findings: [finding('refresh.shared-budget')] });
    const before = report([failing, check('c/d', { verdict: 'warn' })]);
    const after = report([check('a/b', { verdict: 'skipped', reason: 'x' }), check('c/d')]);
    expect(differenceOf(before, after).worse).toBe(false);
    await expect(text(before, after)).toMatchFileSnapshot('__snapshots__/difference-better.txt');
  });

  test('is worse when a check that passed is gone, or a new one does not pass', () => {
    const one = report([check('a/b')]);
    const two = report([check('a/b'), check('c/d')]);
    const bad = report([check('a/b'), check('c/d', { verdict: 'fail' })]);
    expect(differenceOf(two, one).worse).toBe(true);
    expect(differenceOf(bad, one).worse).toBe(false);
    expect(differenceOf(one, two).worse).toBe(false);
    expect(differenceOf(one, bad).worse).toBe(true);
    expect(text(one, bad)).toContain('Worse: a check that passed is gone, or a new one did not pass.');
  });

  test.each<[number, number, boolean]>([
    [400, 1399, false],
    [400, 1400, true],
    [3000, 5999, false],
    [3000, 6000, true],
  ])('takes %s ms and then %s ms for much slower: %s', (before, after, much) => {
    const { slower, worse } = differenceOf(report([slow('a/b', before)]), report([slow('a/b', after)]));
    expect([slower.length, worse]).toEqual([much ? 1 : 0, false]);
  });

  test.each<[RuleVerdict, RuleVerdict, string]>([
    ['pass', 'fail', 'worse'],
    ['pass', 'skipped', 'worse'],
    ['pass', 'not checked', 'worse'],
    ['warn', 'fail', 'worse'],
    ['inconclusive', 'warn', 'worse'],
    ['fail', 'error', 'worse'],
    ['fail', 'warn', 'better'],
    ['skipped', 'pass', 'better'],
    ['fail', 'skipped', 'open'],
    ['skipped', 'inconclusive', 'open'],
  ])('takes %s and then %s for %s', (before, after, trend) => {
    expect(trendOf(before, after)).toBe(trend);
  });
});
