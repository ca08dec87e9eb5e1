// What a search amounts to: one result for each property, beside those of the scenarios.
import type { RuleId } from '../../contract/rules/catalogue.js';
import {
  breachOf,
  type CheckResult,
  type Finding,
  notRun,
  type Verdict,
  worstOf,
} from '../verdict/verdict.js';
import type { Counterexample, SearchResult } from './search-port.js';
import { labelOf } from '../scenario/language/show.js';
import { verbOf } from '../scenario/verbs/registry.js';
import { innerSteps, type Program, type StepData, stepsOf, usesOf } from './program.js';
import { grants, type Scope } from '../../contract/scopes.js';
import { INVARIANTS } from '../judge/judge.js';
import { type Restriction, restrictionWords } from '../profile/restriction.js';
import type { ProgramFacts } from './facts.js';
import { state } from '../judge/state.js';
import type { ProgramProfile } from './draw.js';
import { stringify } from 'yaml';

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
    actual: confirmed ? finding.actual : `${finding.actual}; but ${standing.why}`,
    ...(confirmed && { stands: { seen: standing.times, of: standing.times } }),
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

// The steps of a program in words, as a report shows them.

export function stepWords(steps: readonly StepData[]): readonly string[] {
  return steps.flatMap((step) => {
    const inner = innerSteps(step);
    if (!inner) return [inWords(step)];
    return ['at once:', ...inner.map((each) => `  ${inWords(each)}`)];
  });
}

function inWords({ at, times, ...step }: StepData): string {
  const verb = verbOf(step)?.name ?? 'step';
  const { patient: _, as, ...shown } = step;
  const when = [
    ...(typeof at === 'string' ? [`after ${at}`] : []),
    ...(typeof times === 'number' ? [`${times} times`] : []),
  ];
  const name = typeof as === 'string' ? `${as}: ` : '';
  return `${name}${labelOf(verb, shown)}${when.length === 0 ? '' : ` (${when.join(', ')})`}`;
}

// Why no program can have an occasion to break a property, whatever is drawn: what the profile does not offer for it.

/** Where the programs of a run are run. */
interface Ground {
  readonly tenants: readonly ProgramFacts[];
  /** Others use the devices, too. */
  readonly shared: boolean;
  readonly restriction?: Restriction | undefined;
}

/** In words; undefined where programs can have one. */
export function whyNoOccasion({ id, rules }: Property, ground: Ground): string | undefined {
  if (ground.shared && rules.every(needsToBeAlone))
    return 'the profile says "shared: true": what others do may explain whatever programs see of it';
  const needed = NEEDED[id];
  if (!needed || ground.tenants.some(needed.isThere)) return undefined;
  const why = ground.restriction === undefined ? needed.why : restrictionWords(ground.restriction);
  return `no program can have an occasion to break it: ${why}`;
}

/** Only laws that reason from what nobody did speak of it. */
function needsToBeAlone(rule: Property['rules'][number]): boolean {
  return INVARIANTS.filter(({ rules }) => rules.includes(rule)).every(({ alone }) => alone === true);
}

interface Needed {
  isThere(facts: ProgramFacts): boolean;
  readonly why: string;
}

const NEEDED: Readonly<Record<string, Needed>> = {
  'properties/idempotency': {
    isThere: (facts) =>
      canSwitch(facts) ||
      (may(facts, 'device:control') && facts.devices.some(({ rs485 }) => rs485 !== undefined)) ||
      may(facts, 'device:config'),
    why: 'no API client of the profile may switch relays that it lists, send bytes that it lists, or configure its devices',
  },
  'properties/state': {
    isThere: canSwitch,
    why: 'no API client of the profile has device:control for a device with relays that it lists',
  },
  'properties/events': {
    isThere: (facts) => canSwitch(facts) || facts.devices.some(({ stimuli }) => stimuli.length > 0),
    why: 'no API client of the profile may switch relays that it lists, and it declares no stimuli for its devices',
  },
};

function may({ clients }: ProgramFacts, scope: Scope): boolean {
  return clients.some(({ scopes }) => grants(scopes, scope));
}

