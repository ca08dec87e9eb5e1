// Lets a client live through days in virtual time, and asks the judge about it.
import type { Day } from '../../src/audit/days/day.js';
import type { Evidence, Ruling } from '../../src/audit/rules/ruling.js';
import { CLIENT_JUDGES } from '../../src/audit/rules/rules.js';
import type { ClientTraffic } from '../../src/audit/traffic/traffic.js';
import type { ClientRuleId } from '../../src/contract/rules/client.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import { runVirtualDay } from '../../src/lab/days/run-virtual-day.js';
import type { StagedDay } from '../../src/lab/days/stage-day.js';
import { clientWith, type Differ } from './client-under-test.js';

export interface Stage {
  readonly days: readonly StagedDay[];
  readonly dialect: Dialect;
}

export interface Lived {
  readonly rulings: ReadonlyMap<ClientRuleId, Ruling>;
  readonly traffic: readonly ClientTraffic[];
  readonly bugs: readonly unknown[];
}

const CALM = 'calm';

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
  for (const staged of meant) {
    const client = clientWith(differ);
    const lived = await runVirtualDay({ staged, dialect, seed, instances, client });
    bugs.push(...lived.bugs.map((bug) => `${staged.day.id}: ${String(bug)}`));
    if (lived.traffic) traffic.push(lived.traffic);
  }
  return { rulings: judgeAll(traffic), traffic, bugs };
}

/** All days together: what a rule says of them is at least what it says of each. */
function judgeAll(days: readonly ClientTraffic[]): Lived['rulings'] {
  const calm = days.find(({ day }) => day === CALM);
  const evidence: Evidence = { days, ...(calm && { calm }) };
  return new Map(CLIENT_JUDGES.map((rule) => [rule.id, rule.judge(evidence)]));
}

/** The days beside the calm one on which a client can break the rule. */
export function daysFor(rule: ClientRuleId, days: readonly { readonly day: Day }[]): readonly string[] {
  return days.filter(({ day }) => day.exercises.includes(rule)).map(({ day: { id } }) => id);
}
