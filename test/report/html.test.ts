import { describe, expect, test } from 'vitest';
import { buildModel, htmlReport } from '../../src/report/html/html.js';
import type { ReportModel } from '../../src/report/html/report-model.js';
import { check, context, everyVerdict, finding, run, sharedBudget } from './run-results.js';

/** The data of a report as its script reads them. */
function dataOf(page: string): ReportModel {
  const text = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  return JSON.parse(text) as ReportModel;
}

describe('the HTML report', () => {
  const page = htmlReport(run(everyVerdict), context);

  test('is the frame of the build with the data of the run in it, and nothing from elsewhere', () => {
    expect(dataOf(page)).toEqual(buildModel(run(everyVerdict), context));
    expect(page).not.toMatch(/<link|<img|@import|url\(|(?:src|href)=/i);
  });

  test('has every check and every rule, and each check that a rule names is there', () => {
    const { checks, rules } = dataOf(page);
    const ids = new Set(checks.map(({ id }) => id));
    expect(checks).toHaveLength(everyVerdict.length);
    expect(rules.length).toBeGreaterThan(100);
    const named = rules.flatMap((rule) => rule.checks.map(([id]) => id));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('keeps the trace of what is worth looking at, and of what passed only the verdict', () => {
    const { checks } = dataOf(htmlReport(run([sharedBudget, { ...sharedBudget, verdict: 'pass' }]), context));
    expect(checks.map(({ exchanges }) => exchanges?.length)).toEqual([2, undefined]);
    expect(checks.map(({ timeline }) => timeline?.lanes.length)).toEqual([2, undefined]);
  });

  test('draws the exchanges of a check in lanes, and marks the one that broke the rule', () => {
    const failed = dataOf(page).checks.find(({ id }) => id === 'refresh/shared-budget');
    const marks = failed?.timeline?.lanes.map(({ name, marks: all }) => [name, all[0]?.tone, all[0]?.tip]);
    expect(marks).toEqual([
      ['REST', 'good', '1: GET /svc/v1/devices/plant-0001, 200 SUCCESS, 40 to 80 ms'],
      ['WebSocket main', 'blamed', '2: device.state.get, SUCCESS, 120 to 160 ms'],
    ]);
  });

  test('cannot be broken out of by what a target answers', () => {
    const nasty = '</script><script>alert(1)</script><!-- $& $1 \u0000\u2028 ::error:: ##[x]"\'';
    const failed = check('a/"><b', {
      title: nasty,
      reason: nasty,
      verdict: 'fail',
      findings: [finding('envelope.code', { actual: nasty })],
    });
    const text = htmlReport(run([failed], { target: nasty }), context);
    expect(text.match(/<\/?script/g)).toHaveLength(2);
    expect(text).not.toContain('<!--');
    expect(dataOf(text).checks[0]?.findings[0]?.actual).toBe(nasty);
    expect(text).toContain('&#60;/script&#62;');
  });

  test('weighs little when all is well', () => {
    const checks = Array.from({ length: 250 }, (_, at) => ({
      ...sharedBudget,
      id: `refresh/${at}`,
      verdict: 'pass' as const,
      findings: [],
      rules: everyVerdict[0]?.rules ?? [],
    }));
    expect(htmlReport(run(checks), context).length).toBeLessThan(150_000);
  });

  test('shows no secret', () => {
    expect(page).not.toContain('eyJhbGciOi');
  });
});
