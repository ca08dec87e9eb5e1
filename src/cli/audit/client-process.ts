// Starts a client as a group of processes of its own, keeps what it writes, and ends the whole group.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '../../kernel/clock.js';
import { within } from '../../kernel/within.js';
import type { ClientEnd, ClientProcess } from '../../lab/audit/live-day.js';
import { type ClientPlace, clientPlaceWords, environmentOf, filledPlace } from '../../audit/days/place.js';
import { systemWords } from '../files.js';

export interface ClientCommand {
  /** The program and its arguments; `{url}` and its like are replaced. */
  readonly words: readonly string[];
  /** Variables beside those that every client gets, with `{url}` and its like. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** After SIGTERM, in ms of the machine, until SIGKILL. */
const GRACE = 3000;
/** A client that reads no orders has so many characters of them waiting at most. */
const MOST_UNREAD = 1024 * 1024;

export type Processes = ReturnType<typeof createProcesses>;

/** @param clock the machine's. @param env the environment that clients inherit. */
export function createProcesses(clock: Clock, env: Readonly<Record<string, string | undefined>>) {
  const groups = new Set<ChildProcess>();
  return {
    start: (command: ClientCommand, place: ClientPlace): ClientProcess => {
      const words = clientPlaceWords(place);
      const [program = '', ...rest] = command.words.map((word) => filledPlace(word, words));
      const own: Record<string, string> = {};
      for (const [name, text] of Object.entries(command.env)) own[name] = filledPlace(text, words);
      try {
        // A group of its own: whatever it starts can be ended with it, and Ctrl-C in a terminal comes to us first.
        const child = spawn(program, rest, {
          cwd: command.cwd,
          env: { ...env, ...environmentOf(place), ...own },
          detached: true,
        });
        groups.add(child);
        return clientOf(child, clock, () => groups.delete(child));
      } catch (error) {
        return neverBegan(systemWords(error));
      }
    },
    /** Ends all groups at once and by force, for when there is no time. */
    killAll: (): void => {
      for (const child of groups) signalGroup(child, 'SIGKILL');
    },
  };
}

function neverBegan(how: string): ClientProcess {
  return {
    ended: Promise.resolve({ how, neverBegan: true }),
    tell: () => undefined,
    stop: () => Promise.resolve(),
    output: () => '',
  };
}

function clientOf(child: ChildProcess, clock: Clock, forget: () => void): ClientProcess {
  const output = createKeptOutput();
  child.stdout?.on('data', output.add);
  child.stderr?.on('data', output.add);
  // Who does not read its input, or has closed it, may.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<ClientEnd>((resolve) => {
    child.once('error', (error) => {
      forget();
      resolve({ how: systemWords(error), neverBegan: child.pid === undefined });
    });
    child.once('exit', (code, signal) => {
      resolve({ how: signal ?? `exit code ${code ?? 0}`, neverBegan: false });
    });
  });
  return {
    ended,
    tell: (line) => {
      const { stdin } = child;
      if (stdin?.writable && stdin.writableLength < MOST_UNREAD) stdin.write(`${line}\n`);
    },
    stop: async () => {
      await endGroup(child, ended, clock);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      forget();
    },
    output: output.text,
  };
}

/** Asked first, then by force. What the client has started may outlive it, so the group is ended in any case. */
async function endGroup(child: ChildProcess, ended: Promise<unknown>, clock: Clock): Promise<void> {
  if (child.pid === undefined) return;
  signalGroup(child, 'SIGTERM');
  await within(clock, GRACE, ended);
  signalGroup(child, 'SIGKILL');
  await ended;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    // Windows knows no groups that can be signalled.
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Nothing of the group is left.
  }
}

// What a client writes is kept up to a limit, the end of it, and never mixed with what this program says.

/** In characters, of one process. */
const MOST_KEPT = 64 * 1024;

export function createKeptOutput(most = MOST_KEPT) {
  const decoder = new TextDecoder();
  let kept = '';
  return {
    add: (piece: Buffer): void => {
      // Of a large piece only the end can be kept.
      kept += decoder.decode(piece.subarray(Math.max(0, piece.length - most)), { stream: true });
      if (kept.length > most) kept = kept.slice(-most);
    },
    /** The end of it, as text. */
    text: (): string => kept,
  };
}
