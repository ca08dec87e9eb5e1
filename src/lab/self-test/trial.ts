// A trial: the whole suite against one service that is wrong or different in a known way, and what came of it.
import { type RuleId, RULES, UNOBSERVABLE } from '../../contract/rules/catalogue.js';
import type { Verdict } from '../../harness/verdict/verdict.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { matches } from '../../pattern/glob.js';
import { createRandom, type RandomStream } from '../../kernel/random.js';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { Defect } from '../../simulator/defects/defect.js';

/** `usual`: the simulator as it is. `dialect`: the same in a dialect of the gallery. `pair`: two variants at once. */
export type TrialKind = 'usual' | 'dialect' | 'defect' | 'variant' | 'pair';

export interface Trial {
  /** The id of the defect, the name of the variant or dialect, or two names with a + between them. */
  readonly id: string;
  readonly kind: TrialKind;
  readonly defects: readonly string[];
  readonly variants: readonly string[];
  /** A dialect of the gallery, by its name; absent where the service speaks the usual one. */
  readonly dialect?: string;
  readonly seed: number;
}

export interface TrialBreach {
  readonly rule: RuleId;
  /** `warn` for a derived rule. */
  readonly verdict: 'warn' | 'fail';
}

/** A check, as far as a matrix needs it; plain data, for it comes from another thread. */
export interface CheckDigest {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly breaches: readonly TrialBreach[];
}

export interface Tried {
  readonly trial: Trial;
  readonly checks: readonly CheckDigest[];
  /** What kept the trial from telling anything: bugs of ours, in words. */
  readonly bugs: readonly string[];
  /** What only one of the two judges finds, in words. */
  readonly differing?: readonly string[];
}

// What the trials show, as data: which check caught which defect, and what became of the variants.

export type DefectRow = ReturnType<typeof defectRow>;

/** A service that is right: none of its checks may go red. */
export type RightRow = ReturnType<typeof rightRow>[number];

export type KillMatrix = ReturnType<typeof buildMatrix>;

// Defects that no scenario brings to light, by their ids, and why: only programs of random steps and pauses do.
// A test holds the list to that: a defect that a scenario catches has no place in it.

const LENGTHS =
  'programs go through the lengths and the ends of what is sent back, which scenarios do not know';

export const FOR_PROGRAMS: Readonly<Record<string, string>> = {
  'response-cut-at-64-bytes': LENGTHS,
  'zeros-at-end-cut': LENGTHS,
  'zeros-at-beginning-cut': LENGTHS,
  'length-in-eight-bits': LENGTHS,
  'response-ends-at-line-end': LENGTHS,
  'flow-control-bytes-lost': LENGTHS,
  'websocket-response-cut': LENGTHS,
  'request-cut-at-32-bytes': LENGTHS,
  'stale-response-after-timeout': LENGTHS,
  'changes-of-neighbour':
    'programs switch each relay, where the scenario has the first and the last one only',
};

// Which trials there are: the usual service, also in each dialect of the gallery, each defect, each variant, and
// pairs of variants drawn by chance.

interface Subjects {
  readonly defects: readonly string[];
  readonly variants: readonly string[];
  /** Variants that have a dialect: no service has two. */
  readonly dialects: readonly string[];
  /** The dialects of the gallery. */
  readonly gallery: readonly string[];
}

/** The `index`-th of `count` parts, from 1. */
interface TrialShard {
  readonly index: number;
  readonly count: number;
}

export interface TrialSelection {
  readonly seed: number;
  readonly pairs: number;
  /** Ids of trials or globs over them; none given: all. */
  readonly only?: readonly string[];
  /** Of the trials that are left the k-th of n parts: one of n in a row. */
  readonly shard?: TrialShard;
}

/** One of `count` in a row, or all where there is no shard. */
export function trialsOfShard<T>(trials: readonly T[], shard: TrialShard | undefined): T[] {
  return trials.filter((_, at) => shard === undefined || at % shard.count === shard.index - 1);
}

const USUAL = 'usual';

export function planTrials(
  subjects: Subjects,
  { seed, pairs, only, shard }: TrialSelection,
): Result<Trial[]> {
  const { defects, variants, gallery } = subjects;
  const single = (kind: TrialKind, id: string): Trial => ({
    id,
    kind,
    defects: kind === 'defect' ? [id] : [],
    variants: kind === 'variant' ? [id] : [],
    ...(kind === 'dialect' ? { dialect: id } : {}),
    seed,
  });
  const paired = (names: readonly string[]): Trial => {
    return { id: names.join('+'), kind: 'pair', defects: [], variants: names, seed };
  };
  const all = [
    single('usual', USUAL),
    ...defects.map((id) => single('defect', id)),
    ...variants.map((id) => single('variant', id)),
    ...gallery.map((id) => single('dialect', id)),
    ...drawPairs(subjects, pairs, createRandom(seed).stream('pairs of variants')).map(paired),
  ];
  if (only === undefined) return accepted(trialsOfShard(all, shard));
  // A pair can be asked for whether it has been drawn or not.
  const asked = only.map((id) => id.split('+')).filter((names) => isPair(names, subjects));
  const known = [...all, ...asked.map(paired).filter(({ id }) => all.every((each) => each.id !== id))];
  const missed = only.find((pattern) => !known.some(({ id }) => matches(pattern, id)));
  if (missed === undefined) {
    return accepted(
      trialsOfShard(
        known.filter(({ id }) => only.some((pattern) => matches(pattern, id))),
        shard,
      ),
    );
  }
  const names = [USUAL, ...defects, ...variants, ...gallery];
  const hint = 'Trials go by the ids that conform list shows for defects, variants and dialects.';
  return refuseInput(`there is no trial "${missed}"`, didYouMean(missed, names, hint) ?? hint);
}

