// Times and counts in the words of findings.
import type { ClientTraffic } from '../traffic/traffic.js';

/** A moment as time since the beginning of the day: `14.2 s`. */
export function instant(day: Pick<ClientTraffic, 'from'>, at: number): string {
  return `${((at - day.from) / 1000).toFixed(1)} s`;
}

/** A span of time: `1,204 ms`, and `45 s` from ten seconds on. */
export function spanWords(ms: number): string {
  if (ms >= 10_000) return `${Number((ms / 1000).toFixed(1)).toLocaleString('en-US')} s`;
  return `${Math.round(ms).toLocaleString('en-US')} ms`;
}

const MOST_SHOWN = 12;

/** The first of them, and how many there are beside. */
export function spans(list: readonly number[]): string {
  const shown = list.slice(0, MOST_SHOWN).map(spanWords).join(', ');
  const more = list.length - MOST_SHOWN;
  return more > 0 ? `${shown} and ${more.toLocaleString('en-US')} more` : shown;
}
