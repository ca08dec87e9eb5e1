// Reads the state of a device, which is a refresh of the whole device: over the WebSocket connection when it is
// open, over REST otherwise, and over both together not more often than every 3 seconds (rule client.refresh-spacing).
import { type Answer, verdictOn } from './answer.js';
import type { Basis } from './basis.js';
import type { Connection } from './connection.js';
import { deviceAt } from './operations.js';

/** Rejects when the client is closed. */
export type Refresher = (deviceId: string) => Promise<Answer>;

const SPACING = 3000;
/** The first delay after a loss in ms, so that it is over when the spacing is. */
const LEAST_AFTER_LOSS = 3750;
/** A process that ends in its turn keeps the others waiting for so many ms. */
const LONGEST_TURN = 60_000;
/** A turn usually ends long before it has to, in ms. */
const LOOK_AGAIN = 250;
/** Who has waited for the device so long leaves no time for the reply, in ms. */
const TOO_LATE = 30_000;
const LATE: Answer = { kind: 'not sent', code: 'HELD_BACK', message: 'the turn was nearly over' };

export function createRefresher(basis: Basis, connection: Connection): Refresher {
  const { rest, retry, lanes, denials, holds, backOff, turns, clock, closing } = basis;
  /** Refreshes that have been asked for and not been sent: who asks meanwhile gets the same one. */
  const waiting = new Map<string, Promise<Answer>>();

  const attempt = async (deviceId: string, scope: string): Promise<Answer> => {
    waiting.delete(deviceId);
    const answer = connection.isOpen
      ? await connection.request('device.state.get', { deviceId })
      : await rest({ method: 'GET', path: deviceAt(deviceId) });
    // A refresh of which no reply came may have been granted.
    const maySpend = verdictOn(answer) === 'done' || answer.kind === 'none';
    const spacing = maySpend ? backOff.limited(SPACING) : 0;
    if (maySpend) holds.hold(scope, spacing);
    turns?.keep(scope, spacing);
    return answer;
  };
  /** @returns when it got the turn. */
  const untilTurn = async (scope: string): Promise<number> => {
    for (let wait = turns?.take(scope, LONGEST_TURN); wait; wait = turns?.take(scope, LONGEST_TURN))
      await clock.sleep(Math.min(wait, LOOK_AGAIN), closing);
    return clock.now();
  };
  const refresh = (deviceId: string): Promise<Answer> => {
    const scope = `refresh ${deviceId}`;
    // The queue of the device is for each try anew: commands need not wait until a refresh is allowed.
    const send = async (): Promise<Answer> => {
      for (;;) {
        const late = (await untilTurn(scope)) + TOO_LATE;
        const answer = await lanes.run(deviceId, async () =>
          turns && clock.now() >= late ? LATE : attempt(deviceId, scope),
        );
        if (answer !== LATE) return answer;
        if (clock.now() < late + TOO_LATE) turns?.keep(scope, 0);
      }
    };
    const work = { scope, repeatable: true, leastAfterLoss: LEAST_AFTER_LOSS, send };
    return lanes.run(scope, () => denials.unlessDenied('refresh', deviceId, () => retry(work)));
  };
  return (deviceId) => {
    const under = waiting.get(deviceId);
    if (under) return under;
    const answer = refresh(deviceId).finally(() => {
      if (waiting.get(deviceId) === answer) waiting.delete(deviceId);
    });
    waiting.set(deviceId, answer);
    return answer;
  };
}
