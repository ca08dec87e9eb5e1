// Random programs on the command line: enough of them to be run on several threads.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conform, start } from './bin.js';

interface Report {
  readonly programs: { readonly programs: number };
  readonly checks: readonly { readonly id: string; readonly verdict: string }[];
}

describe('conform run properties/*', () => {
  test('runs all programs that were asked for, on threads of their own', async () => {
    const { code, stdout, stderr } = await conform(
      ...['run', 'properties/*', '--runs', '301', '--defect', 'budget-missing', '--report', 'json=-'],
    );
    expect(stderr).not.toContain('error');
    const report = JSON.parse(stdout) as Report;
    expect(report.programs.programs).toBe(301);
    expect(report.checks.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(0);
    expect(code).toBe(1);
  });

  test('ends its threads at Ctrl-C, and tells what they have come to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'conform-'));
    const what = ['run', '--soak', '1h', '--defect', 'budget-missing'];
    const kept = ['--save-counterexamples', folder, '--report', 'json=-'];
    const running = start([...what, ...kept]);
    await running.printed('stderr', /refresh\.min-interval broken/);
    running.kill('SIGINT');
    const { stdout, stderr } = await running.ended;
    expect(stderr).toContain('SIGINT: ending the run');
    expect((JSON.parse(stdout) as Report).checks.length).toBeGreaterThan(0);
  });
});
