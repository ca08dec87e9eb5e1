// One try to connect: a ticket, and right after it the connection that it is for (rule client.ticket-just-in-time).
import { type Answer, type Fields, readResponse, type Verdict, verdictOn } from './answer.js';
import type { Basis } from './basis.js';
import { createSession, type Session } from './session.js';
import { within } from './within.js';

/** Undefined when there is no connection; what has to be kept before the next try is in the holds. */
export type Connect = () => Promise<Session | undefined>;

export const CONNECT = 'connect';

/** How long the opening handshake may take, in ms. */
const PATIENCE = 10_000;
/** A definitive refusal is not asked for again for so long, in ms (rule client.no-retry-unchanged). */
const REFUSED_FOR = 60_000;

export function createConnect(basis: Basis, wsUrl: string, onFrame: (frame: Fields) => void): Connect {
  const { rest, sockets, clock, holds, backOff, closing } = basis;
  const keep = (answer: Answer, verdict: Verdict): void => {
    const announced = answer.kind === 'reply' ? answer.retryAfter : undefined;
    if (verdict === 'limited') holds.hold(CONNECT, backOff.limited(announced ?? 0));
    if (verdict === 'final') holds.hold(CONNECT, backOff.limited(REFUSED_FOR));
  };
  const open = async (ticket: string): Promise<Session | undefined> => {
    const { input, start } = createSession(clock, closing, onFrame);
    const url = `${wsUrl}/svc/v1/ws?ticket=${encodeURIComponent(ticket)}`;
    const opened = await within(PATIENCE, clock, closing, (signal) => sockets.open(url, input, signal));
    if (!('status' in opened)) return start(opened);
    const answer = readResponse(opened);
    // A refused ticket is no reason to wait longer: the next try has a ticket of its own.
    if (opened.status !== 401) keep(answer, verdictOn(answer));
    return undefined;
  };
  return async () => {
    const answer = await rest({ method: 'POST', path: '/ws/ticket' });
    const verdict = verdictOn(answer);
    keep(answer, verdict);
    const ticket = verdict === 'done' && answer.kind === 'reply' ? answer.data['ticket'] : undefined;
    if (typeof ticket !== 'string') return undefined;
    try {
      return await open(ticket);
    } catch {
      closing.throwIfAborted();
      return undefined;
    }
  };
}
