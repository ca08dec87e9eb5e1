// Opens connections: with patience where a step only prepares something.
import { interferenceIn } from '../../target/interference.js';
import { retry } from '../../target/retry.js';
import { blocked } from './execution-context.js';
const MOST_TRIES = 8;
/** Opens the connection unless it is open; undefined when it is. */
export async function ensureOpen(context, name, client) {
    const connection = context.connections.get(name);
    return connection && !connection.closed ? undefined : connectPatiently(context, name, client);
}
/** Opens a connection under this name with a fresh ticket, again and again with growing delays. */
export async function connectPatiently(context, name, client) {
    const opened = await retry({
        clock: context.clock,
        limits: { tries: MOST_TRIES },
        signal: context.signal,
        attempt: async () => {
            const view = await context.connections.open(name, client, context.signal);
            const by = interferenceIn(view);
            if (by)
                context.notes.disturbed(by.kind, whyNot(view));
            return view;
        },
        hindranceOf: interferenceIn,
        onWait: (until, { kind }) => context.waiting(until, `${kind}: opening ${name} again`),
    });
    if (opened.kind === 'interrupted')
        return { kind: 'interrupted' };
    const view = opened.result;
    if (view['outcome'] === 'open')
        return undefined;
    return blocked(whyNot(view), opened.kind === 'done');
}
function whyNot({ detail, status }) {
    return `no connection could be opened: ${String(detail ?? status)}`;
}
