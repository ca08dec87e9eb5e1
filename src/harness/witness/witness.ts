// The witness of a breach: the fewest records of its trace that still contradict the rule, so that it can be read in a
// minute, judged alone and sent again.
import type { TraceRecord } from '../../trace/record.js';
import {
  EVENT_PATIENCE,
  type Invariant,
  type InvariantJudgement,
  LONGEST_EVENT_PATIENCE,
} from '../judge/invariant.js';
import { INVARIANTS } from '../judge/judge.js';
import { viewTrace } from '../judge/trace-view.js';
import type { BreachWitness, CheckResult, Finding } from '../verdict/verdict.js';
import { minimized } from './minimize.js';
import { rightWords } from './right.js';
import { recordsOf, type TraceUnit, unitsOf } from './units.js';
import { stepUnits } from './step-units.js';
import { wrongPlaces } from './wrong-places.js';

const BREACHES: ReadonlySet<Finding['verdict']> = new Set(['fail', 'warn', 'waived', 'known']);

/** The check with a witness for each rule that it found broken, and of one rule for each invariant. */
export function withWitnesses(check: CheckResult): CheckResult {
  if (!check.findings.some(({ verdict }) => BREACHES.has(verdict)) || check.trace.length === 0) return check;
  const told = new Set<string>();
  const findings = check.findings.map((finding) => {
    const law = invariantOf(finding)?.name ?? 'step';
    const key = `${finding.rule} ${law}`;
    if (!BREACHES.has(finding.verdict) || told.has(key)) return finding;
    told.add(key);
    const witness = witnessOf(finding, check);
    return witness ? { ...finding, witness } : finding;
  });
  return { ...check, findings };
}

export function witnessOf(finding: Finding, check: CheckResult): BreachWitness | undefined {
  const units = unitsOf(check.trace);
  const judged = invariantOf(finding) && judgedUnits(finding, check.trace, units);
  const kept = judged ?? stepUnits(finding, check, units);
  const shown = recordsOf(kept, check.trace);
  if (shown.length === 0) return undefined;
  const { silence } = finding;
  const wrong = wrongPlaces(finding, shown);
  return {
    proof: judged ? 'judge' : 'step',
    ...(judged ? { invariant: invariantOf(finding)?.name ?? '' } : {}),
    records: shown,
    leftOut: units.filter((unit) => !kept.includes(unit)).length,
    right: rightWords(finding, shown),
    ...(silence && { silence }),
    ...(wrong.length > 0 && { wrong }),
  };
}

/**
 * The witness of a step as another judge sees it: the fewest records that break the rule when they are judged alone.
 * @param breaksAlone whether records contradict the rule of the finding; all of the check do.
 */
export function judgedWitness(
  finding: Finding,
  { trace }: Pick<CheckResult, 'trace'>,
  breaksAlone: (records: readonly TraceRecord[]) => boolean,
): BreachWitness | undefined {
  const { witness } = finding;
  if (witness?.proof !== 'step') return witness;
  const units = unitsOf(trace);
  const kept = fewestUnits(finding, units, (part) => breaksAlone(recordsOf(part, trace)));
  const records = recordsOf(kept, trace);
  const wrong = wrongPlaces(finding, records);
  const { wrong: _, ...rest } = witness;
  return {
    ...rest,
    proof: 'judge',
    records,
    leftOut: units.length - kept.length,
    ...(wrong.length > 0 && { wrong }),
  };
}

/** The invariant that a finding comes from; undefined for one of a step. */
function invariantOf({ where }: Pick<Finding, 'where'>): Invariant | undefined {
  const [, name] = /(?:^|, )invariant ([\w-]+)$/.exec(where) ?? [];
  return INVARIANTS.find((each) => each.name === name);
}

// Whether records break the rule as the finding says: by the same invariant, and in the same thing.

type Subject = Pick<Finding, 'where' | 'rule' | 'exchanges' | 'frames' | 'silence' | 'expected' | 'actual'>;

/** Of these invariants the first exchange is what breaks the rule. The others are what was asked around it. */
const FIRST_ONLY: ReadonlySet<string> = new Set(['state', 'unspent', 'lane']);

/** How long an event was waited for, in ms, when its absence was found: the longest that the records bear is taken. */
const PATIENCES = [LONGEST_EVENT_PATIENCE, EVENT_PATIENCE, 1000];

