// The orders of a day as the lines that a client gets on its input, each at its time.
import type { Day } from './day.js';

export interface OrderLine {
  /** Ms from the beginning of the day. */
  readonly at: number;
  /** One JSON object, without the line break. */
  readonly line: string;
  /**
   * It is for one of several processes, always the same one: who has commanded a device reads it after each reconnection,
   * and it has one budget of refreshes for all of them.
   */
  readonly soleDevice?: string;
  /** It holds for the rest of the day. */
  readonly isLasting: boolean;
}

export function orderLines({ orders }: Pick<Day, 'orders'>): readonly OrderLine[] {
  return orders
    .flatMap(({ at, again = 0, times, ...order }) =>
      Array.from({ length: times }, (_, turn) => ({
        at: at + turn * again,
        line: JSON.stringify(turned(order, turn)),
        isLasting: order.do === 'listen',
        ...('deviceId' in order && { soleDevice: String(order['deviceId']) }),
      })),
    )
    .toSorted((a, b) => a.at - b.at);
}

const OPPOSITE: Readonly<Record<string, string>> = { on: 'off', off: 'on', jog: 'jog' };

/** Relays that are switched again and again go on and off in turn. */
function turned(order: Readonly<Record<string, unknown>>, turn: number): Readonly<Record<string, unknown>> {
  const { relays } = order;
  if (turn % 2 === 0 || !Array.isArray(relays)) return order;
  return {
    ...order,
    relays: relays.map((each: { action: string }) => ({
      ...each,
      action: OPPOSITE[each.action] ?? each.action,
    })),
  };
}
