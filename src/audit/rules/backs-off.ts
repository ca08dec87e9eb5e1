// client.backs-off-when-busy and client.backs-off-on-500: never two tries at once, and delays that grow.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import { defined } from '../../kernel/defined.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import { breach, instant, spans, verdict } from './breach.js';
import {
  byWorker,
  exchangeName,
  IN_FLIGHT,
  isClientRefresh,
  isCommand,
  isFailed,
  isOnSameSocket,
  purposeOf,
  refusedAsBusy,
  settledAt,
} from './facts.js';
import { pWords, worstPart } from './experiment.js';
import { growthOf } from './growth.js';
import { type Rhythm, rhythmOf } from './rhythm.js';
import type { ClientBreach, ClientRule, Ruling } from './ruling.js';
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { groupBy } from '../../kernel/group-by.js';

interface Kind {
  readonly id: ClientRuleId;
  readonly code: string;
  readonly needs: string;
  isRefused(exchange: ClientExchange): boolean;
  /** Requests that the rule is about. */
  isMeant(exchange: ClientExchange): boolean;
}

export const backsOffWhenBusy = backsOff({
  id: 'client.backs-off-when-busy',
  code: 'DEVICE_BUSY',
  needs: 'the day of busy devices: the client has to send a command or a refresh that meets DEVICE_BUSY',
  isRefused: refusedAsBusy,
  isMeant: (each) => isCommand(each) || isClientRefresh(each),
});

export const backsOffOn500 = backsOff({
  id: 'client.backs-off-on-500',
  code: 'INTERNAL_ERROR',
  needs:
    'the day of the failing service: the client has to send a request that is answered with INTERNAL_ERROR',
  isRefused: isFailed,
  // How it connects is a rule of its own.
  isMeant: ({ what }) => what !== 'ticket.create' && what !== 'session.ping',
});

function backsOff({ id, code, needs, isRefused, isMeant }: Kind): ClientRule {
  return {
    id,
    judge: (evidence) => {
      const rhythm = rhythmOf(evidence, purposeOf);
      const chains = evidence.days.flatMap((day) => chainsOf(day, isMeant, { isRefused, rhythm }));
      // What is about no device may be asked by several at a time, each for itself.
      const ofDevices = chains.filter(({ tries: [first] }) => first?.deviceId !== undefined);
      const atOnce = ofDevices.flatMap((chain) => concurrent(chain, code));
      if (atOnce.length > 1) return verdict({ n: chains.length, breaches: atOnce, needs });
      // Who is patient with the one sort of requests may hammer with the other; the budget bounds how refreshes grow.
      const commands = chains.filter(({ tries: [first] }) => first && isCommand(first));
      const hasty = chains.filter(isHastyRefresh);
      const isTold = (part: readonly Chain[]): boolean => part.flatMap(chosenDelays).length >= ENOUGH / 2;
      const parts = [commands, hasty].filter(isTold);
      const ruled = (part: readonly Chain[]): Ruling =>
        judgeGrowth(part, { code, needs }, evidence.isInterim);
      const all = ruled(chains);
      const isOpen = evidence.days.some(({ exchanges }) => exchanges.some(isCommand)) && !isTold(commands);
      const lacks = isOpen && !isNeverTried(commands) ? `commands that are answered with ${code}` : undefined;
      return worstPart({ ...defined({ lacks }), ...all }, parts.map(ruled));
    },
  };
}

function concurrent({ day, atOnce }: Chain, code: string): ClientBreach[] {
  return atOnce.map(([first, second]) =>
    breach(
      day,
      [first, second],
      `${exchangeName(second)} was sent at ${instant(day, second.cameAt)}, while ${exchangeName(first)} was under way`,
      `after ${code} one try at a time`,
    ),
  );
}

/** A refresh that comes so soon after the budget is back has waited for it, in ms from try to try. */
const SPACING = { least: REFRESH_MIN_INTERVAL, most: 1.2 * REFRESH_MIN_INTERVAL };

/**
 * The delays that tell how the client backs off: who keeps the refresh budget waits for it however that is, and a
 * machine that was late has made them longer.
 */
function chosenDelays({ day, tries, delays }: Chain): readonly number[] {
  return delays.filter((_, at) => {
    const [before, next] = tries.slice(at, at + 2);
    if (!before || !next) return true;
    if (day.late.some(({ from, to }) => from < next.cameAt && to > before.cameAt)) return false;
    if (!isClientRefresh(next)) return true;
    const distance = next.cameAt - before.cameAt;
    return distance < SPACING.least || distance > SPACING.most;
  });
}

