// What people read on a terminal: the executable in a real pseudo-terminal, with colours, narrow and wide.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const BIN = resolve('bin/conform.js');
const COLOUR = /\u001B\[([0-9;]*)m/g;
/** A line that was drawn and then erased. */
const ERASED = /[^\n]*\r\u001B\[2K/g;

const KEPT = mkdtempSync(join(tmpdir(), 'conform-terminal-'));
afterAll(() => rmSync(KEPT, { recursive: true }));
const kept = (name: string): string => join(KEPT, name);

const { PATH = '', HOME = '' } = process.env;
const SURROUNDINGS = { PATH, HOME, TERM: 'xterm-256color', XDG_STATE_HOME: KEPT, XDG_RUNTIME_DIR: KEPT };

/** A command line that a shell runs in a pseudo-terminal of this size. */
function terminalLine(columns: number, words: readonly string[]): string[] {
  const quoted = [process.execPath, BIN, ...words].map((word) => `'${word}'`).join(' ');
  return ['-qec', `stty cols ${columns} rows 50; exec ${quoted}`, '/dev/null'];
}

/** Everything that the terminal was sent. */
function onTerminal(columns: number, words: readonly string[], env: Record<string, string> = {}): string {
  const { stdout } = spawnSync('script', terminalLine(columns, words), {
    encoding: 'utf8',
    env: { ...SURROUNDINGS, ...env },
    maxBuffer: 1 << 24,
    timeout: 60_000,
  });
  return stdout;
}

/** The command that makes a pseudo-terminal is there on Debian and on macOS, where its options differ. */
const hasTerminal = spawnSync('script', ['--version']).status === 0;

const WRONG = ['run', 'refresh/shared-budget', '--defect', 'budget-not-shared', '--seed', '1'];

/** One of each kind of text. Each has colours but where it says so. */
const TEXTS: readonly { readonly words: readonly string[]; readonly bare?: true }[] = [
  { words: ['run', 'ws/ping', '--seed', '1'] },
  { words: WRONG },
  {
    words: [
      'run',
      'ws/ping',
      'refresh/shared-budget',
      '--seed',
      '1',
      '--read-only',
      '--verbose',
      '--jobs',
      '1',
    ],
  },
  { words: ['run', 'properties/events', '--seed', '1', '--runs', '3'] },
  { words: ['list'] },
  { words: ['list', 'scenarios'] },
  { words: ['list', 'variants'] },
  { words: ['validate', 'test/e2e/files/broken/misspelt.yaml'] },
  { words: ['validate', 'scenarios/ws/ping.yaml'] },
  { words: ['diff', kept('right.json'), kept('wrong.json')] },
  { words: ['judge', kept('wrong.ndjson')] },
  { words: ['judge', '--as', 'client', kept('journal.ndjson')] },
  { words: ['self-test', '--only', 'ping-unanswered'] },
  { words: ['serve', '--faults', 'fixtures/faults/brown-out.yaml', '--dry-run'], bare: true },
  { words: ['run', '--help'], bare: true },
];

const plain = (sent: string): string => sent.replaceAll(COLOUR, '').replaceAll(ERASED, '');

/** What does not depend on the moment: numbers differ from run to run, and with them the place where a line ends. */
function lasting(text: string): string {
  return text.replaceAll(/\d[\d.]*( ?(ms|s|min|m)\b)?/g, 'N').replaceAll(/\s+/g, ' ');
}

/** What a client has done that asked for something without a token. */
async function keepJournal(): Promise<void> {
  const serving = spawn(
    process.execPath,
    [BIN, 'serve', '--port', '0', '--journal', kept('journal.ndjson')],
    {
      env: SURROUNDINGS,
    },
  );
  const url = await new Promise<string>((done) => {
    serving.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [, found] = /listening on (http:\S+)/.exec(text) ?? [];
      if (found !== undefined) done(found);
    });
  });
  await fetch(`${url}/svc/v1/devices`);
  serving.kill('SIGINT');
  await new Promise((done) => serving.once('close', done));
}

describe.skipIf(!hasTerminal)('on a terminal', () => {
  beforeAll(async () => {
    const bare = (...words: string[]): void =>
      void spawnSync(process.execPath, [BIN, ...words], { env: SURROUNDINGS });
    bare('run', 'refresh/shared-budget', '--seed', '1', '--report', `json=${kept('right.json')}`);
    bare(...WRONG, '--report', `json=${kept('wrong.json')}`, '--report', `trace=${kept('wrong.ndjson')}`);
    await keepJournal();
  });

  describe.each(TEXTS)('conform $words', ({ words, bare }) => {
    it.each([60, 80, 120])('is readable at %d columns', (columns) => {
      const sent = onTerminal(columns, words);
      const colours = [...sent.matchAll(COLOUR)].map(([, code = '']) => code);
      expect(colours.length > 0).toBe(bare !== true);
      expect(openAtTheEnd(colours)).toEqual([]);
      const shown = plain(sent);
      expect(shown).not.toMatch(/undefined|\[object |NaN/);
      const without = plain(onTerminal(columns, words, { NO_COLOR: '1' }));
      // Colours are all that colours add.
      expect(lasting(shown)).toBe(lasting(without));
    });
  });

  it.each([60, 80, 120])('conform serve and conform tail are readable at %d columns', async (columns) => {
    const running = spawn('script', terminalLine(columns, ['serve', '--port', '0', '--control-port', '0']), {
      env: SURROUNDINGS,
    });
    let sent = '';
    try {
      await new Promise<void>((done) => {
        running.stdout.setEncoding('utf8').on('data', (text: string) => {
          sent += text;
          if (/conform run --target http/.test(text)) done();
        });
      });
      const [, url = '', token = ''] =
        /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/.exec(plain(sent)) ?? [];
      const [, service = ''] = /listening on (http:\S+)/.exec(plain(sent)) ?? [];
      await fetch(`${service}/svc/v1/devices`);
      const env = { CONFORM_CONTROL: url, CONFORM_CONTROL_TOKEN: token };
      const journal = onTerminal(columns, ['tail'], env);
      expect(journal).toMatch(COLOUR);
      expect(openAtTheEnd([...journal.matchAll(COLOUR)].map(([, code = '']) => code))).toEqual([]);
      expect(lasting(plain(journal))).toBe(
        lasting(plain(onTerminal(columns, ['tail'], { ...env, NO_COLOR: '1' }))),
      );
    } finally {
      running.stdin.write('\u0003');
      await new Promise((done) => running.once('close', done));
    }
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
