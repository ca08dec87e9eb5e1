// An audit: the days side by side, a verdict on each rule, and once more those days on which something was seen that
// would be a breach if it came again.
import { adviceFor } from '../../audit/advice/advice.js';
import type { RuledClient } from '../../audit/client-result.js';
import type { LivedDay } from '../../audit/outcome/lived-day.js';
import { judgeDays, suspicionsOf } from '../../audit/outcome/settle.js';
import { canBeJudged } from '../../audit/outcome/trouble.js';
import { CALM, type Ruling } from '../../audit/rules/ruling.js';
import type { ClientTraffic } from '../../audit/traffic/traffic.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import type { Clock } from '../../kernel/clock.js';
import type { StagedDay } from '../days/stage-day.js';

interface AuditPlan {
  readonly days: readonly StagedDay[];
  readonly rules: readonly ClientRuleId[];
  /** How many days are lived at the same time. */
  readonly jobs: number;
  readonly seed: number;
  /** Whether a day can be lived again: not where others start the clients. */
  readonly canRepeat: boolean;
  readonly signal: AbortSignal;
  /** The clock of the days, and how well this machine keeps up with it. */
  readonly clock: Clock;
  readonly lateness: Lateness;
  /** What is to be seen again: how long each day went on, by its id, until it had been seen; in ms. */
  readonly seenWithin?: ReadonlyMap<string, number>;
}

export type AuditProgress =
  | { readonly kind: 'begun'; readonly name: string; readonly of: number }
  | { readonly kind: 'lived'; readonly lived: LivedDay }
  /** Rules that are not decided yet, each with what it waits for. */
  | { readonly kind: 'waits'; readonly rules: ReadonlyMap<ClientRuleId, string> }
  | { readonly kind: 'again'; readonly rules: readonly ClientRuleId[]; readonly days: readonly string[] };

export type Audited = Awaited<ReturnType<typeof runAudit>>;

/** Lives one day; `watch` gets a way to look at it while it goes on, and to end it. */
export type Live = (
  staged: StagedDay,
  name: string,
  seed: number,
  watch: (running: RunningDay) => void,
) => Promise<LivedDay>;

export interface RunningDay {
  readonly from: number;
  traffic(): ClientTraffic | undefined;
  /** Nothing more is needed of it. */
  end(): void;
}

/** Days are lived again so often, side by side: what all of them show together is looked at once. */
const LIVES = [1, 2, 3];

export async function runAudit(plan: AuditPlan, live: Live, onProgress: (progress: AuditProgress) => void) {
  const { days: staged, rules, seed, signal, canRepeat } = plan;
  const lived: LivedDay[] = [];
  const first = staged.map((each) => ({ staged: each, name: each.day.id, seed }));
  await liveAll(plan, first, live, onProgress, lived);
  const days = [...lived];
  let ruled = judged(lived, rules);
  const suspicions = suspicionsOf(ruled);
  if (canRepeat && !signal.aborted && suspicions.size > 0) {
    const again = staged
      .filter(({ day: { id } }) => [...suspicions.values()].flat().includes(id))
      .flatMap((each) =>
        LIVES.map((life) => ({
          staged: each,
          name: `${each.day.id} (again${life === 1 ? '' : ` ${life}`})`,
          seed: seed + life,
          isAgain: true,
        })),
      );
    onProgress({ kind: 'again', rules: [...suspicions.keys()], days: again.map(({ name }) => name) });
    await liveAll(plan, again, live, onProgress, lived);
    ruled = judged(lived, rules);
  }
  const calm = trafficOf(days).find(({ day }) => day === CALM);
  return { ruled, days, again: lived.slice(days.length), advice: adviceFor(calm) };
}

function judged(lived: readonly LivedDay[], rules: readonly ClientRuleId[]): RuledClient {
  const traffic = trafficOf(lived);
  return judgeDays(traffic[0]?.client ?? 'client', traffic, rules);
}

function trafficOf(days: readonly LivedDay[]): readonly ClientTraffic[] {
  return days.filter(canBeJudged).flatMap(({ traffic }) => (traffic ? [traffic] : []));
}

interface Task {
  readonly staged: StagedDay;
  readonly name: string;
  readonly seed: number;
  /** For the sake of what was seen before: it takes more of it. */
  readonly isAgain?: boolean;
}

async function liveAll(
  plan: AuditPlan,
  tasks: readonly Task[],
  live: Live,
  onProgress: (progress: AuditProgress) => void,
  days: LivedDay[],
): Promise<void> {
  const { jobs, signal, lateness } = plan;
  const waiting = [...tasks];
  const lived = new Map<Task, LivedDay>();
  const running = new Map<Task, RunningDay>();
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task && !signal.aborted; task = waiting.shift()) {
      const own = task;
      await lateness.calm();
      onProgress({ kind: 'begun', name: own.name, of: tasks.length });
      const day = await live(own.staged, own.name, own.seed, (each) => running.set(own, each));
      running.delete(own);
      lived.set(own, day);
      onProgress({ kind: 'lived', lived: day });
    }
  };
  const over = new AbortController();
  const looking = lookAt(plan, over.signal, () => {
    const lives = [...days, ...lived.values()];
    const { waits, next } = endDecided(plan, lives, running);
    onProgress({ kind: 'waits', rules: waits });
    return next;
  });
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, work));
  over.abort();
  await looking;
  days.push(...tasks.flatMap((task) => lived.get(task) ?? []));
}