function isHastyRefresh({ tries: [first], delays }: Chain): boolean {
  return first !== undefined && isClientRefresh(first) && delays.every((each) => each < SPACING.least);
}

function judgeGrowth(
  chains: readonly Chain[],
  { code, needs }: Pick<Kind, 'code' | 'needs'>,
  isInterim: boolean | undefined,
): Ruling {
  const { kind, n, ratio, p, isSuspicious } = growthOf(chains.map(chosenDelays), isInterim);
  const long = chains.filter(({ delays }) => delays.length >= 2);
  const right = `after ${code} delays that grow: the later ones in the mean at least 1.3 times the earlier ones`;
  const seen = long.map((chain) => {
    const times = spans(chain.delays);
    return breach(chain.day, chain.tries, `tried again after ${times}`, right);
  });
  const retried = chains.filter(({ delays }) => delays.length > 0).length;
  const isEnough = n >= ENOUGH || isNeverTried(chains);
  const open = isEnough ? {} : { lacks: `${n} of ${ENOUGH} delays in chains of three tries or more` };
  if (kind === 'none' || kind === 'do not grow') {
    const breaches = seen.map((each) => ({ ...each, right: `${each.right} (${pWords(p)})` }));
    return { kind: 'broken', n, breaches };
  }
  if (chains.length === 0) return verdict({ n: 0, breaches: [], needs });
  if (kind === 'grow' || retried === 0) return { kind: 'holds', n: Math.max(n, chains.length), ...open };
  const why =
    kind === 'too few'
      ? `${chains.some((each) => chosenDelays(each).length > 1) ? n : 0} delays in chains of three tries or more are too few to tell whether they grow; it takes 5`
      : `the delays may grow: later over earlier is ${ratio.toFixed(2)} with n = ${n}, and delays that double with chance in them look like that with ${pWords(p)}`;
  return { kind: 'undecided', n, why, seen, isSuspicious, ...open };
}

/** Delays that tell whether they grow. */
const ENOUGH = 12;
/** Who never tries again keeps the rule; so many refusals show it. */
const NEVER_AGAIN = 8;

function isNeverTried(chains: readonly Chain[]): boolean {
  return chains.length >= NEVER_AGAIN && chains.every(({ delays }) => delays.length === 0);
}

// Chains of tries: a request that was refused in one way, and what the same process sent for the same purpose next.

interface Chain {
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
/** Who goes round does not come to the same command sooner, in ms: it is tried again. */
const ROUND = 5000;

interface ChainRules {
  isRefused(exchange: ClientExchange): boolean;
  /** What comes no sooner than usual is no try. */
  readonly rhythm: Rhythm;
}

/** Chains of two tries and more, and lone refusals as chains of one. */
function chainsOf(
  day: ClientTraffic,
  isMeant: (exchange: ClientExchange) => boolean,
  rules: ChainRules,
): readonly Chain[] {
  return [...byWorker(day).values()].flatMap((exchanges) =>
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
    const isSoon = delay !== undefined && delay < AT_ONCE && !day.isVirtual;
    const isAtOnce = before && isSoon && !isOnSameSocket(each, before);
    if (before && (delay === undefined || delay < 0 || (isAtOnce && tries.length > 1))) {
      // Sent together with the first one: of the refusal nobody knew.
      const knewOfOne =
        tries.length > 1 && each.cameAt - (settledAt(tries[0] ?? before) ?? Infinity) >= IN_FLIGHT;
      if (knewOfOne) atOnce.push([before, each]);
      continue;
    }
    if (before && delay !== undefined && isNew(before, each, delay, delays, rhythm(purpose, day))) end();
    const goesOn = tries.length > 0;
    if (goesOn && delay !== undefined) delays.push(delay);
    if (goesOn || isRefused(each)) tries.push(each);
    if (goesOn && !isRefused(each)) end();
  }
  end();
  return chains;
}

/** Whether a request is no further try of the chain, but the beginning of another one. */
function isNew(
  before: ClientExchange,
  each: ClientExchange,
  delay: number,
  delays: readonly number[],
  usual: number,
): boolean {
  const isSameCommand = before.key !== undefined && before.key === each.key;
  if (delay >= Math.min(REST, isSameCommand ? Math.max(usual, ROUND) : usual)) return true;
  const longest = Math.max(...delays);
  if (delays.length < 2 || delay < LONGER * longest) return false;
  const wereEqual = delays.length >= EQUAL_WAITS && longest <= EQUAL * Math.min(...delays);
  return before.key !== each.key || wereEqual;
}
