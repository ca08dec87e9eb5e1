// Puts rulings together from what was found, and words for it: times and counts.
import { defined } from '../../kernel/defined.js';
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import type { ClientBreach, Ruling } from './ruling.js';

/** @param at default: when the last of the exchanges came. */
export function breach(
  day: ClientTraffic,
  exchanges: readonly ClientExchange[],
  done: string,
  right: string,
  at = exchanges.at(-1)?.cameAt ?? day.from,
): ClientBreach {
  return { day: day.day, at, exchanges: exchanges.map(({ id }) => id), done, right };
}

/** What was found of one process, device or connection. */
export interface PartialRuling {
  /** Occasions on which the rule was put to the test. */
  n: number;
  readonly breaches: ClientBreach[];
  /** What could be a breach, or not. */
  readonly doubts: ClientBreach[];
}

export function together(parts: readonly PartialRuling[]): PartialRuling {
  return {
    n: parts.reduce((total, { n }) => total + n, 0),
    breaches: parts.flatMap(({ breaches }) => breaches),
    doubts: parts.flatMap(({ doubts }) => doubts),
  };
}

export interface Found {
  /** Occasions on which the rule was put to the test. */
  readonly n: number;
  readonly breaches: readonly ClientBreach[];
  /** What could be a breach, or not. */
  readonly doubts?: readonly ClientBreach[];
  /** Why nothing can be said for certain, where there are doubts; default: what would have been right. */
  readonly why?: string;
  /** More of the doubts are worth a day. */
  readonly isSuspicious?: boolean;
  /** What it would take to put the rule to the test. */
  readonly needs: string;
  /** So many times is enough to say that it holds. */
  readonly enough?: number;
  /** Of the days that go on: something has begun that will be an occasion if it lasts. */
  readonly isComing?: boolean;
}

/** Fewer times leave it open whether a rule holds. */
const ENOUGH = 5;

/** Breaches outrank doubts, doubts outrank what went well. */
export function verdict(found: Found): Ruling {
  const { n, breaches, doubts = [], why, isSuspicious, needs, enough = ENOUGH, isComing } = found;
  if (breaches.length > 0) return { kind: 'broken', n: Math.max(n, breaches.length), breaches };
  const lacks = n < enough ? { lacks: n === 0 ? needs : `${n} of ${enough} occasions` } : {};
  const [first] = doubts;
  if (first)
    return {
      kind: 'undecided',
      n,
      why: why ?? first.right,
      seen: doubts,
      ...defined({ isSuspicious }),
      ...lacks,
    };
  if (n > 0) return { kind: 'holds', n, ...lacks };
  return { kind: 'not exercised', needs, ...lacks, ...defined({ isComing }) };
}

/** What another reason may bring about once: twice it is a breach, and once it is worth another day. */
export function ifTwice(seen: readonly ClientBreach[]): Pick<Found, 'breaches' | 'doubts' | 'isSuspicious'> {
  return seen.length > 1 ? { breaches: seen } : { breaches: [], doubts: seen, isSuspicious: seen.length > 0 };
}

// Times and counts in the words of findings.

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