/** From one look at the days to the next, in ms; sooner where a day could end by then, but not each moment. */
const LOOK = { most: 4000, least: 1000 };
/**
 * A client that has given no occasion may still be starting, in ms. One that has sent so many requests is busy with other
 * things: it is waited for no longer than days take to stage everything once.
 */
const PATIENCE = { least: 20_000, busy: 40_000, requests: 8 };
/** Occasions may come quickly, and a breach only with time: a key for each minute, a process that starts anew; in ms. */
const LEAST_LIFE = { once: 53_000, again: 120_000 };

/** @param look returns in how many ms the next day is old enough to end. */
async function lookAt({ clock }: AuditPlan, over: AbortSignal, look: () => number): Promise<void> {
  for (let next: number = LOOK.most; !over.aborted;) {
    await clock.sleep(Math.min(LOOK.most, Math.max(LOOK.least, next)), over).catch(() => undefined);
    if (!over.aborted) next = look();
  }
}

/**
 * Ends the days on which every rule that they exercise is decided. Whether it is depends on how many occasions there
 * were, and not on what came of them: chance must not choose the end.
 * @returns what is not decided, and what it waits for; and in how many ms the next day is old enough.
 */
function endDecided(
  { rules, clock, seenWithin }: AuditPlan,
  over: readonly LivedDay[],
  running: ReadonlyMap<Task, RunningDay>,
): { readonly waits: ReadonlyMap<ClientRuleId, string>; readonly next: number } {
  const traffic = [...trafficOf(over), ...[...running.values()].flatMap((each) => each.traffic() ?? [])];
  const { rulings } = judgeDays(traffic[0]?.client ?? 'client', traffic, rules, true);
  const waits = new Map<ClientRuleId, string>();
  let next = Infinity;
  const isSeenAgain = seenWithin !== undefined && rules.every((rule) => isShown(rulings.get(rule)));
  for (const [{ staged, isAgain }, each] of running) {
    const { lasts, exercises } = staged.day;
    const requests = each.traffic()?.exchanges.length ?? 0;
    const isBusy = requests >= PATIENCE.requests;
    const patience = isBusy ? Math.min(lasts / 2, PATIENCE.busy) : lasts / 2;
    const isLate = clock.now() - each.from >= Math.max(patience, PATIENCE.least);
    const usual = isAgain ? LEAST_LIFE.again : Math.min(LEAST_LIFE.once, lasts / 2);
    const least = isSeenAgain ? 0 : Math.max(usual, seenWithin?.get(staged.day.id) ?? 0);
    const youth = each.from + least - clock.now();
    if (youth > 0) next = Math.min(next, youth);
    const open = exercises.filter((rule) => {
      const ruling = rulings.get(rule);
      const isHopeless = isLate && ruling?.kind === 'not exercised' && ruling.isComing !== true;
      return ruling?.lacks !== undefined && !isHopeless;
    });
    for (const rule of open) waits.set(rule, rulings.get(rule)?.lacks ?? '');
    // A day without a call tells nothing of the client, which may still be starting.
    if (open.length === 0 && youth <= 0 && (requests > 0 || isLate)) each.end();
  }
  return { waits, next };
}

/** More occasions would change nothing: no test decides. */
function isShown(ruling: Ruling | undefined): boolean {
  return ruling?.kind === 'broken' && !ruling.chance;
}

// How late this machine is: a timer that should fire now and then, and does so later when there is too much to do.

interface Late {
  readonly from: number;
  readonly to: number;
}

export type Lateness = ReturnType<typeof measureLateness>;

const TICK = 50;
/** So many ms late is not on time, and so many distort what is seen. */
const BUSY = 25;
const LATE = 400;
/** Ticks on time until one more process may be started, and the longest wait for them in ms. */
const CALM_TICKS = 4;
const LONGEST_WAIT = 8000;
const MOST_SPANS = 10_000;

/** @param clock of the machine. */
export function measureLateness(clock: Clock) {
  /** When the machine was so late that what happened may have come of it. */
  const spans: Late[] = [];
  let onTime = 0;
  let isOver = false;
  let expected = clock.now() + TICK;
  const tick = (): void => {
    const now = clock.now();
    const late = now - expected;
    onTime = late < BUSY ? onTime + 1 : 0;
    if (late >= LATE && spans.length < MOST_SPANS) spans.push({ from: expected, to: now });
    expected = now + TICK;
    timer = clock.setTimer('lateness', TICK, tick);
  };
  let timer = clock.setTimer('lateness', TICK, tick);
  return {
    isVirtual: false as boolean,
    spans: spans as readonly Late[],
    /** Resolves when it keeps up with what runs already; after a while in any case. */
    calm: async (): Promise<void> => {
      const since = clock.now();
      // Each one that begins makes the next ones wait.
      while (!isOver && onTime < CALM_TICKS && clock.now() - since < LONGEST_WAIT) await clock.sleep(TICK);
      onTime = 0;
    },
    stop: (): void => {
      isOver = true;
      timer.cancel();
    },
  };
}
