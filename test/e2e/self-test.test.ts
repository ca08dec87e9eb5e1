import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KillMatrix } from '../../src/lab/self-test/trial.js';
import { conform, start } from './bin.js';

describe('conform self-test', () => {
  test('tries defects and variants on threads of its own, and ends with 0 when the gate holds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'conform-'));
    const page = join(folder, 'matrix.md');
    const { code, stdout, stderr } = await conform(
      ...['self-test', '--only', 'usual', '--only', 'budget-missing', '--only', 'header-case+early-events'],
      ...['--jobs', '2', '--report', 'json=-', '--report', `markdown=${page}`],
    );
    expect(stderr).toBe('');
    const matrix = JSON.parse(stdout) as KillMatrix;
    expect(matrix.defects.map(({ id, rule }) => [id, rule])).toEqual([
      ['budget-missing', 'refresh.min-interval'],
    ]);
    expect(matrix.defects[0]?.killers).toContain('refresh/min-interval:rest');
    expect(matrix.right.map(({ id, red }) => [id, red])).toEqual([
      ['usual', []],
      ['header-case+early-events', []],
    ]);
    expect(await readFile(page, 'utf8')).toContain(
      '| defects caught by a check that cites their rule | 1 of 1 |',
    );
    expect(code).toBe(0);
  });

  test('shows the matrix, and a line for each trial when asked to', async () => {
    const { code, stdout, stderr } = await conform('self-test', '--only', 'ping-unanswered', '--verbose');
    expect(stderr).toMatch(/^defect {2}ping-unanswered: \d+ passed, \d+ red, \d+ inconclusive\n$/);
    expect(stdout).toMatch(/ws\.ping +ping-unanswered +target\/answers/);
    expect(stdout).toContain('1/1 defects caught by a check that cites their rule');
    expect(code).toBe(0);
  });

  test('ends at Ctrl-C with what is known so far, undecided', async () => {
    const running = start(['self-test', '--verbose', '--jobs', '1']);
    await running.printed('stderr', /usual: /);
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect(stderr).toContain('SIGINT: ending the self-test');
    expect(stdout).toContain('1/1 the usual service without a false alarm');
    expect(stdout).toMatch(/seed 1, \d+ trials left out/);
    expect(code).toBe(4);
  });
});

describe('variants on the command line', () => {
  test('make the simulator of a run different, over sockets, too', async () => {
    const names = ['keep-alive-off', 'header-case', 'odd-identifiers', 'fractional-delays', 'other-dialect'];
    const { code, stdout } = await conform(
      ...['run', 'refresh/shared-budget', 'commands/readable*', 'ws/state-get'],
      ...names.flatMap((name) => ['--variant', name]),
    );
    expect(stdout).toContain('No stated rule was broken in what was checked.');
    expect(code).toBe(0);
  });

  test('are told by conform serve', async () => {
    const running = start(['serve', '--port', '0', '--no-control', '--variant', 'long-budget']);
    const told = await running.printed('stdout', /variant {4}(.*)/);
    expect(told[1]).toBe('A device may be refreshed every five seconds.');
    running.kill('SIGTERM');
    await running.ended;
  });
});
