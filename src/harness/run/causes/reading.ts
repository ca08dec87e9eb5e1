// The first of all causes: a line of the dialect or the profile that is wrong, or that nothing has proven. What was seen is
// read again under the neighbouring readings of what is not proven; no rule is said to be broken for what rests on one.
import type { Grounded } from '../../../probe/finding-grounds.js';
import { guessedLine, neverGrantedIn, restingOn, unprovenLines } from '../../../probe/grounds.js';
import type { Rival } from '../../../probe/neighbours.js';
import type { ProbeReading } from '../../../probe/sights.js';
import type { TraceRecord } from '../../../trace/record.js';
import { type ExplainedMisreading, explainMisreading, type ExplainOptions } from '../../../probe/rivals.js';
import type { Profile } from '../../profile/profile.js';
import type { TargetProblem } from '../../target/check/context.js';
import type { Target } from '../../target/target.js';
import {
  isBreach,
  resultOfRun,
  type RunCheck,
  type CheckResult,
  type Finding,
  type RunResult,
  withFindings,
} from '../../verdict/verdict.js';
import type { FirstLook } from '../first-look.js';
import type { Ending } from '../run-options.js';
import { isOfStep } from './cause.js';

const ID = 'target/reading';
const CHECK: RunCheck = {
  id: ID,
  title: 'the dialect and the profile are read as the target means them',
  about:
    'A line of the dialect or of the profile that nothing has proven may be wrong. Where one such line, read otherwise, ' +
    'explains what was seen, the target is not blamed for it.',
};

/** Lines that are named, where several explain the same. */
const MOST_NAMED = 4;

export interface Doubt extends ExplainOptions {
  readonly target: Pick<Target, 'dialect'>;
  readonly profile: Profile;
  /** What was seen before the checks. */
  readonly firstLook: FirstLook | undefined;
}

/** Undefined where dialect and profile are no guess. */
export function doubtOf({ target, profile, firstLook, doubts, ending }: Guessed): Doubt | undefined {
  return doubts && { ...doubts, target, profile, firstLook, ended: ending?.undone };
}

/** What a run is given that bears on its doubts. */
interface Guessed extends Pick<Doubt, 'target' | 'profile'>, Partial<Pick<Doubt, 'firstLook'>> {
  readonly doubts?: ExplainOptions | undefined;
  readonly ending?: Ending | undefined;
}

/** Results of which nothing rests on a line that may be wrong. */
export interface ReadResults extends Pick<RunResult, 'misread'> {
  /** Undefined where nothing is to be told. */
  readonly told?: CheckResult;
  readonly results: readonly CheckResult[];
  /** The findings that were breaches, and rest on such a line. */
  readonly taken: ReadonlySet<Finding>;
}

export async function readAgain(
  results: readonly CheckResult[],
  doubt: Doubt,
  at: number,
): Promise<ReadResults> {
  const { target, profile, firstLook, ...options } = doubt;
  const found = results.filter(({ findings }) => findings.some(mayRest));
  const nothing = { results, taken: new Set<Finding>() };
  const own = results.filter(({ ofRun }) => !ofRun).map(({ trace }) => trace);
  const traces = [firstLook?.records ?? [], ...own].filter(({ length }) => length > 0);
  const reading = { dialect: target.dialect, profile };
  const restOn = (rivals: readonly Rival[]): readonly Finding[] =>
    found.flatMap(({ trace, findings }) => {
      const rests = restingOn(rivals, trace, reading);
      return findings.filter((each) => mayRest(each) && rests(groundOf(each)));
    });
  const whole = await explainMisreading(traces, reading, options).catch((error: unknown) => {
    if (!options.ended?.aborted) throw error;
    return 'unread' as const;
  });
  if (whole === 'unread') return unread(results, found, at);
  const explained = whole && withoutIdle(whole, (rivals) => restOn(rivals).length);
  const ofLine = explained ? restOn(explained.rivals) : [];
  const left = found.filter(({ findings }) =>
    findings.some((each) => mayRest(each) && !ofLine.includes(each)),
  );
  const traced = left.map(({ trace }) => trace);
  const unproven = left.length === 0 ? [] : unprovenLines(traces, traced, reading, options);
  const named = new Map<string, Set<string>>();
  const onUnproven = left.flatMap(({ trace, findings }) =>
    findings.filter((each) => {
      if (!mayRest(each)) return false;
      const guessed = firstLook?.breaches.find(({ actual }) => actual === each.actual)?.orLine;
      const lines = [
        ...guessedLine(guessed, traces, reading, options),
        ...unproven.filter(({ rests }) => rests(groundOf(each), trace)),
      ];
      for (const { words, now } of lines)
        named.set(words, new Set([...(named.get(words) ?? []), ...(now === undefined ? [] : [now])]));
      return lines.length > 0;
    }),
  );
  const taken = new Set([...ofLine, ...onUnproven]);
  const isBlamed = found.some(({ findings }) => findings.some((each) => mayRest(each) && !taken.has(each)));
  const isTold = explained && (ofLine.length > 0 || (!isBlamed && isSure(explained)));
  // What could not be decided stays so: it is only told of which line it may come.
  const open =
    isTold || isBlamed
      ? []
      : results.flatMap((each) => (each.verdict === 'inconclusive' && !each.ofRun ? [each.trace] : []));
  const ungranted = open.length === 0 ? [] : neverGrantedIn(open, traces, reading, options);
  if (!isTold && taken.size === 0 && ungranted.length === 0) return nothing;
  const guessed = ungranted.filter((each) => !named.has(each.words)).map((each) => each.words);
  const words = [
    ...(isTold ? [explainedWords(explained, ofLine.length)] : []),
    ...(named.size > 0 ? [unprovenWords(named, onUnproven.length)] : []),
    ...(guessed.length > 0
      ? [`what is undecided rests on what nothing has proven: ${guessed.join('; ')}`]
      : []),
  ].join('. ');
  const certain =
    isTold === true && explained.certain && (ofLine.length > 0 || explained.contradictions.length > 1);
  return toldOf(results, taken, { certain, words }, at);
}

