// The program's commands, its help and how it answers to a mistyped line.
import { Command, CommanderError } from 'commander';
import { addAuditCommand } from './audit/words.js';
import { addClockCommand } from './clock/words.js';
import { addCompletionCommand, COMPLETE } from './completion/words.js';
import { addConfigCommand } from './config/words.js';
import { addDeviceCommand } from './device/words.js';
import { addDiffCommand } from './diff/words.js';
import { addDoctorCommand } from './doctor/words.js';
import { addFaultCommand } from './fault/words.js';
import { addInitCommand } from './init/words.js';
import { addJudgeCommand } from './judge/words.js';
import { addListCommand } from './list/words.js';
import { addMcpCommand } from './mcp/words.js';
import { addRestoreCommand } from './restore/words.js';
import { addRunCommand } from './run/words.js';
import { addSchemaCommand } from './schema/words.js';
import { addSelfTestCommand } from './self-test/words.js';
import { addServeCommand } from './serve/words.js';
import { addSpecCommand } from './spec/words.js';
import { addStateCommand } from './state/words.js';
import { addTailCommand } from './tail/words.js';
import { addValidateCommand } from './validate/words.js';
import { EXIT, EXIT_HELP, type ExitCode, type Finish } from './exit-codes.js';
import type { Io } from './io.js';
import { packageVersion } from './package-files.js';

const EXAMPLES = `
Examples:
  conform run                                   check the built-in simulator: see what a run looks like
  conform serve                                 run the simulator, to develop a client against
  conform run --target http://127.0.0.1:7070    check the simulator of another terminal
  conform run --target lab.yaml --junit out.xml check a server that a profile describes, with a report for CI
  conform run 'refresh/*' --seed 7              only the scenarios of one area
  conform list                                  every rule, and what checks it

${EXIT_HELP}`;

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
    .helpCommand('help [command]', 'print the help of a command')
    .option('--no-color', 'print without colours (so does NO_COLOR=1)')
    .addHelpText('after', EXAMPLES)
    .configureOutput({ writeOut: io.out.write, writeErr: io.err.write })
    .showHelpAfterError('(conform --help tells what there is)')
    .exitOverride()
    .hook('preAction', (_, command) => refuseEmpty(command));
  addRunCommand(program, io, finish);
  addRestoreCommand(program, io, finish);
  addServeCommand(program, io, finish);
  addInitCommand(program, io, finish);
  addConfigCommand(program, io, finish);
  addListCommand(program, io, finish);
  addAuditCommand(program, io, finish);
  addJudgeCommand(program, io, finish);
  addDoctorCommand(program, io, finish);
  addDiffCommand(program, io, finish);
  addValidateCommand(program, io, finish);
  addSchemaCommand(program, io, finish);
  addSpecCommand(program, io, finish);
  addSelfTestCommand(program, io, finish);
  addDeviceCommand(program, io, finish);
  addFaultCommand(program, io, finish);
  addClockCommand(program, io, finish);
  addTailCommand(program, io, finish);
  addStateCommand(program, io, finish);
  addCompletionCommand(program, io, finish);
  addMcpCommand(program, io, finish);
  return program;
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
