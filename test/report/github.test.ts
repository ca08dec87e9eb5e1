import { describe, expect, test } from 'vitest';
import { githubAnnotations, githubSummary } from '../../src/report/github.js';
import { check, context, everyVerdict, finding, run } from './run-results.js';

describe('annotations for GitHub', () => {
  test('point at the line of the scenario and say what was expected', () => {
    const lines = githubAnnotations(run(everyVerdict)).split('\n');
    expect(lines[0]).toBe(
      '::error file=scenarios/refresh/shared-budget.yaml,line=21,title=refresh.shared-budget::' +
        'refresh/shared-budget, refresh plant via main: expected code RATE_LIMITED, got code SUCCESS',
    );
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(2);
  });

  test('cannot be broken out of by what a target answers', () => {
    const nasty = check('a/b', {
      verdict: 'fail',
      place: { file: 'a,b:c.yaml', line: 1 },
      findings: [finding('envelope.code', { actual: '100%\n::set-output name=x::y' })],
    });
    const text = githubAnnotations(run([nasty]));
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).toContain('file=a%2Cb%3Ac.yaml');
    expect(text).toContain('100%25%0A::set-output');
  });

  test('stay within what GitHub shows', () => {
    const many = Array.from({ length: 90 }, (_, at) => check(`a/${at}`, { verdict: 'error', reason: 'x' }));
    expect(githubAnnotations(run(many)).trimEnd().split('\n')).toHaveLength(30);
  });
});

describe('the step summary for GitHub', () => {
  test('names each rule that did not hold, and how to see it again', async () => {
    await expect(githubSummary(run(everyVerdict), context)).toMatchFileSnapshot(
      '__snapshots__/step-summary.txt',
    );
  });

  test('of a run without a problem has no table', () => {
    const text = githubSummary(run([check('a/b')]), context);
    expect(text).toContain('## conform: No stated rule was broken');
    expect(text).not.toContain('|');
  });
});
