// Shows the service every 30 seconds that the client is alive, and the client that the connection is
// (rule client.heartbeat). A connection on which no reply comes is ended, so that another one is made.
import { verdictOn } from './answer.js';
import type { BackOff } from './back-off.js';
import type { Clock } from './ports.js';
import type { Session } from './session.js';

/** Resolves when the connection has ended. */
export type Heartbeat = (session: Session) => Promise<void>;

const INTERVAL = 30_000;
/** How long the reply to a ping may take, in ms. */
const PATIENCE = 10_000;

export function createHeartbeat(clock: Clock, backOff: BackOff): Heartbeat {
  const beat = async (session: Session): Promise<void> => {
    for (let wait = INTERVAL; ;) {
      await clock.sleep(wait, session.ended);
      const sentAt = clock.now();
      const answer = await session.request('session.ping', {}, PATIENCE);
      const verdict = verdictOn(answer);
      if (answer.kind === 'none') session.cut();
      const announced = verdict === 'limited' && answer.kind === 'reply' ? (answer.retryAfter ?? 0) : 0;
      const regular = sentAt + INTERVAL - clock.now();
      wait = announced > 0 ? Math.max(regular, backOff.limited(announced)) : regular;
    }
  };
  return async (session) => {
    try {
      await beat(session);
    } catch (error) {
      // The wait is over because the connection is.
      if (!session.ended.aborted) throw error;
    }
  };
}
