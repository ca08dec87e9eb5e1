import { describe, expect, test } from 'vitest';
import { conform, start } from './bin.js';

const COMMANDS = [
  ...[[], ['run'], ['serve'], ['list'], ['validate'], ['schema'], ['spec'], ['init'], ['judge'], ['diff']],
  ...[['device'], ['fault'], ['clock'], ['tail'], ['self-test']],
];

describe('the command line', () => {
  test.each(COMMANDS.map((command) => [command]))('explains conform %s by example', async (command) => {
    const { code, stdout, stderr } = await conform(...command, '--help');
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('Examples:\n  conform');
    await expect(stdout).toMatchFileSnapshot(`__snapshots__/help-${command[0] ?? 'conform'}.txt`);
  });

  test('without a command shows the help, and is no success', async () => {
    const { code, stderr } = await conform();
    expect(code).toBe(2);
    expect(stderr).toContain('Examples:');
  });

  test.each([
    [['rnu'], "unknown command 'rnu'", 'Did you mean run?'],
    [['run', '--sede', '1'], "unknown option '--sede'", 'Did you mean --seed?'],
    [['serve', '--port', 'http'], "argument 'http' is invalid", 'integer from 0 to 65535'],
    [['run', '--speed', '0'], "argument '0' is invalid", 'number from 0.1 to 1000'],
    [['serve', '--defect', 'budget-mising'], 'no defect "budget-mising"', 'Did you mean "budget-missing"?'],
    [['serve', '--variant', 'small-quota'], 'no variant "small-quota"', 'Did you mean "small-quotas"?'],
    [
      ['run', '--variant', 'other-dialect', '--variant', 'other-dialect'],
      'has a dialect, and a variant before it has one, too',
      'other-dialect.yaml',
    ],
    [['self-test', '--only', 'budget-mising'], 'no trial "budget-mising"', 'Did you mean "budget-missing"?'],
    [['self-test', '--report', 'html=x'], '--report html=x', 'Kinds: json, markdown'],
    [['serve', '--dialect', 'nowhere.yaml'], 'no such file', 'default, scrambled'],
    [['serve', '--fleet', 'nowhere.yaml'], 'nowhere.yaml', 'no such file'],
    [['run', '--report', 'jnuit=x'], 'no report of kind "jnuit"', 'Did you mean "junit"?'],
    [['run', '--report', 'junit'], 'no path is given', '--report junit=PATH'],
    [['run', '--target', 'ftp://127.0.0.1'], 'no http or https address', 'http://127.0.0.1:7070'],
    [
      ['run', '--target', 'http://127.0.0.1:9', '--defect', 'budget-missing'],
      '--defect',
      'simulator of its own',
    ],
    [['run', 'nowhere.yaml'], 'nowhere.yaml', 'there is no file'],
  ])('%j is refused with 2, and what to write instead', async (args, problem, advice) => {
    const { code, stdout, stderr } = await conform(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(problem);
    expect(stderr).toContain(advice);
  });

  test('prints its version', async () => {
    const { code, stdout } = await conform('--version');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('writes no colour codes into a pipe, and does so when forced', async () => {
    const plain = await conform('list');
    expect(plain.stdout).not.toContain('\u001b');
    const forced = await start(['list'], { env: { FORCE_COLOR: '1' } }).ended;
    expect(forced.stdout).toContain('\u001b[');
    const asked = await start(['list'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }).ended;
    expect(asked.stdout).not.toContain('\u001b');
  });
});
