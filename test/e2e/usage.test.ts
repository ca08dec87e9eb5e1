import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BIN, conform, start } from './bin.js';

const COMMANDS = [
  ...[[], ['run'], ['serve'], ['list'], ['validate'], ['spec'], ['init'], ['judge'], ['diff']],
  ...[
    ['device'],
    ['fault'],
    ['clock'],
    ['tail'],
    ['self-test'],
    ['restore'],
    ['audit'],
    ['completion'],
    ['probe'],
  ],
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

  test('refuses a mistyped line, and says what to write instead', async () => {
    const { code, stdout, stderr } = await conform('run', '--sede', '1');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain("unknown option '--sede'");
    expect(stderr).toContain('Did you mean --seed?');
  });

  test.skipIf(!existsSync('/dev/full'))('says that the disk is full, and is no success then', () => {
    const full = openSync('/dev/full', 'w');
    try {
      const { status, stderr } = spawnSync(process.execPath, [BIN, 'list'], {
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([
        2,
        'error: cannot write what is printed: no space is left on the disk\n',
      ]);
    } finally {
      closeSync(full);
    }
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
