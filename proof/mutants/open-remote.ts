// A simulator on real sockets in a thread of its own, and a target for it.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Dialect } from '../../src/dialect/dialect.js';
import { openTarget, type OpenTarget } from '../../src/harness/run/open-target.js';
import type { Profile } from '../../src/harness/profile/profile.js';
import { createNetworkTransport } from '../../src/harness/target/network/create-network-transport.js';
import { createScaledClock, createSystemClock } from '../../src/kernel/machine-clock.js';
import type { ServerData, ServerMessage } from './question.js';

export interface Remote {
  readonly open: OpenTarget;
  readonly bugs: readonly string[];
  /** Keys of the mutants that the server has reached. */
  reached(): Promise<readonly string[]>;
}

export type RemoteOpened = Remote | { readonly unstarted: string };

/** Ms of real time for the beginning of a server. */
const LONGEST_BEGINNING = 15_000;

/** A target on the server of these data; closing it ends the server. */
export async function openRemote(
  data: ServerData,
  profile: Profile,
  dialect: Dialect,
): Promise<RemoteOpened> {
  const server = new Worker(new URL('./server-thread.js', import.meta.url), { workerData: data });
  server.on('error', (error) => bugs.push(String(error)));
  const bugs: string[] = [];
  const begun = await firstWord(server);
  if (begun.kind !== 'serves') {
    await server.terminate();
    return { unstarted: begun.kind === 'unstarted' ? begun.words : begun.kind };
  }
  server.on('message', (message: ServerMessage) => {
    if (message.kind === 'bug' && bugs.length < MOST_BUGS) bugs.push(message.words);
  });
  const { url, control } = begun;
  const there = {
    ...profile,
    baseUrl: url,
    websocketUrl: url.replace(/^http/, 'ws'),
    patience: Math.max(profile.patience, REAL_PATIENCE * data.speed),
    stimuli: { control, drivers: {}, secrets: [{ value: control.token, alias: '<control token>' }] },
  };
  const clock = createScaledClock(data.speed);
  const { baseUrl, websocketUrl, tls } = there;
  const open = openTarget({
    profile: there,
    dialect,
    clock,
    transport: createNetworkTransport({ baseUrl, websocketUrl, tls, clock }),
    seed: data.seed,
    vouchedFor: false,
    stop: async () => void (await server.terminate()),
  });
  return { open, bugs, reached: () => reachedOn(server) };
}

const MOST_BUGS = 20;
/** Ms of real time: a busy machine may pause for a second or two. */
const REAL_PATIENCE = 3000;

async function firstWord(server: Worker): Promise<ServerMessage | { readonly kind: 'hung' | 'ended' }> {
  const ended = new AbortController();
  const waiting = createSystemClock().setTimer('beginning', LONGEST_BEGINNING, () => ended.abort());
  try {
    const [message] = (await once(server, 'message', { signal: ended.signal })) as [ServerMessage];
    return message;
  } catch {
    return { kind: ended.signal.aborted ? 'hung' : 'ended' };
  } finally {
    waiting.cancel();
  }
}

async function reachedOn(server: Worker): Promise<readonly string[]> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  server.postMessage('reached');
  for (;;) {
    const [message] = (await once(server, 'message')) as [ServerMessage];
    if (message.kind === 'reached') return message.reached;
  }
}
