// The entry: parses the command line, runs the command, and turns what happens into an exit code.
import { CommanderError } from 'commander';
import { reportBug } from './bug.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { drained, processIo } from './io.js';

const io = processIo();

async function main(): Promise<ExitCode> {
  let code: ExitCode = EXIT.passed;
  try {
    // Loaded here, so that an installation with a part missing ends as what it is, and not with Node's 1.
    const { createProgram } = await import('./program.js');
    await createProgram(io, (given) => (code = given)).parseAsync();
    return code;
  } catch (error) {
    // Commander has said what is wrong already; help and version come this way too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.passed : EXIT.usage;
    reportBug(error, io);
    return EXIT.internal;
  }
}

function onBug(error: unknown): void {
  reportBug(error, io);
  process.exit(EXIT.internal);
}

process.on('uncaughtException', onBug);
process.on('unhandledRejection', onBug);

const code = await main();
await drained();
process.exit(code);
