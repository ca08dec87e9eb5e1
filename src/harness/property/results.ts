// What a search amounts to: one result for each property, beside those of the scenarios.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { breachOf } from '../verdict/breach.js';
import { notRun } from '../verdict/not-run.js';

import { type CheckResult, type Finding, type Verdict, worstOf } from '../verdict/verdict.js';
import { counterexampleName, counterexampleYaml } from './counterexample.js';
import { stepWords } from './program-words.js';
import { type Ground, whyNoOccasion } from './occasions.js';
import { type Property, propertyOf } from './properties.js';
import type { Counterexample, SearchResult } from './search-port.js';

export interface ProgramResultContext {
  readonly seed: number;
  readonly strict: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
  /** What the programs were drawn for; default: it had all that any property needs. */
  readonly ground?: Ground;
}

export function resultsOf(
  properties: readonly Property[],
  search: SearchResult,
  context: ProgramResultContext,
): readonly CheckResult[] {
  return properties.map((property) => resultOf(property, search, context));
}

function resultOf(property: Property, search: SearchResult, context: ProgramResultContext): CheckResult {
  const counterexamples = search.counterexamples.filter(
    ({ finding }) => propertyOf(finding.rule)?.id === property.id,
  );
  const findings = [
    ...counterexamples.map((counterexample) => counterexampleFinding(counterexample, context)),
    ...property.rules.flatMap((rule) => heldFinding(rule, search, counterexamples)),
  ];
  const verdicts: Verdict[] = findings.map(({ verdict }) => verdict);
  const worst = counterexamples.toSorted((a, b) => severity(a) - severity(b))[0];
  if (findings.length === 0 && search.unfinished === 0)
    return skippedProperty(property, noOccasion(property, search, context), context.endedAt);
  const reason = reasonOf(property, search, worst, findings.length);
  return {
    ...described(property),
    // Of the others no program had anything to say.
    rules: property.rules.filter((rule) => findings.some((finding) => finding.rule === rule)),
    verdict: worstOf(verdicts) ?? 'inconclusive',
    ...(reason === undefined ? {} : { reason }),
    findings,
    attempts: 1,
    startedAt: context.startedAt,
    endedAt: context.endedAt,
    trace: worst?.trace ?? [],
    ...(worst ? { program: programOf(worst, context) } : {}),
  };
}

function described({ id, title, rules }: Property): Pick<CheckResult, 'id' | 'title' | 'rules' | 'area'> {
  return { id, title, rules, area: 'properties' };
}

export function skippedProperty(property: Property, reason: string, at: number): CheckResult {
  return notRun(described(property), 'skipped', reason, at);
}

export function brokenOff(property: Property, at: number): CheckResult {
  return notRun(described(property), 'inconclusive', 'broken off: interrupted', at);
}

function severity({ standing }: Counterexample): number {
  return standing.kind === 'confirmed' ? 0 : 1;
}

function counterexampleFinding(
  { finding, standing, index }: Counterexample,
  { strict }: ProgramResultContext,
): Finding {
  const confirmed = standing.kind === 'confirmed';
  return {
    ...finding,
    verdict: confirmed ? breachOf(finding.rule, strict) : 'inconclusive',
    where: `program ${index}, ${finding.where}`,
    actual: confirmed
      ? `${finding.actual} (${standing.times} of ${standing.times} runs)`
      : `${finding.actual}; but ${standing.why}`,
  };
}

function heldFinding(
  rule: RuleId,
  { held, programs }: SearchResult,
  counterexamples: readonly Counterexample[],
): Finding[] {
  const times = held.get(rule);
  if (times === undefined || counterexamples.some(({ finding }) => finding.rule === rule)) return [];
  return [
    {
      rule,
      verdict: 'pass',
      where: 'random programs',
      expected: 'no program to break it',
      actual: `it held in all ${times} of ${programs} programs that had an occasion to break it`,
      exchanges: [],
    },
  ];
}

function reasonOf(
  { dwelling }: Property,
  search: SearchResult,
  worst: Counterexample | undefined,
  findings: number,
): string | undefined {
  if (worst?.standing.kind === 'doubtful') return worst.standing.why;
  if (worst || findings > 0) return undefined;
  // Those that dwell on it say best what is in its way.
  const own = search.ends.get(dwelling);
  const { programs, unfinished, hindrance } = own && own.unfinished > 0 ? own : search;
  const which = own && own.unfinished > 0 ? `programs for ${dwelling}` : 'programs';
  const hindered = hindrance === undefined ? '' : `: ${hindrance}`;
  return `${unfinished} of ${programs} ${which} could not be run to their end${hindered}`;
}

function noOccasion(
  property: Property,
  { programs }: SearchResult,
  { ground }: ProgramResultContext,
): string {
  const never = ground && whyNoOccasion(property, ground);
  if (never !== undefined) return never;
  const all = programs === 1 ? 'the one program' : `${programs} programs`;
  return `no occasion to break it came up in ${all}; more are run with --runs or --time`;
}

function programOf(
  counterexample: Counterexample,
  { seed }: ProgramResultContext,
): NonNullable<CheckResult['program']> {
  const { index, program, standing } = counterexample;
  return {
    index,
    operations: program.operations,
    steps: stepWords(program.body),
    yaml: counterexampleYaml(counterexample, seed),
    fileName: counterexampleName(counterexample),
    ...(standing.kind === 'doubtful' && standing.other ? { otherTrace: standing.other } : {}),
  };
}
