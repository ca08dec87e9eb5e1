// What `conform mcp` does: tools over the streams of the process, until the input ends or a signal comes.
import type { OptionsOf } from '../option-rows.js';
import { basename, resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { accepted, type Diagnostic, type Result, worded } from '../../document/diagnostic.js';
import {
  type AllowedTarget,
  createRunShelf,
  createSimulatorShelf,
  type ToolContext,
} from '../../mcp/tools.js';
import { createToolServer } from '../../mcp/server.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { loadProfile } from '../load/profile.js';
import { packageVersion } from '../package-files.js';
import { END_SIGNALS, hearSignals } from '../signals.js';

export async function serveTools(
  { target = [], allowChanges = false }: OptionsOf<'mcp'>,
  io: Io,
): Promise<ExitCode> {
  const targets = allowedTargets(target, io);
  if (!targets.ok) return usageError(io, targets.diagnostics);
  const { isTooLong } = await serveOverStdio({ io, targets: targets.value, allowChanges }, packageVersion());
  if (!isTooLong) return EXIT.passed;
  return usageError(io, 'a message on standard input is over 10 MiB', 'Nothing after it was read.');
}

/** What simulators are called. */
const RESERVED = /^simulator(-\d+)?$/;

/** Each profile by its name; what is wrong with one is told now, and not to an agent later. */
function allowedTargets(files: readonly string[], io: Io): Result<AllowedTarget[]> {
  const targets: AllowedTarget[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const loaded = loadProfile(file, io);
    if (!loaded.ok) {
      diagnostics.push(...loaded.diagnostics);
      continue;
    }
    const name = basename(file).replace(/\.ya?ml$/i, '');
    if (RESERVED.test(name) || targets.some((each) => each.name === name))
      diagnostics.push(worded(`${file}: the name ${name} is taken`, 'Give the file another name.'));
    targets.push({ name, path: resolve(io.cwd, file) });
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : accepted(targets);
}

// Serves the tools over standard input and output. Nothing else writes to standard output meanwhile.

/** Resolves when the input has ended or a signal has come, and a run that was at work has put back what it switched. */
async function serveOverStdio(
  given: Pick<ToolContext, 'io' | 'targets' | 'allowChanges'>,
  version: string,
): Promise<{ readonly isTooLong: boolean }> {
  const stop = new AbortController();
  const ending = new Promise<void>((done) => stop.signal.addEventListener('abort', () => done()));
  const end = (): void => stop.abort();
  const context = {
    ...given,
    simulators: createSimulatorShelf(),
    runs: createRunShelf(),
    ending: stop.signal,
  };
  const server = createToolServer(context, version);
  let isTooLong = false;
  server.server.onerror = ({ message }) => (isTooLong ||= message.includes('exceeded maximum size'));
  server.server.onclose = end;
  const deaf = hearSignals(END_SIGNALS, end);
  process.stdin.once('end', end);
  process.stdin.once('close', end);
  await server.connect(new StdioServerTransport());
  await ending;
  await context.runs.idle();
  await context.simulators.stopAll();
  await server.close();
  deaf();
  return { isTooLong };
}
