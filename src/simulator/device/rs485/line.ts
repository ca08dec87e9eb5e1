// The pair of wires: bytes take their time, and two who speak at once spoil each other.
import type { Clock } from '../../../kernel/clock.js';
import type { SerialFormat } from './rs485-spec.js';

/** How long so many bytes occupy the line, in ms. */
export function lineTime(bytes: number, baudRate: number, { parity, stopBits }: SerialFormat): number {
  const bits = 1 + 8 + (parity === 'none' ? 0 : 1) + stopBits;
  return (bytes * bits * 1000) / baudRate;
}

export interface Line {
  /** Occupies the line from now on; `arrive` is called at the last byte. */
  send(duration: number, arrive: (collided: boolean) => void): void;
}

interface Transmission {
  readonly end: number;
  collided: boolean;
}

export function createLine(clock: Clock): Line {
  const running = new Set<Transmission>();
  return {
    send: (duration, arrive) => {
      const now = clock.now();
      const sent: Transmission = { end: now + duration, collided: false };
      for (const other of running) {
        if (other.end <= now) continue;
        other.collided = true;
        sent.collided = true;
      }
      running.add(sent);
      clock.setTimer('rs485 line', duration, () => {
        running.delete(sent);
        arrive(sent.collided);
      });
    },
  };
}
