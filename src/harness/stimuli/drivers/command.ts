// Stimuli by a command: a list of words, no shell, an environment of its own.
import { spawn } from 'node:child_process';
import { type ActDriver, APPLIED, failed } from '../../profile/stimuli/catalogue.js';
import { type CommandHow, fill } from '../../profile/stimuli/template.js';
import { firstLine, plainNumber } from './read-number.js';

/** The most that the output of a command may have, in bytes. */
const MOST_OUTPUT = 64 * 1024;

export interface CommandOptions {
  readonly folder: string | undefined;
  /** It prints a number. */
  readonly witness: boolean;
}

export function commandDriver(how: CommandHow, { folder, witness }: CommandOptions): ActDriver {
  return async (act, signal) => {
    const [program = '', ...rest] = how.argv.map((word) => fill(word, act));
    const run = await runCommand([program, ...rest], how.env, folder, signal);
    if (!run.ok) return failed(`${program} ${run.detail}`);
    return witness ? plainNumber(run.output) : APPLIED;
  };
}

type Run = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly detail: string };

/** What programs need to find each other; secrets of the run are none of theirs. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot', 'PATHEXT'];

function runCommand(
  [program, ...rest]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  folder: string | undefined,
  signal: AbortSignal,
): Promise<Run> {
  if (signal.aborted) return Promise.resolve({ ok: false, detail: 'was not started: time is up' });
  const own = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const child = spawn(program, rest, {
    shell: false,
    // A group of its own: Ctrl-C is for us, and what puts a device back must not die of it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(own), ...env },
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  return new Promise((resolve) => {
    const end = (run: Run): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(run);
    };
    const stop = (detail: string): void => {
      killGroup(child.pid);
      end({ ok: false, detail });
    };
    const onAbort = (): void => stop('did not end in time, and was stopped');
    const output = collect(child.stdout, stop);
    const errors = collect(child.stderr, stop);
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('error', (error) => end({ ok: false, detail: `cannot be started: ${error.message}` }));
    child.on('close', (code, killer) => {
      if (code === 0) return end({ ok: true, output: output() });
      const how = killer === null ? `ended with exit code ${code}` : `was ended by ${killer}`;
      const said = firstLine(errors()) || firstLine(output());
      end({ ok: false, detail: said === '' ? how : `${how}: ${said}` });
    });
  });
}

function collect(stream: NodeJS.ReadableStream, tooMuch: (detail: string) => void): () => string {
  const pieces: Buffer[] = [];
  let size = 0;
  stream.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= MOST_OUTPUT) pieces.push(piece);
    else tooMuch(`printed more than ${MOST_OUTPUT} bytes, and was stopped`);
  });
  return () => Buffer.concat(pieces).toString('utf8');
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
