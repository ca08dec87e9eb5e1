import { describe, expect, test } from 'vitest';
import { sarifReport } from '../../src/report/sarif.js';
import { check, context, everyVerdict, finding, run } from './run-results.js';

const sarif = (...args: Parameters<typeof sarifReport>) => JSON.parse(sarifReport(...args)).runs[0];

describe('the SARIF report', () => {
  test('has what the format requires: version, a driver with a name, a message in each result', () => {
    const text = sarifReport(run(everyVerdict), context);
    expect(JSON.parse(text)).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'conform' } } }],
    });
    const { results, tool, invocations } = JSON.parse(text).runs[0];
    expect(invocations[0].executionSuccessful).toEqual(expect.any(Boolean));
    expect(results.length).toBeGreaterThan(1);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(message.text).toContain('expected');
      expect(locations[0].physicalLocation.region.startLine).toBeGreaterThan(0);
    }
  });

  test('stands at the scenario of the user, else at the profile of the target, else at the scenario', () => {
    const uri = (more: object) =>
      sarif(run(everyVerdict), { ...context, ...more }).results[0].locations[0].physicalLocation
        .artifactLocation.uri;
    expect(uri({ ownFiles: ['scenarios/refresh/shared-budget.yaml'] })).toBe(
      'scenarios/refresh/shared-budget.yaml',
    );
    expect(uri({})).toBe('targets/lab%20bench.yaml');
    expect(uri({ repeatArguments: ['--target', 'http://127.0.0.1:7070'] })).toContain('scenarios/refresh');
  });

  test('has a fingerprint of its own for each result, and the same one in the next run', () => {
    const twice = check('a/b', {
      verdict: 'fail',
      findings: [finding('envelope.code'), finding('envelope.code')],
    });
    const of = (checks: Parameters<typeof run>[0]) =>
      sarif(run(checks), context).results.map(
        (each: { partialFingerprints: object }) => each.partialFingerprints,
      );
    const [first, second] = of([twice]);
    expect(first).not.toEqual(second);
    expect(of([...everyVerdict, twice])).toEqual(expect.arrayContaining([first, second]));
  });

  test('suppresses what is waived, and leaves out what passed', () => {
    const some = check('a/b', {
      verdict: 'waived',
      findings: [
        finding('envelope.code', { verdict: 'waived' }),
        finding('envelope.code', { verdict: 'pass' }),
      ],
    });
    const { results } = sarif(run([some]), context);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ level: 'note', suppressions: [{ kind: 'external' }] });
  });
});
