// Opens connections: with patience where a step only prepares something.
import { interferenceIn } from '../../target/interference.js';
import { retry } from '../../target/retry.js';
import type { ReplyView } from '../view/views.js';
import { blocked, type ExecutionContext, type Halt, pauseUntil } from './execution-context.js';

const MOST_TRIES = 8;

/** Opens the connection unless it is open; undefined when it is. */
export async function ensureOpen(
  context: ExecutionContext,
  name: string,
  client: string,
): Promise<Halt | undefined> {
  const connection = context.connections.get(name);
  return connection && !connection.closed ? undefined : connectPatiently(context, name, client);
}

/** Opens a connection under this name with a fresh ticket, again and again with growing delays. */
export async function connectPatiently(
  context: ExecutionContext,
  name: string,
  client: string,
): Promise<Halt | undefined> {
  const { answers } = context.target;
  const isHopeless = (): boolean =>
    answers.isHopeless({ what: 'ticket.create' }) || answers.isHopeless({ what: 'websocket.open' });
  const opened = await retry({
    clock: context.clock,
    limits: { tries: MOST_TRIES },
    signal: context.signal,
    attempt: async () => {
      const view = await context.connections.open(name, client, context.signal);
      const by = interferenceIn(view);
      if (by) context.notes.disturbed(by.kind, whyNot(view));
      return view;
    },
    hindranceOf: (view) => (isHopeless() ? undefined : interferenceIn(view)),
    onWait: (_, { kind }) => context.waiting(`${kind}: opening ${name} again`),
  });
  if (opened.kind === 'interrupted') return { kind: 'interrupted' };
  const view = opened.result;
  if (view['outcome'] === 'open') return undefined;
  return blocked(whyNot(view), opened.kind === 'done');
}

function whyNot({ detail, status }: ReplyView): string {
  return `no connection could be opened: ${String(detail ?? status)}`;
}

// Waits on open connections with the heartbeat that the interface asks for: a server may close one that says nothing.

/** In ms: the interface says about 30 seconds. */
const HEARTBEAT = 25_000;

/** When the next heartbeat is due for a wait that begins now; clock time in ms. */
export function nextHeartbeat({ clock }: Pick<ExecutionContext, 'clock'>): number {
  return clock.now() + HEARTBEAT;
}

/** Whether they are answered is not looked at here: what the replies say is judged with the whole trace. */
export function sendHeartbeats({ connections, signal }: ExecutionContext): void {
  for (const connection of connections.opened())
    void connection.request({ name: 'ping' }, { signal }).catch(() => undefined);
}

/** Like `pauseUntil`, with heartbeats on all connections of the attempt. */
export async function listenUntil(
  context: ExecutionContext,
  until: number,
  why: string,
): Promise<Halt | undefined> {
  for (;;) {
    const beat = nextHeartbeat(context);
    if (beat >= until) return pauseUntil(context, until, why);
    const halt = await pauseUntil(context, beat, why);
    if (halt) return halt;
    sendHeartbeats(context);
  }
}
