// Lets a peripheral that speaks unasked do so, for as long as somebody could hear it.
import type { Clock, Timer } from '../../../kernel/clock.js';
import type { Peripheral } from './peripheral.js';

export interface Spontaneous {
  start(): void;
  stop(): void;
}

/** @param origin clock time from which the moments count: they are the same whenever it is started. */
export function createSpontaneous(
  { spontaneous }: Peripheral,
  clock: Clock,
  origin: number,
  say: (bytes: Uint8Array) => void,
): Spontaneous {
  let timer: Timer | undefined;
  const arm = (): void => {
    if (!spontaneous) return;
    const { bytes, interval, phase } = spontaneous;
    const since = clock.now() - origin - phase;
    const next = since < 0 ? 0 : Math.floor(since / interval) + 1;
    timer = clock.setTimer('chatty peripheral', next * interval - since, () => {
      arm();
      say(bytes);
    });
  };
  return {
    start: () => {
      if (!timer) arm();
    },
    stop: () => {
      timer?.cancel();
      timer = undefined;
    },
  };
}
