// The tables of options and commands: each row belongs to something that is there, and each command is explained.
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { OPTIONS, optionsOf } from '../../src/cli/option-rows.js';
import { longFlag, type OptionRow, readerOf, toldByForm } from '../../src/cli/options.js';
import { createProgram } from '../../src/cli/program.js';
import { caughtIo } from './caught-io.js';
import { conformHere } from './command-line.js';

const rows: readonly OptionRow[] = OPTIONS;
const paths = new Set(COMMANDS.map(({ path }) => path));

test('an option is of commands that there are', () => {
  const named = rows.flatMap(({ of }) => of.split(' | '));
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
});

test('no command has an option twice, but for its opposite', () => {
  for (const path of paths) {
    const flags = optionsOf(path).map((row) => longFlag(row.flags));
    expect(flags.filter((flag, at) => flags.indexOf(flag) !== at)).toEqual([]);
  }
});

test('what is tuned from quiet to verbose is so in all commands', () => {
  const of = (flags: string) => rows.find((row) => row.flags.endsWith(flags))?.of;
  expect(of('--quiet')).toBe(of('--verbose'));
});

test('no secret is taken from the command line', () => {
  const asked = rows.filter(({ flags }) => /token|secret|password/.test(flags) && !flags.includes('-file <'));
  expect(asked).toEqual([]);
});

test('no number of an option is less than nothing, and its bounds are told as numbers', () => {
  const wrong = rows.map(toldByForm).flatMap((row) => {
    if (row.takes !== 'integer' && row.takes !== 'number') return [];
    try {
      return [`${row.flags} takes ${String(readerOf(row)?.('-5', undefined))}`];
    } catch (error) {
      const { message } = error as Error;
      return message.includes('Infinity') ? [`${row.flags}: ${message}`] : [];
    }
  });
  expect(wrong).toEqual([]);
});

describe('the help', () => {
  const program = createProgram(caughtIo(), () => undefined);

  test('names five commands to begin with, and all others by who uses them', async () => {
    const { out } = await conformHere('--help');
    const heads = [...out.matchAll(/^(To .*|For .*):$/gm)].map(([, head]) => head);
    expect(heads).toEqual([
      'To begin with',
      'To write a client, with the simulator',
      'To judge a server',
      'To test clients',
      'For all of this',
    ]);
    const first = /To begin with:\n((?: .*\n)+)/.exec(out)?.[1] ?? '';
    expect(first.match(/^ {2}\w/gm)).toHaveLength(5);
  });

  test('has words for each command and each of its options and arguments', () => {
    const visit = (command: Command): void => {
      for (const each of command.commands) {
        if (each.name() === 'complete' || each.name() === 'help') continue;
        expect([each.name(), each.summary()]).not.toContain('');
        for (const { flags, description } of each.options) expect([flags, description]).not.toContain('');
        for (const argument of each.registeredArguments) expect(argument.description).not.toBe('');
        visit(each);
      }
    };
    visit(program);
  });
});