function canSwitch(facts: ProgramFacts): boolean {
  return may(facts, 'device:control') && facts.devices.some(({ relays }) => relays.length > 0);
}

// The properties that random programs are to show, each with the rules that it stands for.

export interface Property {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly RuleId[];
  /** The profile of programs that dwell on it. */
  readonly dwelling: ProgramProfile;
}

/** Which rules each property stands for: a rule belongs to the first that takes it, and the last takes all. */
const GROUPS: readonly (Omit<Property, 'rules'> & { readonly of: (rule: RuleId) => boolean })[] = [
  {
    id: 'properties/idempotency',
    dwelling: 'idempotency',
    title: 'One key, one command, one outcome, one execution',
    of: (rule) => /^(idempotency|commands)\./.test(rule),
  },
  {
    id: 'properties/refresh',
    dwelling: 'refresh',
    title: 'Refreshes keep their distance over both channels, and rejections are free',
    of: (rule) => /^(refresh|limits)\./.test(rule),
  },
  {
    id: 'properties/serialisation',
    dwelling: 'serialisation',
    title: 'A device does one thing at a time, is free again afterwards, and a refusal leaves no mark',
    of: (rule) => rule.startsWith('busy.'),
  },
  {
    id: 'properties/state',
    dwelling: 'state',
    title: 'Every state is explained by some order of the accepted operations',
    of: (rule) => state.rules.includes(rule),
  },
  {
    id: 'properties/events',
    dwelling: 'events',
    title: 'Each change gives its event on every connection, and each event is explained by a change',
    of: (rule) => rule.startsWith('events.'),
  },
  {
    id: 'properties/replies',
    dwelling: 'load',
    title: 'Replies keep their form and belong to their requests, also under load',
    of: () => true,
  },
];

/** Rules that whoever sends random programs can judge. */
const JUDGED: readonly RuleId[] = [...new Set(INVARIANTS.flatMap(({ rules }) => rules))];

export const PROPERTIES: readonly Property[] = GROUPS.map(({ of, ...property }, at) => ({
  ...property,
  rules: JUDGED.filter((rule) => of(rule) && !GROUPS.slice(0, at).some((earlier) => earlier.of(rule))),
}));

export function propertyOf(rule: RuleId): Property | undefined {
  return PROPERTIES.find(({ rules }) => rules.includes(rule));
}

// A program as a scenario file, which `conform run FILE` replays and which fails for the same rule.

/** @param seed of the search that found it. */
export function counterexampleYaml({ finding, program, index }: Counterexample, seed: number): string {
  const { rule, expected, actual } = finding;
  const document = {
    title: `A counterexample to ${rule}`,
    about: `Expected ${expected}; came ${actual}. It is what is left of program ${index} of seed ${seed}.`,
    rules: [rule],
    needs: needsOf(program),
    steps: stepsOf(program),
    ...cleanupOf(program),
  };
  return stringify(document, { lineWidth: 110, aliasDuplicateObjects: false });
}

/** What was found is judged by what nobody else did: no other check may run meanwhile. */
function needsOf(program: Program): StepData {
  const { devices, clients } = usesOf(stepsOf(program));
  const named = [...devices].map(([name, use]) => {
    const lists = Object.entries(use).flatMap(([kind, names]: [string, ReadonlySet<string>]) =>
      names.size > 0 ? [[kind, [...names]] as const] : [],
    );
    return [name, Object.fromEntries(lists)] as const;
  });
  return {
    ...(named.length === 0 ? {} : { devices: Object.fromEntries(named) }),
    clients: Object.fromEntries([...clients].map(([name, scopes]) => [name, [...scopes]])),
    exclusive: true,
  };
}

function cleanupOf(program: Program): StepData {
  const off = program.prologue.filter((step) => verbOf(step)?.switches);
  return off.length === 0 ? {} : { cleanup: off };
}

/** `idempotency.after-lost-response` of program 17: `idempotency-after-lost-response-17.yaml`. */
export function counterexampleName({ finding, index }: Counterexample): string {
  return `${finding.rule.replaceAll('.', '-')}-${index}.yaml`;
}
