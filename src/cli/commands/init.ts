// `conform init`: writes a target profile with every key in it, each with a comment.
import { resolve } from 'node:path';
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { assert } from '../../kernel/assert.js';
import { complain, type Outcome, refuse } from '../complaints.js';
import { EXIT, type Finish } from '../exit-codes.js';
import { readText, systemWords } from '../files.js';
import type { Io } from '../io.js';
import { EXAMPLE_TARGET } from '../package-files.js';

const EXAMPLES = `
Examples:
  conform init                    writes target.yaml
  conform init --out lab.yaml     under a name of your choice; an existing file is left alone
  conform init --out - | less     only shows it

Then fill it in, put the secrets into the environment, and: conform run --target target.yaml`;

export function addInitCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('init')
    .summary('write a target profile to fill in')
    .description('Writes a target profile with every key in it, each with a comment.')
    .option('-o, --out <file>', 'where to; - is stdout', 'target.yaml')
    .addHelpText('after', EXAMPLES)
    .action(async ({ out }: { readonly out: string }) => {
      const written = await init(out, io);
      if (!written.ok) complain(io, written.complaints);
      finish(written.ok ? EXIT.passed : EXIT.usage);
    });
}

async function init(out: string, io: Io): Promise<Outcome<undefined>> {
  const text = readText(EXAMPLE_TARGET);
  assert(text.ok, 'the program has lost its example of a target profile');
  if (out === '-') {
    io.out.write(text.value);
    return { ok: true, value: undefined };
  }
  try {
    await writeFile(resolve(io.cwd, out), text.value, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (exists) return refuse(`${out} is already there`, 'Take another name with --out FILE.');
    if (!(error instanceof Error)) throw error;
    return refuse(`${out} cannot be written: ${systemWords(error)}`);
  }
  io.out.write(`wrote ${out}: fill it in, then conform run --target ${out}\n`);
  return { ok: true, value: undefined };
}
