// What people read on a terminal: the executable in a real pseudo-terminal, with colours, narrow and wide.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const BIN = resolve('bin/conform.js');
const COLOUR = /\u001B\[([0-9;]*)m/g;

/** Everything that the terminal was sent. */
function onTerminal(columns: number, args: readonly string[]): string {
  const words = args.map((word) => `'${word}'`).join(' ');
  const line = `stty cols ${columns} rows 50; '${process.execPath}' '${BIN}' ${words}`;
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
    encoding: 'utf8',
    env: { PATH, HOME, TERM: 'xterm-256color' },
    maxBuffer: 1 << 24,
    timeout: 60_000,
  });
  return stdout;
}

/** The command that makes a pseudo-terminal is there on Debian and on macOS, where its options differ. */
const hasTerminal = spawnSync('script', ['--version']).status === 0;

const TEXTS: readonly (readonly string[])[] = [
  ['run', 'ws/ping', '--seed', '1'],
  ['run', 'refresh/shared-budget', '--defect', 'budget-not-shared', '--seed', '1'],
  ['list'],
  ['list', 'variants'],
  ['validate', 'test/e2e/files/broken/misspelt.yaml'],
];

describe.skipIf(!hasTerminal).each(TEXTS)('conform %s %s', (...words) => {
  const args = words.filter((word) => typeof word === 'string');

  it.each([60, 80, 120])('is readable at %d columns', (columns) => {
    const sent = onTerminal(columns, args);
    const colours = [...sent.matchAll(COLOUR)].map(([, code = '']) => code);
    expect(colours.length).toBeGreaterThan(0);
    expect(openAtTheEnd(colours)).toEqual([]);
    const shown = sent.replaceAll(COLOUR, '');
    // A brush that is handed the place in a list paints that, too: "text 0 text,text".
    expect(shown.split(/\r?\n/).filter((line) => /^(.+) \d+ \1/.test(line))).toEqual([]);
    expect(shown).not.toMatch(/undefined|\[object |NaN/);
  });
});

/** What each code ends. */
const ENDS: Readonly<Record<string, RegExp>> = { '39': /^[39]\d$/, '22': /^[12]$/ };

/** Colours that were begun and not ended. */
function openAtTheEnd(codes: readonly string[]): readonly string[] {
  const open = new Set<string>();
  for (const code of codes) {
    if (code === '0' || code === '') open.clear();
    else if (ENDS[code]) for (const each of open) if (ENDS[code].test(each)) open.delete(each);
    if (code !== '0' && code !== '' && !ENDS[code]) open.add(code);
  }
  return [...open];
}
