// Numbers and times as the page writes them.

/** `980 ms`, `2.4 s`, `3 min 5 s`. */
export function durationWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.floor((ms % 60_000) / 1000);
  if (minutes < 60) return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `11:53:27.112`, in UTC, as the journal and the command line have it. */
export function timeOfDay(ms: number, digits: 0 | 3 = 3): string {
  return new Date(ms).toISOString().slice(11, digits === 3 ? 23 : 19);
}

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function number(value: number): string {
  return GROUPED.format(value);
}

export function pluralWords(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A value without digits that say nothing. */
export function readingWords(value: number): string {
  return String(Number(value.toPrecision(6)));
}
