// What a result and its parts are called, the same in every report.
import type { BoundName, CheckResult, Finding, RunResult, Verdict } from '../harness/verdict/verdict.js';
import { type Paint, plural } from './layout.js';

// The words for verdicts, the same in every report.

/** What became of a rule: a verdict, or no check that could have given one. */
export type RuleVerdict = Verdict | 'not checked';

/** In the order in which reports count them. */
export const COUNTED_VERDICTS = [
  'pass',
  'fail',
  'warn',
  'waived',
  'known',
  'inconclusive',
  'skipped',
  'error',
] as const satisfies readonly Verdict[];

/** Past tense, for counts: `3 passed, 1 failed`. */
const COUNT_WORDS: Readonly<Record<RuleVerdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'with a warning',
  waived: 'waived',
  known: 'known',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  error: 'in error',
  'not checked': 'not checked',
};

/** `3 passed, 1 failed`: what does not occur is not named. */
export function countWords<V extends RuleVerdict>(verdicts: readonly V[], order: readonly V[]): string {
  const parts = order.flatMap((verdict) => {
    const count = verdicts.filter((each) => each === verdict).length;
    return count === 0 ? [] : [`${count} ${COUNT_WORDS[verdict]}`];
  });
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** What breaks something is in capitals, so that it is seen without colour too. */
export function verdictWord(verdict: RuleVerdict): string {
  return verdict === 'fail' || verdict === 'error' ? verdict.toUpperCase() : verdict;
}

const BRUSHES: Readonly<Record<RuleVerdict, keyof Paint>> = {
  pass: 'good',
  fail: 'bad',
  error: 'bad',
  warn: 'doubtful',
  waived: 'doubtful',
  known: 'doubtful',
  inconclusive: 'doubtful',
  skipped: 'quiet',
  'not checked': 'quiet',
};

export function paintVerdict(verdict: RuleVerdict, text: string, paint: Paint): string {
  return paint[BRUSHES[verdict]](text);
}

// The run in one word and one sentence. What could not be decided is never called a success.

/**
 * `passed`: everything that was checked held, and something was. `misread`: a line of the dialect or the profile is
 * wrong, so that nothing could be told.
 */
type ConclusionKind = 'passed' | 'broken' | 'misread' | 'undecided' | 'unreachable' | 'error';

export type Conclusion = ReturnType<typeof conclude>;

export function conclude(result: RunResult) {
  const count = (verdict: string): number =>
    result.checks.filter((check) => check.verdict === verdict).length;
  const cut = result.cutShort === undefined ? '' : ` The run was cut short: ${result.cutShort}.`;
  const say = (kind: ConclusionKind, mood: 'good' | 'bad' | 'doubtful', sentence: string) => {
    return { kind, mood, sentence };
  };
  if (result.unreachable !== undefined)
    return say(
      'unreachable',
      'bad',
      `Nothing was checked: the target cannot be reached (${result.unreachable}).`,
    );
  const [failed, inError] = [count('fail'), count('error')];
  if (failed > 0)
    return say('broken', 'bad', `${plural(failed, 'check')} found a rule of the interface broken.${cut}`);
  const { waiverProblems: [first, ...more] = [] } = result;
  if (first !== undefined) {
    const others = more.length === 0 ? '' : `; so it is with ${plural(more.length, 'other one')}`;
    return say('broken', 'bad', `${first.charAt(0).toUpperCase()}${first.slice(1)}${others}.${cut}`);
  }
  if (inError > 0)
    return say('error', 'bad', `${plural(inError, 'check')} ended in an error of this program.${cut}`);
  if (result.misread?.certain) {
    const wrong = `A line of the dialect or the profile is wrong: ${result.misread.words}.${cut}`;
    return say('misread', 'doubtful', wrong);
  }
  const doubt = doubts(result, count);
  if (doubt !== undefined) return say('undecided', 'doubtful', `Nothing broken, but ${doubt}.${cut}`);
  const but = BUT.map(([verdict, words]) =>
    count(verdict) === 0 ? '' : ` ${plural(count(verdict), 'check')} ${words}.`,
  );
  return say('passed', 'good', `No stated rule was broken in what was checked.${but.join('')}`);
}

/** What is said beside a success. */
const BUT = [
  ['warn', 'ended with a warning'],
  ['waived', 'found breaches that are waived'],
  ['known', 'failed as the baseline says'],
] as const;

function doubts(result: RunResult, count: (verdict: string) => number): string | undefined {
  const undecided = count('inconclusive');
  if (undecided > 0) return `${plural(undecided, 'check')} could not be decided`;
  if (result.cutShort !== undefined) return 'not everything was checked';
  if (result.notRestored.length > 0) return 'the target was not left as it was found';
  if (count('pass') + count('warn') + count('waived') + count('known') === 0)
    return 'nothing could be checked';
  return undefined;
}

// What has to be known of a run that was a part of a whole, or that was held against a baseline, in sentences.

/** `shard 2 of 4: 60 of 239 checks`; undefined for a whole run. */
export function shardWords({ shard, checks }: Pick<RunResult, 'shard' | 'checks'>): string | undefined {
  if (!shard) return undefined;
  // Properties are in each shard, with a part of the programs; what speaks of the run as a whole is no check of the plan.
  const own = checks.filter(({ ofRun, area }) => !ofRun && area !== 'properties').length;
  return `shard ${shard.index} of ${shard.count}: ${own} of ${plural(shard.checks, 'check')}`;
}

/** Names of gone failures that are shown; the rest is counted. */
const MOST_NAMED = 10;

/** Behind a word for it, `Baseline: `; undefined for a run without a baseline. */
export function baselineWords({ baseline }: Pick<RunResult, 'baseline'>, label = ''): string | undefined {
  if (!baseline) return undefined;
  const { known, gone, unseen } = baseline;
  const names = gone.slice(0, MOST_NAMED).map(({ check, rule }) => `${check} (${rule})`);
  const more = gone.length > MOST_NAMED ? ` and ${gone.length - MOST_NAMED} more` : '';
  const words = [
    known === 0 ? 'none was found again' : `${plural(known, 'known failure')} found again`,
    ...(gone.length === 0
      ? []
      : [
          `${gone.length} gone away: ${names.join(', ')}${more}; --write-baseline takes them out of the baseline`,
        ]),
    ...(unseen === 0 ? [] : [`${unseen} not looked at in this run`]),
  ].join('; ');
  return label + words;
}

// What the names of a scenario stood for, in words: the names of findings beside those of the target.

/** Undefined where they say nothing that a reader does not know. */
export function nameWords({ names = [] }: Pick<CheckResult, 'names'>): string | undefined {
  const telling = names.filter(({ name, id, channels }) => name !== id || Object.keys(channels).length > 0);
  return telling.length === 0 ? undefined : telling.map(oneName).join('; ');
}

function oneName({ name, kind, id, channels }: BoundName): string {
  const listed = Object.entries(channels).map(([path, channel]) => `${path} ${channel}`);
  return `${name} is ${kind} ${id}${listed.length > 0 ? ` with ${listed.join(', ')}` : ''}`;
}

// How sure a breach is.

/** `stands: 3 of 3`, or `seen once in 4`; undefined for what was looked at once. */
export function standingWords({ stands }: Finding): string | undefined {
  if (!stands) return undefined;
  const { seen, of } = stands;
  if (seen === of) return `stands: ${seen} of ${of}`;
  return `seen ${seen === 1 ? 'once' : `${seen} times`} in ${of}`;
}

// Where a finding was made, as a place in the scenario's file that editors and CI services can open.

const LINE = /^line (\d+): /;

/** A step says its own line; an invariant speaks of the whole check. */
export function placeOfFinding({ place }: CheckResult, { where }: Finding) {
  if (!place)
    return {
      /** The step, or the invariant that spoke. */
      step: where,
    };
  const line = LINE.exec(where)?.[1];
  return {
    file: place.file,
    line: line === undefined ? place.line : Number(line),
    step: where.replace(LINE, ''),
  };
}

/** `scenarios/refresh/shared-budget.yaml:12, refresh plant via main`. */
export function placeWords(check: CheckResult, finding: Finding): string {
  const { file, line, step } = placeOfFinding(check, finding);
  return file === undefined ? step : `${file}:${line}, ${step}`;
}
