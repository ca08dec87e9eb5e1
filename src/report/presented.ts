// A result as reports may show it: without secrets, and for people with what a target said on one line, escaped.
import type {
  CheckResult,
  Finding,
  RunResult,
  ShownProgram,
  BreachWitness,
} from '../harness/verdict/verdict.js';
import { escaped } from '../output/escape.js';
import { type IsSecretName, isTellingName, redactNames } from '../output/secret-names.js';
import type { Secrets } from '../output/secrets.js';
import { OWN_WORDS } from '../trace/own-words.js';
import type { TraceRecord } from '../trace/record.js';

export interface Presentation {
  readonly secrets: Pick<Secrets, 'redact'>;
  /** Default: names that say so by themselves. */
  readonly isSecretName?: IsSecretName;
  /** Programs get texts as they came; the syntax of their format escapes them. */
  readonly readers: 'people' | 'programs';
}

/** What identifies a check, a rule or a verdict is of our making, and stays. */
export function presented(result: RunResult, how: Presentation): RunResult {
  const word = wordOf(how);
  const words = (list: readonly string[]): string[] => list.map(word);
  const { cutShort, unreachable, waiverProblems, dialectProblems, programs, advice } = result;
  return {
    ...result,
    ...(cutShort === undefined ? {} : { cutShort: word(cutShort) }),
    ...(unreachable === undefined ? {} : { unreachable: word(unreachable) }),
    checks: presentedChecks(result.checks, how),
    ...(programs?.setAside ? { programs: { ...programs, setAside: words(programs.setAside) } } : {}),
    notRestored: words(result.notRestored),
    ...(advice === undefined ? {} : { advice: words(advice) }),
    ...(waiverProblems === undefined ? {} : { waiverProblems: words(waiverProblems) }),
    ...(dialectProblems === undefined ? {} : { dialectProblems: words(dialectProblems) }),
  };
}

export function presentedChecks(checks: readonly CheckResult[], how: Presentation): CheckResult[] {
  const word = wordOf(how);
  return checks.map((check) => {
    let trace: CheckResult['trace'] | undefined;
    return {
      ...check,
      ...(check.reason === undefined ? {} : { reason: word(check.reason) }),
      findings: check.findings.map((finding) => presentedFinding(finding, how)),
      // Most reports show the traces of a few checks only.
      get trace() {
        trace ??= check.trace.map((record) => presentedRecord(record, how));
        return trace;
      },
      ...(check.program === undefined ? {} : { program: presentedProgram(check.program, how) }),
    };
  });
}

type Word = (text: string) => string;

function wordOf({ secrets, readers }: Presentation): Word {
  return readers === 'people' ? (text) => escaped(secrets.redact(text)) : (text) => secrets.redact(text);
}

function presentedFinding(finding: Finding, how: Presentation): Finding {
  const word = wordOf(how);
  const { expected, actual, where, witness } = finding;
  return {
    ...finding,
    where: word(where),
    expected: word(expected),
    actual: word(actual),
    ...(witness && { witness: presentedWitness(witness, how) }),
  };
}

function presentedWitness(witness: BreachWitness, how: Presentation): BreachWitness {
  const word = wordOf(how);
  const { records, right, silence, wrong } = witness;
  return {
    ...witness,
    records: records.map((record) => presentedRecord(record, how)),
    right: word(right),
    ...(silence && { silence: { ...silence, awaited: word(silence.awaited) } }),
    ...(wrong && {
      wrong: wrong.map((place) => ({
        ...place,
        pointer: word(place.pointer),
        expected: word(place.expected),
        actual: word(place.actual),
      })),
    }),
  };
}

function presentedProgram(program: ShownProgram, how: Presentation): ShownProgram {
  const { steps, yaml, otherTrace } = program;
  return {
    ...program,
    steps: steps.map(wordOf(how)),
    yaml: how.secrets.redact(yaml),
    ...(otherTrace === undefined ? {} : { otherTrace: otherTrace.map((each) => presentedRecord(each, how)) }),
  };
}

/** Parts that hold what was on the wire. */
const WIRE_PARTS = new Set(['headers', 'body', 'data', 'parameters']);

function presentedRecord(record: TraceRecord, { secrets, isSecretName, readers }: Presentation): TraceRecord {
  const isSecret = isSecretName ?? isTellingName;
  const clean = Object.entries(record).map(([name, value]: [string, unknown]) => {
    if (OWN_WORDS.includes(name) || typeof value === 'number') return [name, value];
    if (WIRE_PARTS.has(name)) return [name, secrets.redact(redactNames(value, isSecret))];
    const shown = secrets.redact(value);
    return [name, readers === 'people' ? escapedTexts(shown) : shown];
  });
  return Object.fromEntries(clean) as TraceRecord;
}

function escapedTexts(value: unknown): unknown {
  if (typeof value === 'string') return escaped(value);
  return Array.isArray(value) ? value.map(escapedTexts) : value;
}
