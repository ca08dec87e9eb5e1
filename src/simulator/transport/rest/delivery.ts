// How requests arrive over network connections and what becomes of their replies there, for those who record it.
import type { Socket } from 'node:net';
import type { ServerParts } from '../server-parts.js';
import type { Arrival } from './message.js';

export interface ReplyDeliveries {
  arrival(socket: Socket): SocketArrival;
  /** It is known what became of the reply; only the first word on it counts. */
  settle(arrival: SocketArrival, outcome: DeliveryOutcome): void;
}

export type DeliveryOutcome = 'handed-over' | 'lost' | 'cut';

export interface SocketArrival extends Arrival {
  readonly on: KnownSocket;
}

/** In ms; what is later is recorded. */
const AT_ONCE = 1;

interface KnownSocket {
  readonly number: number;
  /** The request that is under way, of which it is not known yet what becomes. */
  current: SocketArrival | undefined;
  /** Clock time in ms. */
  endedAt: number | undefined;
}

/** Undefined where nobody records. */
export function createReplyDeliveries(
  { traffic, clock }: ServerParts,
  instance?: string,
): ReplyDeliveries | undefined {
  if (!traffic) return undefined;
  const known = new WeakMap<Socket, KnownSocket>();
  let count = 0;
  const knownSocket = (socket: Socket): KnownSocket => {
    const before = known.get(socket);
    if (before) return before;
    const own: KnownSocket = { number: ++count, current: undefined, endedAt: undefined };
    known.set(socket, own);
    socket.once('close', () => {
      own.endedAt = clock.now();
      // Who has hung up does not wait for the reply, however long it takes.
      const origin = own.current?.origin;
      if (!origin?.row) return;
      own.current = undefined;
      traffic.delivered(origin, 'cut');
    });
    return own;
  };
  return {
    arrival: (socket) => {
      const on = knownSocket(socket);
      on.current = { on, from: clock.now(), socket: on.number, instance, origin: undefined };
      return on.current;
    },
    settle: (arrival, outcome) => {
      const { origin, on } = arrival;
      const isSettled = on.current !== arrival;
      on.current = undefined;
      if (isSettled || !origin?.row) return;
      // With the answer itself it is known that it left, unless something held it up.
      if (outcome === 'handed-over' && clock.now() - origin.row.answeredAt <= AT_ONCE) return;
      // The caller may have hung up long before the reply was ready.
      traffic.delivered(origin, outcome, outcome === 'cut' ? on.endedAt : undefined);
    },
  };
}
