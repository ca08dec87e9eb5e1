// What of a trace a finding rests on.
import type { TraceRecord } from '../trace/record.js';
import type { SightedExchange, Sights } from './sights.js';

/** What of a finding tells what it rests on. */
export interface Grounded {
  /** Of the trace of its check. */
  readonly exchanges: readonly number[];
  /** It was found by a step, which rests on what came before it, too. */
  readonly ofStep: boolean;
  readonly rule: string;
}

/** Rules about who may ask, and about heartbeats: what was asked of devices before decides nothing of them. */
const OF_CALLER = /^(?:auth|scope|version|envelope)\.|^ws\.(?:ticket|ping)/;
/** Rules about what has to be refused for who asks: where it was granted, no value in it can be the reason. */
export const OF_REFUSED_CALLER = /^(?:auth|scope)\./;
/** Rules about a request that comes twice as it is: whatever it means, it means the same. */
export const OF_REPEATS = /^idempotency\.(?:same-command|across-channels|timeout-is-final)/;

/** Rules that settings are written, kept and refused by, and nothing that they bring about. */
export const OF_SETTINGS =
  /^(?:auth|scope)\.|^idempotency\.reused|^(?:devices\.config-read|relay\.jog-config|rs485\.baud-rate)$/;

/** The exchanges of a trace that a finding rests on: its own, and of a step those before it that may decide what came. */
export function groundsOf(
  { exchanges, ofStep, rule }: Grounded,
  { exchanges: all }: Sights,
): (one: SightedExchange) => boolean {
  if (!ofStep) return ({ id }) => exchanges.length === 0 || exchanges.includes(id);
  const last = exchanges.length === 0 ? Infinity : Math.max(...exchanges);
  const devices = new Set(all.flatMap((each) => (exchanges.includes(each.id) ? [each.deviceId] : [])));
  const isOfAny = devices.size === 0 || devices.has(undefined);
  return ({ id, deviceId }) =>
    exchanges.includes(id) ||
    (id <= last &&
      !(OF_CALLER.test(rule) && exchanges.length > 0) &&
      (isOfAny || deviceId === undefined || devices.has(deviceId)));
}

/**
 * A line of requests or of a stimulus, and how it may be read as well; or a shape of which no request was ever granted.
 */
export interface UnprovenLine {
  /** What it says, and what of that is a guess, in words. */
  readonly words: string;
  /** Another reading, in words, that fits all that was seen as well. */
  readonly now?: string;
  rests(finding: Grounded, trace: readonly TraceRecord[]): boolean;
}

export type SightsOf = (trace: readonly TraceRecord[]) => Sights;
