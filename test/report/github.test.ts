import { describe, expect, test } from 'vitest';
import { githubAnnotations, githubSummary } from '../../src/report/github.js';
import { check, context, everyVerdict, finding, run } from './run-results.js';

describe('annotations for GitHub', () => {
  test('point at the line of the scenario and say what was expected', () => {
    const own = { ownFiles: ['scenarios/refresh/shared-budget.yaml'] };
    const lines = githubAnnotations(run(everyVerdict), own).split('\n');
    expect(lines[0]).toBe(
      '::error file=scenarios/refresh/shared-budget.yaml,line=21,title=refresh.shared-budget::' +
        'refresh/shared-budget, refresh plant via main: expected code RATE_LIMITED, got code SUCCESS',
    );
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(2);
  });

  test('name no file that is not in the repository of the user', () => {
    const text = githubAnnotations(run(everyVerdict), context);
    expect(text).not.toContain('file=');
    expect(text).toContain('::error title=refresh.shared-budget::refresh/shared-budget');
  });

  test('tell failures before what could not be decided', () => {
    const doubtful = check('a/doubtful', { verdict: 'inconclusive', reason: 'x' });
    const failed = check('b/failed', { verdict: 'fail', findings: [finding('envelope.code')] });
    const lines = githubAnnotations(run([doubtful, failed]), context).split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['::error', '::warning', '']);
  });

  test('cannot be broken out of by what a target answers', () => {
    const nasty = check('a/b', {
      verdict: 'fail',
      place: { file: 'a,b:c.yaml', line: 1 },
      findings: [finding('envelope.code', { actual: '100%\n::set-output name=x::y' })],
    });
    const text = githubAnnotations(run([nasty]), { ownFiles: ['a,b:c.yaml'] });
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).toContain('file=a%2Cb%3Ac.yaml');
    expect(text).toContain('100%25%0A::set-output');
  });

  test('stay within what GitHub shows', () => {
    const many = Array.from({ length: 90 }, (_, at) => check(`a/${at}`, { verdict: 'error', reason: 'x' }));
    expect(githubAnnotations(run(many), context).trimEnd().split('\n')).toHaveLength(30);
  });
});

describe('the step summary for GitHub', () => {
  test('names each rule that did not hold, and how to see it again', async () => {
    await expect(githubSummary(run(everyVerdict), context)).toMatchFileSnapshot(
      '__snapshots__/step-summary.txt',
    );
  });

  test('has failures above what could not be decided, and shows names as they are', () => {
    const doubtful = check('a/in_doubt', {
      verdict: 'inconclusive',
      findings: [finding('auth.missing', { verdict: 'inconclusive' })],
    });
    const failed = check('b/_failed_', { verdict: 'fail', findings: [finding('version.in-path')] });
    const text = githubSummary(run([doubtful, failed], { target: 'lab_bench _one_' }), context);
    expect(text.indexOf('| fail |')).toBeLessThan(text.indexOf('| inconclusive |'));
    expect(text).not.toContain('&#95;');
    expect(text).toContain('lab_bench \\_one\\_');
    expect(text).toContain('a/in_doubt');
  });

  test('of a run without a problem has no table', () => {
    const text = githubSummary(run([check('a/b')]), context);
    expect(text).toContain('## conform: No stated rule was broken');
    expect(text).not.toContain('|');
  });
});
