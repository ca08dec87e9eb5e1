// The command line: commander's commands made of the tables, the help, and how a mistyped line is answered.
import { Argument, Command, CommanderError, Option } from 'commander';
import { type OptionFacts, readerOf } from './options.js';
import { type CommandRow, HELP_GROUPS } from './command.js';
import { COMMANDS } from './commands.js';
import { COMPLETE } from './names.js';
import { EXIT, EXIT_HELP, type ExitCode, type Finish } from './exit-codes.js';
import type { Io } from './io.js';
import { optionsOf } from './option-rows.js';
import { packageVersion } from './package-files.js';

const EXAMPLES = `
  run                                   check the built-in simulator: see what a run looks like
  serve                                 run the simulator, to develop a client against
  run --target http://127.0.0.1:7070    check the simulator of another terminal
  run --target lab.yaml --report junit=out.xml   check a server that a profile describes, with a report for CI
  run 'refresh/*' --seed 7              only the scenarios of one area
  list                                  every rule, and what checks it`;

/** @param words of the command line, without the name of the program. */
export async function runCommandLine(words: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.passed;
  try {
    await createProgram(io, (given) => (code = given)).parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has said what is wrong already; help and version come this way too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.passed : EXIT.usage;
    throw error;
  }
}

export function createProgram(io: Io, finish: Finish): Command {
  const program = new Command('conform')
    .description(
      'Simulates a device cloud service, and judges any server that claims to be one, rule by rule.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpCommand(
      new Command('help')
        .argument('[command]')
        .summary('print the help of a command')
        .helpOption(false)
        .helpGroup(HELP_GROUPS.all),
    )
    .option('--no-color', 'print without colours (so does NO_COLOR=1)')
    .addHelpText('after', `${examplesOf(EXAMPLES)}\n\n${EXIT_HELP}`)
    .configureOutput({ writeOut: io.out.write, writeErr: io.err.write })
    .showHelpAfterError('(conform --help tells what there is)')
    .exitOverride()
    .hook('preAction', (_, command) => refuseEmpty(command));
  for (const row of COMMANDS) addCommand(program, row, io, finish);
  return program;
}

function addCommand(program: Command, row: CommandRow, io: Io, finish: Finish): void {
  const { path, group, summary, description = '', args = [], examples, notes, hidden = false, run } = row;
  const [name = '', inner] = path.split(' ');
  const above = inner === undefined ? program : program.commands.find((each) => each.name() === name);
  const command = (above ?? program).command(inner ?? name, { hidden });
  command.summary(summary).description(description);
  if (group !== undefined) command.helpGroup(HELP_GROUPS[group]);
  for (const each of args) command.addArgument(made(new Argument(each.form, each.help), each));
  for (const each of run ? optionsOf(path) : []) {
    // The help of such a command is its own.
    if (each.flags === '-h, --help') command.helpOption(false);
    command.addOption(made(new Option(each.flags, each.help), each));
  }
  if (examples !== undefined)
    command.addHelpText('after', examplesOf(examples) + (notes === undefined ? '' : `\n\n${notes}`));
  if (!run) return;
  command.action(async () => {
    const values: readonly unknown[] = command.processedArgs.flat();
    const words = values.filter((value) => value !== undefined).map(String);
    finish(await run({ options: command.opts<never>(), words, values, io, command }));
  });
}

/** With what its row says of it; completion asks for the kind of names. */
function made<T extends Argument | Option>(part: T, row: OptionFacts): T {
  const { choices, preset, names } = row;
  if (choices) part.choices(choices);
  const reader = readerOf(row);
  if (reader) part.argParser(reader);
  if (preset !== undefined) part.default(preset);
  return Object.assign(part, { names });
}

function examplesOf(lines: string): string {
  return `\nExamples:${lines.replaceAll('\n  ', '\n  conform ')}`;
}

/** An empty path is the working folder for the system; on a command line it is a variable that is not set. */
function refuseEmpty(command: Command): void {
  if (command.name() === COMPLETE) return;
  const isEmpty = (value: unknown): boolean =>
    Array.isArray(value) ? value.some(isEmpty) : typeof value === 'string' && value.trim() === '';
  const argument = command.args.findIndex(isEmpty);
  const given = command.registeredArguments;
  const name = given[Math.min(argument, given.length - 1)]?.name() ?? 'argument';
  if (argument >= 0) command.error(`error: <${name}> is empty; perhaps a variable is not set`);
  const option = command.options.find((each) => isEmpty(command.opts()[each.attributeName()]));
  if (option) command.error(`error: ${option.long ?? option.flags} is empty; perhaps a variable is not set`);
}
