// Virtual time for processes of clients: the clock stands still while one of them, or the service in this process, has
// anything to do, and jumps to the next timer of all of them. Each process asks a file what time it is, tells when it
// has nothing to do, and is woken when its timer is due or something has come for it.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock, type VirtualClock } from '../../kernel/virtual-clock.js';
import type { ClientProcess } from '../audit/live-day.js';
import { createClockFile } from './clock-file.js';
import { createMembers, MEMBER_PATIENCE } from './members.js';
import { VARIABLES } from './message.js';

export interface ClientTime {
  readonly clock: VirtualClock;
  /**
   * Begins a process with the variables that it needs.
   * @param name of whose lives it is one: chance is the same for the same life, whatever else is started.
   */
  start(name: string, begin: (variables: Readonly<Record<string, string>>) => ClientProcess): ClientProcess;
  /** Why time is not to be trusted, in words: a process that did not take part. */
  readonly problem: string | undefined;
  /** Aborts with the first problem. */
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

/** @param begin clock time in ms. */
export async function openClientTime(begin: number, patience = MEMBER_PATIENCE): Promise<ClientTime> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-time-'));
  const paths = { clock: join(folder, 'clock'), socket: join(folder, 'socket') };
  const file = createClockFile(paths.clock, begin);
  const failed = new AbortController();
  const fail = (why: string): void => failed.abort(new Error(why));
  const members = createMembers(() => clock, patience, fail);
  const clock = createVirtualClock(begin, { quiet: members.quiet, moved: file.moved });
  const stopFlow = clock.flow();
  const server = createServer((socket) => members.join(socket));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(paths.socket, resolve));
  const lives = new Map<string, number>();
  return {
    clock,
    start: (name, launch) => {
      // It is a part of names of files.
      const whose = name.replaceAll(/[^\w.-]+/g, '-');
      const life = (lives.get(whose) ?? 0) + 1;
      lives.set(whose, life);
      const start = `${whose}-${life}`;
      const child = launch({
        [VARIABLES.socket]: paths.socket,
        [VARIABLES.clock]: paths.clock,
        [VARIABLES.start]: start,
      });
      members.begin(start, child.ended);
      return { ...child, tell: (line) => members.told(start, line, child.tell) };
    },
    get problem() {
      return failed.signal.aborted ? (failed.signal.reason as Error).message : undefined;
    },
    signal: failed.signal,
    close: async () => {
      stopFlow();
      members.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
