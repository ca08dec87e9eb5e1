// Waits on open connections with the heartbeat that the interface asks for: a server may close one that says nothing.
import type { Halt, ExecutionContext } from './execution-context.js';
import { pauseUntil } from './execution-context.js';

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
