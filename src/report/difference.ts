// What has changed between two JSON reports: verdicts of checks and rules, what came and went, what got slow.
import * as z from 'zod';
import { formatDuration } from '../kernel/duration.js';
import { NO_PAINT, type Paint, plural, sectionsText } from './layout.js';
import { COUNTED_VERDICTS, paintVerdict, type RuleVerdict, verdictWord } from './result-words.js';

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

interface VerdictChange {
  readonly id: string;
  readonly before: RuleVerdict;
  readonly after: RuleVerdict;
  readonly trend: Trend;
}

export type Difference = ReturnType<typeof differenceOf>;

interface Present {
  readonly id: string;
  readonly verdict: RuleVerdict;
}

/** What was found out, from best to worst. The other verdicts say that nothing was. */
const KNOWN: readonly RuleVerdict[] = ['pass', 'warn', 'fail'];

/** A check that takes twice as long, and longer by at least so many ms, has not just had bad luck. */
const MUCH_SLOWER = { factor: 2, ms: 1000 };

export function differenceOf(before: ComparableReport, after: ComparableReport) {
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
    /** What got worse first. */
    checks,
    rules,
    /** With milliseconds on the clock of each run. */
    slower: slower.toSorted((a, b) => b.after - b.before - (a.after - a.before)),
    worse:
      [...checks, ...rules].some(({ trend }) => trend === 'worse') ||
      // A new check that fails tells of something that is broken, whether it was so before or not.
      appeared.some(({ verdict }) => trendOf('skipped', verdict) === 'worse') ||
      // A check that passed and is gone proves nothing any more.
      disappeared.some(({ verdict }) => verdict === 'pass'),
  };
}

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

// The difference of two reports for people: what got worse first.

interface Sides {
  readonly before: ComparableReport;
  readonly after: ComparableReport;
}

export function differenceText(difference: Difference, sides: Sides, paint: Paint = NO_PAINT): string {
  const { appeared, disappeared, checks, rules, slower } = difference;
  const changes = (all: readonly VerdictChange[], trend: VerdictChange['trend']): string[] =>
    aligned(
      all
        .filter((each) => each.trend === trend)
        .map(({ id, before, after }) => [id, `${word(before, paint)} -> ${word(after, paint)}`]),
    );
  const listed = (all: readonly Present[], verb: string): string[] =>
    aligned(all.map(({ id, verdict }) => [id, `${verb} ${word(verdict, paint)}`]));
  const slow = slower.map(({ id, before, after }): Row => {
    return [id, `${formatDuration(before)} -> ${formatDuration(after)}`];
  });
  return sectionsText([
    head(sides, paint),
    section('Checks that got worse', changes(checks, 'worse'), paint.bad),
    section('Rules that got worse', changes(rules, 'worse'), paint.bad),
    section('Checks that are gone', listed(disappeared, 'was'), paint.doubtful),
    section('New checks', listed(appeared, 'is'), paint.heading),
    section('Checks that got better', changes(checks, 'better'), paint.good),
    section('Rules that got better', changes(rules, 'better'), paint.good),
    section('Checks not decided now', changes(checks, 'open'), paint.doubtful),
    section('Rules not decided now', changes(rules, 'open'), paint.doubtful),
    section('Checks that take much longer', aligned(slow), paint.doubtful),
    [verdictOf(difference, paint)],
  ]);
}

/** What makes the two hard to compare is said before anything else. */
function head({ before, after }: Sides, paint: Paint): string[] {
  const facts = ['target', 'dialect', 'version', 'seed', 'speed'] as const;
  const differing = facts
    .filter((fact) => before[fact] !== after[fact])
    .map((fact) => paint.quiet(`${fact}: ${before[fact]} before, ${after[fact]} after`));
  const cut = [before, after].flatMap(({ cutShort }, at) =>
    cutShort === undefined ? [] : [`The run ${at === 0 ? 'before' : 'after'} was cut short: ${cutShort}.`],
  );
  return [...differing, ...cut.map(paint.doubtful)];
}

function section(heading: string, lines: readonly string[], brush: Paint['good']): string[] {
  return lines.length === 0 ? [] : [brush(heading), ...lines];
}

type Row = readonly [id: string, text: string];

function aligned(rows: readonly Row[]): string[] {
  const width = Math.max(0, ...rows.map(([id]) => id.length)) + 2;
  return rows.map(([id, text]) => `  ${id.padEnd(width)}${text}`);
}

const word = (verdict: RuleVerdict, paint: Paint): string =>
  paintVerdict(verdict, verdictWord(verdict), paint);

function verdictOf(difference: Difference, paint: Paint): string {
  const { checks, rules, appeared, disappeared, slower, worse } = difference;
  const worseChecks = checks.filter(({ trend }) => trend === 'worse').length;
  const worseRules = rules.filter(({ trend }) => trend === 'worse').length;
  if (worse && worseChecks + worseRules === 0)
    return paint.bad('Worse: a check that passed is gone, or a new one did not pass.');
  if (worse) return paint.bad(`Worse: ${plural(worseChecks, 'check')} and ${plural(worseRules, 'rule')}.`);
  const changed = [checks, rules, appeared, disappeared, slower].some((each) => each.length > 0);
  return paint.good(changed ? 'Nothing got worse.' : 'No difference.');
}
