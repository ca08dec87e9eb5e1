// Opens connections: with patience where a step only prepares something.
import { interferenceIn } from '../../target/interference.js';
import { retry } from '../../target/retry.js';
import type { ReplyView } from '../view/reply-view.js';
import { blocked, type Halt, type ExecutionContext } from './execution-context.js';

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
    onWait: (until, { kind }) => context.waiting(until, `${kind}: opening ${name} again`),
  });
  if (opened.kind === 'interrupted') return { kind: 'interrupted' };
  const view = opened.result;
  if (view['outcome'] === 'open') return undefined;
  return blocked(whyNot(view), opened.kind === 'done');
}

function whyNot({ detail, status }: ReplyView): string {
  return `no connection could be opened: ${String(detail ?? status)}`;
}
