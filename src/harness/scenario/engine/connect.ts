// Opens connections: with patience where a step only prepares something.
import { growingDelay } from '../../target/growing-delay.js';
import { disturbanceOf } from './disturbance.js';
import { blocked, type Halt, pauseUntil, type ExecutionContext } from './execution-context.js';

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
  for (let tries = 1; ; tries++) {
    const view = await context.connections.open(name, client, context.signal);
    if (view['outcome'] === 'open') return undefined;
    const why = `no connection could be opened: ${String(view['detail'] ?? view['status'])}`;
    const by = disturbanceOf(view);
    if (!by) return blocked(why, true);
    context.notes.disturbed(by, why);
    if (tries >= MOST_TRIES) return blocked(why);
    const until = context.clock.now() + growingDelay(tries);
    const halt = await pauseUntil(context, until, `${by}: opening ${name} again`);
    if (halt) return halt;
  }
}
