// Chains of tries: a request that was refused in one way, and what the same process sent for the same purpose next.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { groupBy } from '../../kernel/group-by.js';
import { byActor, IN_FLIGHT, purposeOf, settledAt } from './facts.js';
import type { Rhythm } from './rhythm.js';

export interface Chain {
  readonly day: ClientTraffic;
  /** The first was refused; of the others, all but the last one at least. */
  readonly tries: readonly ClientExchange[];
  /** From the refusal of a try to the next one, in ms. */
  readonly delays: readonly number[];
  /** Tries that were sent while another one was under way. */
  readonly atOnce: readonly (readonly [ClientExchange, ClientExchange])[];
}

/** Nobody has read a reply and sent the next request so soon over another connection, in ms. */
const AT_ONCE = 5;
/** Who waits so many times longer than before, after so many equal waits, had given up. */
const LONGER = 3;
const EQUAL_WAITS = 4;
const EQUAL = 1.3;

/** After such a rest a new chain begins, in ms. */
const REST = 30_000;

export interface ChainRules {
  isRefused(exchange: ClientExchange): boolean;
  /** What comes no sooner than usual is no try. */
  readonly rhythm: Rhythm;
}

/** Chains of two tries and more, and lone refusals as chains of one. */
export function chainsOf(
  day: ClientTraffic,
  isMeant: (exchange: ClientExchange) => boolean,
  rules: ChainRules,
): readonly Chain[] {
  return [...byActor(day).values()].flatMap((exchanges) =>
    [...groupBy(exchanges.filter(isMeant), purposeOf)].flatMap(([purpose, same]) =>
      chainsIn(day, purpose, same, rules),
    ),
  );
}

function chainsIn(
  day: ClientTraffic,
  purpose: string,
  exchanges: readonly ClientExchange[],
  { isRefused, rhythm }: ChainRules,
): Chain[] {
  const chains: Chain[] = [];
  let tries: ClientExchange[] = [];
  let delays: number[] = [];
  let atOnce: [ClientExchange, ClientExchange][] = [];
  const end = (): void => {
    if (tries.length > 0) chains.push({ day, tries, delays, atOnce });
    tries = [];
    delays = [];
    atOnce = [];
  };
  for (const each of exchanges) {
    const before = tries.at(-1);
    const settled = before && settledAt(before);
    const delay = settled === undefined ? undefined : each.cameAt - settled;
    const isAtOnce = delay !== undefined && delay < AT_ONCE && !isOnSocketOf(before, each);
    if (before && (delay === undefined || delay < 0 || (isAtOnce && tries.length > 1))) {
      // Sent together with the first one: of the refusal nobody knew.
      const knewOfOne =
        tries.length > 1 && each.cameAt - (settledAt(tries[0] ?? before) ?? Infinity) >= IN_FLIGHT;
      if (knewOfOne) atOnce.push([before, each]);
      continue;
    }
    if (before && delay !== undefined && isNew(before, each, delay, delays, rhythm(purpose))) end();
    const goesOn = tries.length > 0;
    if (goesOn && delay !== undefined) delays.push(delay);
    if (goesOn || isRefused(each)) tries.push(each);
    if (goesOn && !isRefused(each)) end();
  }
  end();
  return chains;
}

function isOnSocketOf(before: ClientExchange | undefined, each: ClientExchange): boolean {
  return each.socket !== undefined && each.socket === before?.socket;
}

/** Whether a request is no further try of the chain, but the beginning of another one. */
function isNew(
  before: ClientExchange,
  each: ClientExchange,
  delay: number,
  delays: readonly number[],
  usual: number,
): boolean {
  if (delay >= Math.min(REST, usual)) return true;
  const longest = Math.max(...delays);
  if (delays.length < 2 || delay < LONGER * longest) return false;
  const isAnotherCommand = before.key !== each.key;
  const wereEqual = delays.length >= EQUAL_WAITS && longest <= EQUAL * Math.min(...delays);
  return isAnotherCommand || wereEqual;
}
