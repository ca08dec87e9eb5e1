// A whole audit as the result of a run: a check for each rule and one for each day, so that all formats of reports
// take it.
import { waive, waiverProblems } from '../../harness/run/baseline.js';
import type { Waiver } from '../../harness/profile/profile.js';
import type { CheckResult, RunResult } from '../../harness/verdict/verdict.js';
import type { TraceRecord } from '../../trace/record.js';
import { clientResult, type ClientResultOptions, type RuledClient } from '../client-result.js';
import type { ClientBreach } from '../rules/ruling.js';
import type { LivedDay } from './lived-day.js';
import { troubleOf } from './trouble.js';

export interface AuditFacts extends Omit<ClientResultOptions, 'startedAt' | 'endedAt'> {
  readonly waivers: readonly Waiver[];
  readonly ruled: RuledClient;
  readonly days: readonly LivedDay[];
  /** The days that were lived again. */
  readonly again: readonly LivedDay[];
  readonly advice: readonly string[];
  /** Why it ended before everything was done. */
  readonly cutShort: string | undefined;
}

/** Records around what a rule is about that a report shows, and of a day. */
const MOST_SHOWN = 400;
const AROUND = 3000;
const AT_ONCE = 50;
const SHOWN: ReadonlySet<TraceRecord['kind']> = new Set(['request', 'event']);

export function auditResult(facts: AuditFacts): RunResult {
  const { target, dialect, seed, strict, ruleSet, days, again, ruled, waivers, advice, cutShort } = facts;
  const startedAt = Math.min(...days.map(({ from }) => from));
  const endedAt = Math.max(...[...days, ...again].map(({ to }) => to));
  const bounds = { target, dialect, seed, strict, ruleSet, startedAt, endedAt };
  const result = clientResult([ruled], bounds);
  const lived = [...days, ...again];
  const rules = result.checks.map((check) =>
    waive(withTrace(withWitness(check, ruled, lived), lived), { waivers }),
  );
  const problems = waiverProblems(rules, { waivers }, { now: endedAt, isPart: cutShort !== undefined });
  const gone = days.length > 0 && days.every((day) => troubleOf(day)?.kind === 'service gone');
  const silent = days.every(({ traffic, others }) => count([traffic, ...others]) === 0);
  return {
    ...result,
    checks: [...rules, ...lived.map(dayCheck)],
    ...(silent && { unreachable: silence(days) }),
    ...(gone && { unreachable: wordsOf(days) }),
    ...(problems.length > 0 && { waiverProblems: problems }),
    ...(advice.length > 0 && { advice }),
    ...(cutShort !== undefined && { cutShort }),
  };
}

function count(traffic: readonly (LivedDay['traffic'] | undefined)[]): number {
  return traffic.reduce((total, each) => total + (each?.exchanges.length ?? 0), 0);
}

function silence(days: readonly LivedDay[]): string {
  return `no day saw any traffic of the client: ${wordsOf(days)}`;
}

function wordsOf(days: readonly LivedDay[]): string {
  return days.map((day) => troubleOf(day)?.words).find((words) => words !== undefined) ?? 'nobody called';
}

/** Who reads an occasion and the one beside it on one axis of time sees what the fault did. */
function withWitness(check: CheckResult, { rulings }: RuledClient, days: readonly LivedDay[]): CheckResult {
  const [, ruling] = [...rulings].find(([rule]) => check.rules.includes(rule)) ?? [];
  const breach = ruling?.kind === 'broken' ? ruling.breaches[0] : undefined;
  const { records } = days.find(({ name }) => name === breach?.day) ?? { records: [] };
  const [first, ...others] = check.findings;
  if (!first || !breach?.beside) return check;
  const untreated = recordsOf(breach.beside, records);
  const both = new Set([...recordsOf(breach, records), ...untreated]);
  const kept = records.filter((each) => both.has(each));
  const leftOut = records.filter((each) => SHOWN.has(each.kind) && !both.has(each)).length;
  const seqs = untreated.map(({ seq }) => seq);
  const witness = { proof: 'step', records: kept, leftOut, untreated: seqs, right: breach.right } as const;
  return { ...check, findings: [{ ...first, witness }, ...others] };
}

/** What is said of an occasion; of one without requests what was heard shortly before it. */
function recordsOf({ at, exchanges }: ClientBreach, records: readonly TraceRecord[]): readonly TraceRecord[] {
  const events = records.flatMap((each) => (each.kind === 'event' && each.at === at ? each.eventId : []));
  return records.filter((each) => {
    if ('exchange' in each) return exchanges.includes(each.exchange);
    if (each.kind === 'event' && each.eventId !== undefined && events.includes(each.eventId)) return true;
    const isAround = exchanges.length === 0 && each.at >= at - AROUND && each.at <= at + AT_ONCE;
    return isAround && (each.kind === 'event' || each.kind === 'connection');
  });
}

/** A rule is shown with the records around its first occurrence; numbers of other days would mislead. */
function withTrace(check: CheckResult, days: readonly LivedDay[]): CheckResult {
  const first = check.findings.find(({ verdict, exchanges }) => verdict !== 'pass' && exchanges.length > 0);
  const day = days.find(({ name }) => name === first?.where);
  if (!first || !day) return check;
  const times = day.records
    .filter((each) => 'exchange' in each && first.exchanges.includes(each.exchange))
    .map(({ at }) => at);
  const [from, to] = [Math.min(...times) - AROUND, Math.max(...times) + AROUND];
  const trace = day.records.filter(({ at }) => at >= from && at <= to).slice(0, MOST_SHOWN);
  return {
    ...check,
    trace,
    startedAt: day.from,
    endedAt: day.to,
    findings: check.findings.map((each) => (each.where === day.name ? each : { ...each, exchanges: [] })),
  };
}

function dayCheck(lived: LivedDay): CheckResult {
  const { day, name, from, to, records, traffic, endedBy, processes } = lived;
  const trouble = troubleOf(lived);
  const early = endedBy === 'client' ? ` The client ended by itself: ${processes[0]?.how}.` : '';
  const words = processes.map(({ output }) => output.trim()).find((output) => output !== '');
  const said = words === undefined ? '' : `; its last words: ${lastWords(words)}`;
  const seen = traffic
    ? `${traffic.exchanges.length} requests, ${traffic.connections.length} connections`
    : 'no request';
  return {
    id: `day/${name}`,
    title: `${day.title}: ${seen}`,
    about: day.about + early,
    area: 'days',
    rules: [],
    verdict: trouble === undefined ? 'pass' : trouble.kind === 'bug' ? 'error' : 'inconclusive',
    ...(trouble && { reason: trouble.words + said }),
    findings: [],
    attempts: 1,
    startedAt: from,
    endedAt: to,
    trace: records.slice(0, MOST_SHOWN),
    ...(records.length > MOST_SHOWN && { dropped: records.length - MOST_SHOWN }),
  };
}

const LAST_LINES = 3;
const LONGEST = 200;

/** What says of itself that it is an error; a stack follows it. */
const ERROR = /^(?!\s*at ).*(?:error|exception|panic|fatal)\w*\b.*[:\s]\S/i;

/** The error that it ended with, or what it wrote last. */
function lastWords(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const error = lines.findLast((line) => ERROR.test(line.slice(0, LONGEST)));
  return error?.trim().slice(0, LONGEST) ?? lines.slice(-LAST_LINES).join(' | ').slice(-LONGEST);
}