/** With which patience the records alone show the breach that was found in all of them; undefined where with none. */
export function patienceToBreak(records: readonly TraceRecord[], finding: Subject): number | undefined {
  const invariant = invariantOf(finding);
  return invariant && PATIENCES.find((each) => breaks(invariant, records, finding, each));
}

function breaks(
  invariant: Invariant,
  records: readonly TraceRecord[],
  finding: Subject,
  eventPatience: number,
): boolean {
  return invariant
    .judge(viewTrace(records), { eventPatience })
    .some((each) => !each.held && each.rule === finding.rule && isSame(invariant, each, finding));
}

function isSame({ name }: Invariant, breach: InvariantJudgement, finding: Subject): boolean {
  const { frames, exchanges, silence } = finding;
  if (frames !== undefined) return sameNumbers(breach.frames, frames);
  if (silence && (breach.silence?.awaited !== silence.awaited || breach.silence.on[0] !== silence.on[0]))
    return false;
  if (exchanges.length === 0)
    return told(breach.expected) === finding.expected && told(breach.actual) === finding.actual;
  return FIRST_ONLY.has(name)
    ? breach.exchanges[0] === exchanges[0]
    : sameNumbers(breach.exchanges, exchanges);
}

const told = (text: string | (() => string)): string => (typeof text === 'string' ? text : text());

function sameNumbers(some: readonly number[] = [], others: readonly number[] = []): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at]);
}

// What is left out must not be what would explain it: many laws reason from what nobody did.

/** Looks of the judge for one witness: a trace may have thousands of records. */
const MOST_LOOKS = 3000;

function judgedUnits(
  finding: Finding,
  records: readonly TraceRecord[],
  units: readonly TraceUnit[],
): readonly TraceUnit[] | undefined {
  const invariant = invariantOf(finding);
  const patience = patienceToBreak(records, finding);
  if (!invariant || patience === undefined) return undefined;
  return fewestUnits(finding, units, (part) =>
    breaks(invariant, recordsOf(part, records), finding, patience),
  );
}

function fewestUnits(
  finding: Finding,
  units: readonly TraceUnit[],
  breaksAlone: (part: readonly TraceUnit[]) => boolean,
): readonly TraceUnit[] {
  let looks = 0;
  const shows = (part: readonly TraceUnit[]): boolean => {
    looks++;
    return breaksAlone(part);
  };
  const start = startingSets(finding, units).find(shows) ?? units;
  const around = relatedTo(start, units);
  const explainers: TraceUnit[] = [];
  /** Whether nothing that was left out explains by itself what the part seems to prove. */
  const isSound = (part: readonly TraceUnit[]): boolean => {
    const inside = new Set(part);
    const others = [...explainers, ...around].filter((each) => !inside.has(each));
    for (const other of others) {
      if (looks > MOST_LOOKS) return true;
      if (shows([...part, other])) continue;
      if (!explainers.includes(other)) explainers.unshift(other);
      return false;
    }
    return true;
  };
  const least = minimized(start, shows, MOST_LOOKS);
  if (isSound(least)) return inOrder(least, units);
  const sound = minimized(around, (part) => shows(part) && isSound(part), MOST_LOOKS - looks);
  return inOrder(sound, units);
}

function inOrder(part: readonly TraceUnit[], units: readonly TraceUnit[]): readonly TraceUnit[] {
  const inside = new Set(part);
  return units.filter((unit) => inside.has(unit));
}

/** From few to all: what the finding names, what is about the same devices and connections, and everything. */
function startingSets(
  { exchanges, frames = [] }: Finding,
  units: readonly TraceUnit[],
): readonly (readonly TraceUnit[])[] {
  const named = units.filter(
    ({ exchange, seq }) =>
      (exchange !== undefined && exchanges.includes(exchange)) || (seq !== undefined && frames.includes(seq)),
  );
  return [named, relatedTo(named, units), units];
}

function relatedTo(some: readonly TraceUnit[], units: readonly TraceUnit[]): readonly TraceUnit[] {
  const devices = new Set(some.flatMap(({ deviceId }) => deviceId ?? []));
  const connections = new Set(some.flatMap(({ connection }) => connection ?? []));
  const chosen = new Set(some);
  return units.filter(
    (unit) =>
      chosen.has(unit) ||
      (unit.deviceId !== undefined && devices.has(unit.deviceId)) ||
      (unit.connection !== undefined && connections.has(unit.connection)),
  );
}
