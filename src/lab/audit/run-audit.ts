// An audit: the days side by side, a verdict on each rule, and once more those days on which something seemed broken
// that rests on chance or on one occurrence.
import { adviceFor } from '../../audit/advice/advice.js';
import type { RuledClient } from '../../audit/client-result.js';
import type { LivedDay } from '../../audit/outcome/lived-day.js';
import { CALM, judgeDays, settleAudit } from '../../audit/outcome/settle.js';
import { canBeJudged } from '../../audit/outcome/trouble.js';
import type { ClientTraffic } from '../../audit/traffic/traffic.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import type { StagedDay } from '../days/stage-day.js';

export interface AuditPlan {
  readonly days: readonly StagedDay[];
  readonly rules: readonly ClientRuleId[];
  /** How many days are lived at the same time. */
  readonly jobs: number;
  readonly seed: number;
  /** Whether a day can be lived again: not where others start the clients. */
  readonly canRepeat: boolean;
  readonly signal: AbortSignal;
}

export type AuditProgress =
  | { readonly kind: 'begun'; readonly name: string; readonly of: number }
  | { readonly kind: 'lived'; readonly lived: LivedDay }
  | { readonly kind: 'again'; readonly rules: readonly ClientRuleId[]; readonly days: readonly string[] };

export interface Audited {
  readonly ruled: RuledClient;
  readonly days: readonly LivedDay[];
  readonly again: readonly LivedDay[];
  readonly advice: readonly string[];
}

/** Lives one day. */
export type Live = (staged: StagedDay, name: string, seed: number) => Promise<LivedDay>;

export async function runAudit(
  plan: AuditPlan,
  live: Live,
  onProgress: (progress: AuditProgress) => void,
): Promise<Audited> {
  const { days: staged, rules, seed, signal, canRepeat } = plan;
  const days = await liveAll(
    plan,
    staged.map((each) => ({ staged: each, name: each.day.id })),
    (each) => live(each.staged, each.name, seed),
    onProgress,
  );
  const first = trafficOf(days);
  const client = first[0]?.client ?? 'client';
  const round = judgeDays(client, first, rules);
  const names = [...new Set([...round.doubted.values()].flat())];
  const calm = first.find(({ day }) => day === CALM);
  if (names.length === 0 || !canRepeat || signal.aborted)
    return { ruled: round.ruled, days, again: [], advice: adviceFor(calm) };
  onProgress({ kind: 'again', rules: [...round.doubted.keys()], days: names });
  const again = await liveAll(
    plan,
    staged
      .filter(({ day: { id } }) => names.includes(id))
      .map((each) => ({ staged: each, name: `${each.day.id} (again)` })),
    (each) => live(each.staged, each.name, seed + 1),
    onProgress,
  );
  const repeated = new Map(
    again.filter(canBeJudged).flatMap(({ day, traffic }) => (traffic ? [[day.id, traffic] as const] : [])),
  );
  // Who interrupts the second try gets the verdict of the first one.
  const ruled = signal.aborted ? round.ruled : settleAudit(round, first, repeated);
  return { ruled, days, again, advice: adviceFor(calm) };
}

function trafficOf(days: readonly LivedDay[]): readonly ClientTraffic[] {
  return days.filter(canBeJudged).flatMap(({ traffic }) => (traffic ? [traffic] : []));
}

interface Task {
  readonly staged: StagedDay;
  readonly name: string;
}

async function liveAll(
  { jobs, signal }: AuditPlan,
  tasks: readonly Task[],
  live: (task: Task) => Promise<LivedDay>,
  onProgress: (progress: AuditProgress) => void,
): Promise<readonly LivedDay[]> {
  const waiting = [...tasks];
  const lived = new Map<Task, LivedDay>();
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task && !signal.aborted; task = waiting.shift()) {
      onProgress({ kind: 'begun', name: task.name, of: tasks.length });
      const day = await live(task);
      lived.set(task, day);
      onProgress({ kind: 'lived', lived: day });
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, work));
  return tasks.flatMap((task) => lived.get(task) ?? []);
}
