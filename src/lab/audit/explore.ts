// Searches seeds for the shortest day that breaks a rule, and takes away from it what the breach does not need.
import { orderLines } from '../../audit/days/order-lines.js';
import type { Day, DayStimulus } from '../../audit/days/day.js';
import { isBeyondChance } from '../../audit/rules/experiment.js';
import type { Ruling } from '../../audit/rules/ruling.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import { smallerParts } from '../../harness/witness/minimize.js';
import type { StagedDay } from '../days/stage-day.js';
import type { Audited } from './run-audit.js';

export interface FoundDay {
  readonly rule: ClientRuleId;
  readonly seed: number;
  readonly staged: StagedDay;
  /** Others of the same audit on which it was seen, too. */
  readonly others: readonly StagedDay[];
  /** Ms from the beginning of the day until the rule was broken. */
  readonly after: number;
  readonly ruling: Extract<Ruling, { kind: 'broken' }>;
}

export interface Exploration {
  readonly days: readonly StagedDay[];
  readonly rules: readonly ClientRuleId[];
  /** What the audit with the first seed has come to. */
  readonly first: Audited;
  readonly seed: number;
  /** How many seeds. */
  readonly seeds: number;
  readonly signal: AbortSignal;
  /** An audit of these days; undefined where it came to nothing. */
  readonly look: (
    days: readonly StagedDay[],
    rules: readonly ClientRuleId[],
    seed: number,
  ) => Promise<Audited | undefined>;
}

/** For each rule that is broken on one of the days the one that shows it soonest. */
export async function searchSeeds(
  exploration: Exploration,
  onFound: (found: FoundDay) => void,
): Promise<{ readonly found: readonly FoundDay[]; readonly tried: number }> {
  const { days, rules, seed, seeds, signal, look } = exploration;
  const best = new Map<ClientRuleId, FoundDay>();
  let tried = 0;
  for (let at = 0; at < seeds && !signal.aborted; at++) {
    const audited = at === 0 ? exploration.first : await look(days, rules, seed + at);
    // What was cut short may only seem to be broken.
    if (!audited || signal.aborted) continue;
    tried++;
    for (const rule of rules) {
      const found = foundIn(audited, rule, exploration);
      if (!found || found.after >= (best.get(rule)?.after ?? Infinity)) continue;
      best.set(rule, found);
      onFound(found);
    }
  }
  return { found: [...best.values()], tried };
}

/** The day that shows soonest that the rule is broken. The more seeds, the more chance alone would find. */
function foundIn(
  { ruled, days: first, again }: Audited,
  rule: ClientRuleId,
  { days, seeds }: Pick<Exploration, 'days' | 'seeds'>,
): FoundDay | undefined {
  const ruling = ruled.rulings.get(rule);
  if (ruling?.kind !== 'broken') return undefined;
  if (ruling.chance && !isBeyondChance(seeds * ruling.chance.p)) return undefined;
  const seen = [...first, ...again].flatMap(({ name, day, from, seed }) => {
    const times = ruling.breaches.filter((each) => each.day === name).map(({ at }) => at - from);
    const staged = days.find((each) => each.day.id === day.id);
    return staged && times.length > 0 ? [{ staged, seed, times }] : [];
  });
  // What chance may have brought about takes all that was seen, most likely there where most was.
  const [best, ...others] = ruling.chance
    ? seen.toSorted((a, b) => b.times.length - a.times.length)
    : seen.toSorted((a, b) => Math.min(...a.times) - Math.min(...b.times));
  if (!best) return undefined;
  const after = ruling.chance ? Math.max(...best.times) : Math.min(...best.times);
  const beside = others.filter(({ seed }) => seed === best.seed).map(({ staged }) => staged);
  return { rule, seed: best.seed, staged: best.staged, others: beside, after, ruling };
}

/** Looks for one rule: each takes a few seconds of the machine. */
const MOST_LOOKS = 80;
/** More orders and stimuli than that are not said one by one. */
const MOST_OCCASIONS = 12;

