// What has changed between two JSON reports: verdicts of checks and rules, what came and went, what got slow.
import { z } from 'zod';
import { COUNTED_VERDICTS, type RuleVerdict } from './verdict-words.js';

const anyVerdict = z.enum([...COUNTED_VERDICTS, 'not checked']);

/** As much of a JSON report as is compared; a later program may have written more into it. */
export const comparableReport = z.looseObject({
  version: z.string(),
  target: z.string(),
  dialect: z.string(),
  seed: z.number(),
  speed: z.number(),
  cutShort: z.string().optional(),
  rules: z.array(z.looseObject({ id: z.string(), verdict: anyVerdict })),
  checks: z.array(z.looseObject({ id: z.string(), verdict: anyVerdict, duration: z.number() })),
});
export type ComparableReport = z.infer<typeof comparableReport>;

type Trend = 'worse' | 'better' | 'open';

export interface VerdictChange {
  readonly id: string;
  readonly before: RuleVerdict;
  readonly after: RuleVerdict;
  readonly trend: Trend;
}

export interface DurationChange {
  readonly id: string;
  /** Milliseconds on the clock of each run. */
  readonly before: number;
  readonly after: number;
}

export interface Difference {
  readonly appeared: readonly Present[];
  readonly disappeared: readonly Present[];
  /** What got worse first. */
  readonly checks: readonly VerdictChange[];
  readonly rules: readonly VerdictChange[];
  readonly slower: readonly DurationChange[];
  readonly worse: boolean;
}

interface Present {
  readonly id: string;
  readonly verdict: RuleVerdict;
}

/** What was found out, from best to worst. The other verdicts say that nothing was. */
const KNOWN: readonly RuleVerdict[] = ['pass', 'warn', 'fail'];

/** A check that takes twice as long, and longer by at least so many ms, has not just had bad luck. */
const MUCH_SLOWER = { factor: 2, ms: 1000 };

export function differenceOf(before: ComparableReport, after: ComparableReport): Difference {
  const [was, is] = [byId(before.checks), byId(after.checks)];
  const appeared = after.checks.filter(({ id }) => !was.has(id)).map(present);
  const disappeared = before.checks.filter(({ id }) => !is.has(id)).map(present);
  const checks = changesOf(before.checks, after.checks);
  const rules = changesOf(before.rules, after.rules);
  const slower = before.checks.flatMap(({ id, duration, verdict }) => {
    const later = is.get(id);
    // A skipped check takes no time, which says nothing of one that ran.
    if (!later || verdict === 'skipped' || later.verdict === 'skipped') return [];
    const much =
      later.duration >= duration * MUCH_SLOWER.factor && later.duration - duration >= MUCH_SLOWER.ms;
    return much ? [{ id, before: duration, after: later.duration }] : [];
  });
  return {
    appeared,
    disappeared,
    checks,
    rules,
    slower: slower.toSorted((a, b) => b.after - b.before - (a.after - a.before)),
    worse:
      [...checks, ...rules].some(({ trend }) => trend === 'worse') ||
      appeared.some(isBad) ||
      disappeared.some(isGood),
  };
}

/** A new check that fails tells of something that is broken, whether it was so before or not. */
const isBad = ({ verdict }: Present): boolean => trendOf('skipped', verdict) === 'worse';
/** A check that passed and is gone proves nothing any more. */
const isGood = ({ verdict }: Present): boolean => verdict === 'pass';

function changesOf(before: readonly Present[], after: readonly Present[]): readonly VerdictChange[] {
  const is = byId(after);
  const changes = before.flatMap(({ id, verdict }): VerdictChange[] => {
    const later = is.get(id);
    if (!later || later.verdict === verdict) return [];
    return [{ id, before: verdict, after: later.verdict, trend: trendOf(verdict, later.verdict) }];
  });
  return changes.toSorted((a, b) => severity(b) - severity(a));
}

/** Worse ones first, and among those the ones that ended worst. */
function severity({ trend, after }: VerdictChange): number {
  return (trend === 'worse' ? KNOWN.length + 1 : 0) + KNOWN.indexOf(after);
}

/** A check that failed and now is skipped is no better: nobody knows. */
export function trendOf(before: RuleVerdict, after: RuleVerdict): Trend {
  if (after === 'error') return 'worse';
  const [was, is] = [KNOWN.indexOf(before), KNOWN.indexOf(after)];
  if (is < 0) return before === 'pass' ? 'worse' : 'open';
  if (was < 0) return after === 'pass' ? 'better' : 'worse';
  return is > was ? 'worse' : 'better';
}

const present = ({ id, verdict }: Present): Present => ({ id, verdict });

function byId<T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((each) => [each.id, each]));
}
