// Starts a server in a process of its own, and asks the probe in it what it uses.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { foreignUsage } from './foreign-usage.js';
import type { Answer, Question, Usage } from './probe.js';

export interface Server {
  readonly port: number;
  /** What it printed up to the moment when it was up. */
  readonly greeting: string;
  /** Ms from its start until it was up. */
  readonly startUp: number;
  readonly pid: number;
  usage(how?: UsageOptions): Promise<Usage>;
  stop(): Promise<void>;
}

export interface UsageOptions {
  /** Garbage is collected first. */
  readonly collect?: boolean;
  /** From now on, up to the next answer, it is watched for how long the event loop is held. */
  readonly watch?: boolean;
}

export interface ServerProgram {
  /** What is run instead of Node, without the probe. */
  readonly command?: string;
  /** The script and its arguments. */
  readonly args: readonly string[];
  /** What it prints when it is up; the first group is the port. */
  readonly ready: RegExp;
  readonly nodeOptions?: readonly string[];
  /** The core that it is kept on; any when absent. */
  readonly core?: number | undefined;
}

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));
const PATIENCE = 60_000;
const LONGEST_FAREWELL = 10_000;

/** Those that run, so that a part of the bench that is given up leaves none behind. */
const running = new Set<Server>();

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()));
}

export async function spawnServer(program: ServerProgram): Promise<Server> {
  const begin = performance.now();
  const probed = [process.execPath, ...(program.nodeOptions ?? []), '--expose-gc', '--import', PROBE];
  const line = [...(program.command === undefined ? probed : [program.command]), ...program.args];
  const pinned = program.core === undefined ? line : ['taskset', '-c', String(program.core), ...line];
  const [command = '', ...args] = pinned;
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const die = (): void => void child.kill('SIGKILL');
  process.once('exit', die);
  child.once('exit', () => process.off('exit', die));
  const { greeting, port } = await untilReady(child, program);
  const startUp = performance.now() - begin;
  const server: Server = {
    port,
    greeting,
    startUp,
    pid: child.pid ?? 0,
    usage: program.command === undefined ? createInquiry(child) : () => usageFromOutside(child),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), LONGEST_FAREWELL);
      await gone;
      clearTimeout(patience);
    },
  };
  running.add(server);
  child.once('exit', () => running.delete(server));
  return server;
}

function untilReady(
  child: ChildProcess,
  { ready, args }: ServerProgram,
): Promise<{ readonly greeting: string; readonly port: number }> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${args.join(' ')} ${why}:\n${printed}`));
    };
    const timer = setTimeout(() => fail(`was not up after ${PATIENCE} ms`), PATIENCE);
    const hear = (text: string): void => {
      printed += text;
      const port = ready.exec(printed)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      // What it prints from here on is read away, so that the pipe never fills.
      resolve({ greeting: printed, port: Number(port) });
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}

async function usageFromOutside({ pid = 0 }: ChildProcess): Promise<Usage> {
  return foreignUsage(pid);
}

function createInquiry(child: ChildProcess): Server['usage'] {
  let asked = 0;
  return ({ collect = false, watch = false } = {}) =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      const onEnd = (): void => reject(new Error('the server has ended'));
      const hear = (answer: unknown): void => {
        if ((answer as Answer).id !== id) return;
        child.off('message', hear).off('exit', onEnd);
        resolve((answer as Answer).usage);
      };
      child.on('message', hear).once('exit', onEnd);
      child.send({ id, collect, watch } satisfies Question);
    });
}
