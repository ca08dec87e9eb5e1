// A part of a whole, and failures that were known before: every report tells of both, and calls none of it a failure.
import { expect, test } from 'vitest';
import { buildModel } from '../../src/report/html/html.js';
import { githubAnnotations, githubSummary } from '../../src/report/github.js';
import { jsonReport } from '../../src/report/json.js';
import { jsonReportSchema } from '../../src/report/json-schema.js';
import { junitReport } from '../../src/report/junit.js';
import { sarifReport } from '../../src/report/sarif.js';
import { terminalReport } from '../../src/report/terminal/terminal.js';
import { check, context, everyVerdict, finding, run } from './run-results.js';

const result = run(
  [
    check('ws/ping', { verdict: 'known', findings: [finding('ws.ping', { verdict: 'known' })] }),
    check('auth/token'),
  ],
  {
    shard: { index: 2, count: 4, checks: 9 },
    baseline: { known: 1, gone: [{ check: 'auth/token', rule: 'auth.token-issued' }], unseen: 3 },
  },
);
const SHARD = 'shard 2 of 4: 2 of 9 checks';
const BASELINE =
  '1 known failure found again; 1 gone away: auth/token (auth.token-issued); --write-baseline takes them out of the ' +
  'baseline; 3 not looked at in this run';

test('for people: the terminal, the summary of a step and the page', () => {
  const text = terminalReport(result, context, { width: 400 });
  expect(text).toContain('· shard 2 of 4');
  expect(text).toContain(`Shard    2 of 4: 2 of 9 checks\n`);
  expect(text).toContain(`Known    ${BASELINE}\n`);
  expect(text).toContain('known  ws.ping');
  expect(text).toContain(
    'No stated rule was broken in what was checked. 1 check failed as the baseline says.',
  );
  const summary = githubSummary(result, context);
  expect(summary).toContain(SHARD);
  expect(summary).toContain(`baseline: ${BASELINE}`);
  expect(githubAnnotations(result, context)).toBe('');
  const model = buildModel(result, context);
  expect(model.facts).toContainEqual(['shard', '2 of 4: 2 of 9 checks']);
  expect(model.notes).toContain(`Baseline: ${BASELINE}`);
});

test('for programs: JSON, JUnit and SARIF', () => {
  const json = jsonReportSchema.parse(JSON.parse(jsonReport(result, context)));
  expect(json).toMatchObject({
    conclusion: 'passed',
    shard: { index: 2, count: 4, checks: 9 },
    baseline: { known: 1, unseen: 3 },
    checks: [{ verdict: 'known' }, { verdict: 'pass' }],
  });
  const junit = junitReport(result, context);
  expect(junit).toContain('<property name="shard" value="2/4"/>');
  expect(junit).toContain('<skipped message="known failure, named by the baseline: ws.ping');
  expect(junit).toContain('failures="0"');
  const { runs } = JSON.parse(sarifReport(result, context)) as { runs: unknown[] };
  expect(runs).toMatchObject([
    {
      automationDetails: { id: 'conform/shard-2-of-4/' },
      results: [{ level: 'note', baselineState: 'unchanged', suppressions: [{ kind: 'external' }] }],
    },
  ]);
});

test('of hundreds of checks that were never begun, the terminal says why once', () => {
  const never = Array.from({ length: 200 }, (_, at) =>
    check(`a/${at}`, { verdict: 'inconclusive', attempts: 0, reason: 'not begun: interrupted' }),
  );
  const text = terminalReport(run(never, { cutShort: 'interrupted' }), context);
  expect(text).toMatch(/inconclusive {2}200 checks\n +why +not begun: interrupted/);
  expect(text.split('\n').length).toBeLessThan(30);
});

test.each([60, 80, 120])('no line of the report for the terminal is longer than %d columns', (width) => {
  const whole = { ...result, checks: [...everyVerdict, ...result.checks] };
  const text = terminalReport(whole, context, { width });
  // What is there to be copied stays whole, and so do names.
  const isToCopy = (line: string): boolean => /conform run|curl|^ *\S+$/.test(line);
  const long = text.split('\n').filter((line) => line.length > width && !isToCopy(line));
  expect(long).toEqual([]);
});