function isPair(names: readonly string[], { variants }: Subjects): boolean {
  return names.length === 2 && names[0] !== names[1] && names.every((name) => variants.includes(name));
}

/** Pairs without repetition, of the `count` first in an order by chance. */
function drawPairs({ variants, dialects }: Subjects, count: number, random: RandomStream): string[][] {
  const all = variants.flatMap((one, at) => variants.slice(at + 1).map((other) => [one, other]));
  const possible = all.filter((names) => !names.every((name) => dialects.includes(name)));
  const drawn: string[][] = [];
  while (drawn.length < count && possible.length > 0)
    drawn.push(...possible.splice(random.integer(0, possible.length - 1), 1));
  return drawn;
}

// From the results of the trials to the matrix.

interface MatrixParts {
  readonly seed: number;
  /** Trials that were left out, because not all were asked for or the test was interrupted. */
  readonly untried: number;
  readonly tried: readonly Tried[];
  readonly defects: readonly Defect[];
  readonly scenarios: readonly Scenario[];
}

export function buildMatrix({ seed, untried, tried, defects, scenarios }: MatrixParts) {
  const byId = new Map(defects.map((defect) => [defect.id, defect]));
  const differing = tried.flatMap((each) =>
    (each.differing ?? []).map((line) => `${each.trial.id}: ${line}`),
  );
  return {
    seed,
    untried,
    /** Where the two judges differ, with the trial. */
    ...(differing.length > 0 && { differing }),
    defects: tried.flatMap((each) => {
      const defect = each.trial.kind === 'defect' ? byId.get(each.trial.id) : undefined;
      return defect ? [defectRow(defect, each)] : [];
    }),
    right: tried.flatMap(rightRow),
    rules: ruleRows(scenarios, defects),
  };
}

function defectRow({ id, rule, summary }: Defect, { checks, bugs }: Tried) {
  const breach = RULES.find((each) => each.id === rule)?.basis === 'stated' ? 'fail' : 'warn';
  const kills = (check: CheckDigest): boolean =>
    check.breaches.some((each) => each.rule === rule && each.verdict === breach);
  const broken = checks.flatMap(({ breaches }) => breaches.map((each) => each.rule));
  return {
    id,
    rule,
    summary,
    /** Checks that found a breach of this very rule, by their ids. */
    killers: checks.filter(kills).map((check) => check.id),
    /** Other rules of which a breach was found. */
    alsoBroken: unique(broken.filter((each) => each !== rule)),
    /** Checks that went red without a breach of this rule. */
    alsoRed: checks.filter((check) => isRed(check) && !kills(check)).map((check) => check.id),
    /** Only random programs can catch it; absent where a scenario has to. */
    ...(id in FOR_PROGRAMS && { forPrograms: true as const }),
    bugs,
  };
}

function rightRow({ trial: { id, kind }, checks, bugs }: Tried) {
  if (kind === 'defect') return [];
  const idsOf = (verdict: CheckDigest['verdict']): string[] =>
    checks.filter((check) => check.verdict === verdict).map((check) => check.id);
  const red = checks.filter(isRed).map((check) => ({
    check: check.id,
    rules: unique(check.breaches.map(({ rule }) => rule)),
  }));
  return [
    {
      id,
      kind,
      passed: idsOf('pass').length,
      red,
      inconclusive: idsOf('inconclusive'),
      skipped: idsOf('skipped'),
      bugs,
    },
  ];
}

/** A breach of a derived rule is a false alarm, too, where there is none. */
function isRed({ verdict }: CheckDigest): boolean {
  return verdict === 'fail' || verdict === 'warn' || verdict === 'error';
}

/** How well each rule is covered. */
function ruleRows(scenarios: readonly Scenario[], defects: readonly Defect[]) {
  const cases = scenarios.flatMap((scenario) => scenario.cases);
  return RULES.filter(({ id, side }) => side === 'service' && UNOBSERVABLE[id] === undefined).map(
    ({ id }) => ({
      rule: id,
      checks: cases.filter(({ rules }) => rules.includes(id)).length,
      defects: defects.filter(({ rule }) => rule === id).length,
    }),
  );
}

function unique(rules: readonly RuleId[]): RuleId[] {
  return [...new Set(rules)].toSorted();
}
