// The peripherals that speak without being asked. They do so while somebody could hear them.
import type { Clock, Timer } from '../../../kernel/clock.js';
import type { Spontaneous } from './peripheral.js';

export interface Voices {
  /** A transceive begins to listen. */
  attend(): void;
  /** It listens no more; when nobody does, the peripherals rest. */
  leave(): void;
  /** Whether somebody wants the events. */
  watch(on: boolean): void;
}

export interface Voice extends Spontaneous {
  readonly say: () => void;
}

/** @param origin clock time from which their moments count: these are the same, whoever listens. */
export function createVoices(voices: readonly Voice[], clock: Clock, origin: number): Voices {
  const timers = new Map<Voice, Timer>();
  let ears = 0;
  let watched = false;

  const arm = (voice: Voice): void => {
    const since = clock.now() - origin - voice.phase;
    const next = since < 0 ? 0 : Math.floor(since / voice.interval) + 1;
    const speak = (): void => {
      arm(voice);
      voice.say();
    };
    timers.set(voice, clock.setTimer('chatty peripheral', next * voice.interval - since, speak));
  };

  const attend = (): void => {
    ears++;
    if (ears === 1) voices.forEach(arm);
  };
  const leave = (): void => {
    ears--;
    if (ears > 0) return;
    for (const timer of timers.values()) timer.cancel();
    timers.clear();
  };

  return {
    attend,
    leave,
    watch: (on) => {
      if (on === watched) return;
      watched = on;
      if (on) attend();
      else leave();
    },
  };
}