/**
 * The same day with as little as still shows it, as far as that has come at an interrupt; undefined where it shows only
 * beside other days.
 */
export async function shortened(found: FoundDay, exploration: Exploration): Promise<FoundDay | undefined> {
  const { rule, seed } = found;
  let { staged } = found;
  let best: FoundDay | undefined;
  let looks = 0;
  const shows = async (day: Day): Promise<boolean> => {
    if (looks >= MOST_LOOKS || exploration.signal.aborted) return false;
    looks++;
    const days = [{ ...staged, day }];
    const audited = await exploration.look(days, [rule], seed);
    const isOver = exploration.signal.aborted;
    const again = isOver ? undefined : audited && foundIn(audited, rule, { ...exploration, days });
    if (again) best = again;
    return again !== undefined;
  };
  const current = (): FoundDay => best ?? found;
  const end = async (): Promise<unknown> => {
    const { staged: now, after } = current();
    const lasts = Math.ceil(after / 1000) * 1000 + 1000;
    return lasts < now.day.lasts && shows(until(now.day, lasts));
  };
  const minimize = async (all: readonly Part[]): Promise<void> => {
    const { day } = current().staged;
    if (await shows(dayOf(day, []))) return;
    const parts = smallerParts(all, MOST_LOOKS);
    let next = parts.next();
    while (!next.done) next = parts.next(await shows(dayOf(day, next.value)));
  };
  for (const each of [staged, ...found.others]) {
    if (best) break;
    staged = each;
    await shows({ ...staged.day, exercises: [rule] });
  }
  if (exploration.signal.aborted) return current();
  if (!best) return undefined;
  await end();
  await minimize(partsOf(current().staged.day));
  const whole = current();
  await minimize(occasionsOf(whole.staged.day));
  if (partsOf(current().staged.day).length > MOST_OCCASIONS) best = whole;
  await end();
  return current();
}

/** One thing that a day does. */
interface Part {
  readonly fault?: Day['faults'][number];
  readonly stimulus?: DayStimulus;
  readonly order?: Day['orders'][number];
}

function partsOf({ faults, stimuli, orders }: Day): readonly Part[] {
  return [
    ...faults.map((fault) => ({ fault })),
    ...stimuli.map((stimulus) => ({ stimulus })),
    ...orders.map((order) => ({ order })),
  ];
}

/** What comes again and again, each time by itself. */
function occasionsOf(day: Day): readonly Part[] {
  const stimuli = day.stimuli.flatMap((each): DayStimulus[] => {
    const { at = 0, again, times, active = true, ...rest } = each;
    if (again === undefined || each.when) return [each];
    return Array.from({ length: times }, (_, turn) => {
      return { ...rest, at: at + turn * again, active: turn % 2 === 0 ? active : !active, times: 1 };
    });
  });
  const orders = orderLines(day).map(({ at, line }) => {
    return { ...(JSON.parse(line) as Day['orders'][number]), at, times: 1 };
  });
  return partsOf({ ...day, stimuli, orders });
}

function dayOf(day: Day, parts: readonly Part[]): Day {
  return {
    ...day,
    faults: parts.flatMap(({ fault }) => fault ?? []),
    stimuli: parts.flatMap(({ stimulus }) => stimulus ?? []),
    orders: parts.flatMap(({ order }) => order ?? []),
  };
}

/** The day with an earlier end, without what would come after it. */
function until(day: Day, lasts: number): Day {
  const within = <T extends { at?: number | undefined; again?: number | undefined; times: number }>(
    each: T,
  ): T[] => {
    const { at = 0, again = lasts, times } = each;
    const most = Math.floor((lasts - at) / again) + 1;
    return at > lasts ? [] : [{ ...each, times: Math.max(1, Math.min(times, most)) }];
  };
  return { ...day, lasts, stimuli: day.stimuli.flatMap(within), orders: day.orders.flatMap(within) };
}
