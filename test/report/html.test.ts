import { describe, expect, test } from 'vitest';
import { buildModel, htmlReport, type ReportModel } from '../../src/report/html/html.js';
import { markupOf } from '../../src/report/html/picture.js';
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
    const { checks } = dataOf(
      htmlReport(run([sharedBudget, { ...sharedBudget, verdict: 'pass', findings: [] }]), context),
    );
    expect(checks.map(({ exchanges }) => exchanges?.length)).toEqual([2, undefined]);
    expect(checks.map(({ findings }) => findings[0]?.witness?.extent)).toEqual(['2 of 2 in all', undefined]);
  });

  test('draws the witness in lanes, marks the exchange that broke the rule, and needs no script for that', () => {
    const failed = dataOf(page).checks.find(({ id }) => id === 'refresh/shared-budget');
    const [proven] = failed?.findings ?? [];
    const drawn = proven?.witness?.picture;
    const picture = drawn ? markupOf(drawn) : '';
    expect(picture).toContain('<title>1: GET /svc/v1/devices/plant-0001, 200 SUCCESS, 0 to 40 ms</title>');
    expect(picture.match(/<text class="lane"[^>]*>[^<]*/g)?.map((each) => each.replace(/.*>/, ''))).toEqual([
      'REST',
      'WebSocket main',
    ]);
    expect(picture.match(/<rect class="blamed"/g)).toHaveLength(1);
    expect(failed?.picture).toBeUndefined();
    const noscript = page.slice(page.indexOf('<noscript>'));
    expect(noscript).toContain(picture);
    expect(noscript).toContain('A refresh of a device is legal from 3,000 ms');
  });

  test('draws all that happened in a check where nothing has a witness', () => {
    const undecided = { ...sharedBudget, verdict: 'inconclusive', findings: [] } as const;
    const [shown] = dataOf(htmlReport(run([undecided]), context)).checks;
    expect(shown?.picture && markupOf(shown.picture)).toMatch(/^<svg .*device.*<\/svg>$/s);
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
