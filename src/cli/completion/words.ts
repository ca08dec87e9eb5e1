// `conform completion`: scripts for shells, and the hidden command that they call.
import { Argument, type Command } from 'commander';
import { oneOf } from '../arguments.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type Shell, SHELLS } from './shells.js';

const EXAMPLES = `
Examples:
  conform completion fish > ~/.config/fish/completions/conform.fish
  source <(conform completion bash)      in ~/.bashrc
  source <(conform completion zsh)       in ~/.zshrc, after compinit

Commands, options and names are completed: scenarios, rules, defects, faults, dialects, and the devices of the
simulator that runs. conform has to be on the path.`;

export function addCompletionCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('completion')
    .summary('print a script that lets a shell complete command lines')
    .description('Prints the script that lets a shell complete the command lines of conform.')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS).argParser(oneOf(SHELLS)))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      const { printScript } = await import('./run.js');
      finish(printScript(shell, io));
    });
  program
    .command(COMPLETE, { hidden: true })
    .argument('[words...]')
    .option('--line <text>')
    .action(async (words: string[], { line }: { readonly line?: string }) => {
      const { printCandidates } = await import('./run.js');
      finish(await printCandidates(program, { line, words }, io));
    });
}

/** Called by the scripts; an empty word is what it is asked about. */
export const COMPLETE = 'complete';
