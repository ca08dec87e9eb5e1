// Lets a client live through days in virtual time, and asks the judge about it.
import type { Day } from '../../src/audit/days/day.js';
import { judgeDays, suspicionsOf } from '../../src/audit/outcome/settle.js';
import { CALM } from '../../src/audit/rules/ruling.js';
import type { Ruling, TestedChance } from '../../src/audit/rules/ruling.js';
import type { ClientTraffic } from '../../src/audit/traffic/traffic.js';
import { CLIENT_RULES, type ClientRuleId } from '../../src/contract/rules/client.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import { runVirtualDay } from './virtual-day.js';
import type { StagedDay } from '../../src/lab/days/stage-day.js';
import { clientWith, type Differ } from './client-under-test.js';

export interface Stage {
  readonly days: readonly StagedDay[];
  readonly dialect: Dialect;
}

export interface Lived {
  readonly rulings: ReadonlyMap<ClientRuleId, Ruling>;
  /** What chance says of each experiment before any day is lived again. */
  readonly chances: readonly TestedChance[];
  readonly traffic: readonly ClientTraffic[];
  readonly bugs: readonly unknown[];
}

export interface LifeOptions {
  readonly differ: Differ;
  readonly seed: number;
  readonly instances?: number;
  /** Ids of the days beside the calm one; default: all. */
  readonly days?: readonly string[];
}

export async function live({ days, dialect }: Stage, options: LifeOptions): Promise<Lived> {
  const { differ, seed, instances = 1 } = options;
  const meant = days.filter(({ day: { id } }) => id === CALM || (options.days?.includes(id) ?? true));
  const bugs: unknown[] = [];
  const traffic: ClientTraffic[] = [];
  const liveOne = async (staged: StagedDay, name: string, daySeed: number): Promise<void> => {
    const client = clientWith(differ);
    const lived = await runVirtualDay({ staged, name, dialect, seed: daySeed, instances, client });
    bugs.push(...lived.bugs.map((bug) => `${name}: ${String(bug)}`));
    if (lived.traffic) traffic.push(lived.traffic);
  };
  for (const staged of meant) await liveOne(staged, staged.day.id, seed);
  let ruled = judgeDays('c', traffic, ALL);
  const chances = [...ruled.rulings.values()].flatMap(({ chance }) => chance ?? []);
  for (let round = 1; round <= 2; round++) {
    const suspected = new Set(
      [...suspicionsOf(ruled).values()].flat().map((name) => name.replace(/ .*/, '')),
    );
    if (suspected.size === 0) break;
    for (const staged of meant)
      if (suspected.has(staged.day.id))
        await liveOne(staged, `${staged.day.id} ${round}`, seed + 1000 * round);
    ruled = judgeDays('c', traffic, ALL);
  }
  return { rulings: ruled.rulings, chances, traffic, bugs };
}

const ALL = CLIENT_RULES.map(({ id }) => id);

/** The days beside the calm one on which a client can break the rule. */
export function daysFor(rule: ClientRuleId, days: readonly { readonly day: Day }[]): readonly string[] {
  return days.filter(({ day }) => day.exercises.includes(rule)).map(({ day: { id } }) => id);
}
