// The entry: parses the command line, runs the command, and turns what happens into an exit code.
import { reportBug } from './diagnostics.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { drained, processIo } from './io.js';

const io = processIo();

async function main(): Promise<ExitCode> {
  try {
    // Loaded here, so that an installation with a part missing ends as what it is, and not with Node's 1.
    const { runCommandLine } = await import('./program.js');
    return await runCommandLine(process.argv.slice(2), io);
  } catch (error) {
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
// Whoever reads the file must not take the part for the whole.
process.exit(code === EXIT.passed && io.isCut() ? EXIT.usage : code);
