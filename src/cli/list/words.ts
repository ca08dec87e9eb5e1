// `conform list`: the rules and which scenarios cover them, and whatever else a command takes by name.
import { Argument, type Command } from 'commander';
import { oneOf } from '../arguments.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { LIST_NAMES, type ListName } from './names.js';

const EXAMPLES = `
Examples:
  conform list                     every rule, and the scenarios that check it
  conform list scenarios           every scenario, by area
  conform list variants            ways for a server to be different and right
  conform list --dimensions        along which dimensions each rule is tried
  conform list faults              what can go wrong on request, with all parameters
  conform list defects             bugs that a simulator can be given
  conform list rules --json        the same for a program`;

export function addListCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('list')
    .summary('list the rules and what covers each, scenarios, faults and all else that has a name')
    .description(
      'Lists the rules of the interface with the scenarios that check each, or whatever else a command takes by name, ' +
        'with its parameters and a command line to copy.',
    )
    .addArgument(
      new Argument('[what]', 'what to list')
        .choices(LIST_NAMES)
        .argParser(oneOf(LIST_NAMES))
        .default('rules'),
    )
    .option('--dimensions', 'along which dimensions each rule is tried, and what is left out')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (what: ListName, options: { json?: boolean; dimensions?: boolean }) => {
      const { printList } = await import('./run.js');
      finish(await printList(options.dimensions ? 'dimensions' : what, options.json ?? false, io));
    });
}
