// Runs the real executable as a child process, and waits for what it prints instead of for time to pass.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach } from 'vitest';

/** Nothing of a test is kept in the home of whoever runs it. */
const STATE = mkdtempSync(join(tmpdir(), 'conform-state-'));

export const BIN = fileURLToPath(new URL('../../bin/conform.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** Resolves with the match once what was printed so far matches; rejects when the process ends before. */
  printed(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
  /** Stops reading what it prints, as `head` does. */
  closeStdout(): void;
  /** Writes to its input, if it has one; null ends the input. */
  tell(text: string | null): void;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Path of another program than the executable of the package. */
  readonly program?: string;
  /** Nobody reads what it prints to stdout. */
  readonly unread?: true;
  /** Whether it gets an input; it has none when absent. */
  readonly input?: true;
}

/** What a test starts ends with the test; what is started before all tests of a file ends with the file. */
const ofFile = new Set<ChildProcess>();
const ofTest = new Set<ChildProcess>();
let children = ofFile;

beforeEach(() => {
  children = ofTest;
});
afterEach(() => {
  end(ofTest);
  children = ofFile;
});
afterAll(() => end(ofFile));

function end(started: Set<ChildProcess>): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
}

export function start(
  args: readonly string[],
  { cwd, env, program = BIN, input, unread }: Surroundings = {},
): Running {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: cwd ?? process.cwd(),
    env: { PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: STATE, XDG_RUNTIME_DIR: STATE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It may have ended already.
  child.stdin.on('error', () => undefined);
  if (!input) child.stdin.end();
  const siblings = children.add(child);
  const printed = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of unread ? (['stderr'] as const) : (['stdout', 'stderr'] as const)) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.on(unread ? 'exit' : 'close', (code, signal) => {
      siblings.delete(child);
      resolve({ code, signal, ...printed });
    });
  });
  return {
    ended,
    kill: (signal) => void child.kill(signal),
    closeStdout: () => void child.stdout.destroy(),
    tell: (text) => void (text === null ? child.stdin.end() : child.stdin.write(text)),
    printed: (stream, pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(printed[stream]);
          if (!match) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
        void ended.then(({ code, stdout, stderr }) =>
          reject(new Error(`ended with ${code} before it printed ${pattern}:\n${stdout}\n${stderr}`)),
        );
      }),
  };
}

export function conform(...args: readonly string[]): Promise<Ended> {
  return start(args).ended;
}

/** A simulator on a free port, up and running. */
export async function serving(
  ...args: readonly string[]
): Promise<{ readonly url: string; readonly process: Running }> {
  const running = start(['serve', '--port', '0', ...args]);
  const [, url = ''] = await running.printed('stdout', /listening on (http:\S+)/);
  return { url, process: running };
}