/** Nobody is blamed for what may come of a wrong line, as long as nobody has looked. */
function unread(results: readonly CheckResult[], found: readonly CheckResult[], at: number): ReadResults {
  const taken = new Set(found.flatMap(({ findings }) => findings.filter(mayRest)));
  const words = 'the run was ended before it was known whether a line that is wrong explains what was found';
  return toldOf(results, taken, { certain: false, words }, at);
}

function toldOf(
  results: readonly CheckResult[],
  taken: ReadonlySet<Finding>,
  misread: NonNullable<RunResult['misread']>,
  at: number,
): ReadResults {
  const span = { startedAt: results[0]?.startedAt ?? at, endedAt: at };
  return {
    told: { ...resultOfRun(CHECK, [], span), verdict: 'inconclusive', reason: misread.words },
    results: results.map((result) => undecided(result, taken)),
    taken,
    misread,
  };
}

/** Without the last lines on which nothing more rests. */
function withoutIdle(
  explained: ExplainedMisreading,
  count: (rivals: readonly Rival[]) => number,
): ExplainedMisreading {
  if (explained.lines.length === 1) return explained;
  const all = count(explained.rivals);
  const most = explained.lines.findIndex((_, at) => count(explained.lines.slice(0, at + 1).flat()) === all);
  const lines = explained.lines.slice(0, most + 1);
  return { ...explained, lines, rivals: lines.flat() };
}

/** Where no rule is said to be broken, it takes more to speak of a line: what is seen once may be chance. */
function isSure({ left, gains, contradictions }: ExplainedMisreading): boolean {
  return left === 0 && (gains || contradictions.length > 1);
}

/** What explains that profile or dialect do not fit, before anything was checked. */
export async function readRefusal(
  records: readonly TraceRecord[],
  { dialect, profile }: ProbeReading,
  options: ExplainOptions,
): Promise<{ readonly problems: readonly TargetProblem[]; readonly isOfIndexes: boolean }> {
  const explained = await explainMisreading([records], { dialect, profile }, options);
  if (!explained || !isSure(explained)) return { problems: [], isOfIndexes: false };
  return {
    problems: [{ about: 'dialect', message: explainedWords(explained, 0), hint: 'Correct that line.' }],
    isOfIndexes: explained.rivals.some(({ key }) => key === 'indexBase'),
  };
}

/** A breach that a line may explain: what a reply says of itself in its envelope is as it is, however all else is read. */
function mayRest(finding: Finding): boolean {
  return isBreach(finding) && (isOfStep(finding) || !finding.rule.startsWith('envelope.'));
}

function groundOf(finding: Finding): Grounded {
  return { exchanges: finding.exchanges, ofStep: isOfStep(finding), rule: finding.rule };
}

function undecided(result: CheckResult, taken: ReadonlySet<Finding>): CheckResult {
  return withFindings(
    result,
    (finding) => (taken.has(finding) ? { ...finding, verdict: 'inconclusive' } : finding),
    `what was seen may be explained by a line of the dialect or the profile; see ${ID}`,
  );
}

function explainedWords({ lines, contradictions, certain }: ExplainedMisreading, blamed: number): string {
  const [first] = contradictions;
  const count =
    blamed === 0
      ? 'what was seen agrees'
      : blamed === 1
        ? 'the finding vanishes'
        : `all ${blamed} findings vanish`;
  const shown = first ? ` (${first.words})` : '';
  return `${count} if ${lines.map((rivals) => lineWords(rivals, certain)).join('; and if ')}${shown}`;
}

function lineWords(rivals: readonly Rival[], certain: boolean): string {
  // Two neighbours of one line may come to the same words.
  const all = [...new Set(rivals.map(({ line, was, now }) => `${line} says ${now} in the place of: ${was}`))];
  const named = all.slice(0, MOST_NAMED);
  const more = all.length > MOST_NAMED ? `, or with one of ${all.length - MOST_NAMED} other readings` : '';
  const sure = certain || all.length === 1 ? '' : '; which of them is right could not be told';
  return `${named.join(', or if ')}${more}${sure}`;
}

function unprovenWords(lines: ReadonlyMap<string, ReadonlySet<string>>, count: number): string {
  const all = [...lines].map(([words, others]) =>
    others.size === 0
      ? words
      : `${words}, and what was seen fits as well: ${[...others].slice(0, MOST_NAMED).join(', or ')}`,
  );
  const named = all.slice(0, MOST_NAMED);
  const more = all.length > MOST_NAMED ? `; and ${all.length - MOST_NAMED} more` : '';
  const findings = count === 1 ? 'one finding rests' : `${count} findings rest`;
  return `${findings} on what nothing has proven: ${named.join('; ')}${more}`;
}
