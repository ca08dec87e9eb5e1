// A result as reports may show it: without secrets, and for people with what a target said on one line, escaped.
import type { CheckResult, RunResult } from '../harness/verdict/verdict.js';
import { escaped } from '../output/escape.js';
import { type IsSecretName, isTellingName, redactNames } from '../output/secret-names.js';
import type { Secrets } from '../output/secrets.js';
import { OWN_WORDS, type TraceRecord } from '../trace/record.js';

export interface Presentation {
  readonly secrets: Pick<Secrets, 'redact'>;
  /** Default: names that say so by themselves. */
  readonly isSecretName?: IsSecretName;
  /** Programs get texts as they came; the syntax of their format escapes them. */
  readonly readers: 'people' | 'programs';
}

/** Members of results in which a target may be quoted. What else identifies a check, a rule or a verdict is our own. */
const QUOTING: ReadonlySet<string> = new Set([
  'actual',
  'advice',
  'awaited',
  'cutShort',
  'dialectProblems',
  'expected',
  'instead',
  'notRestored',
  'pointer',
  'reason',
  'right',
  'setAside',
  'steps',
  'unreachable',
  'waiverProblems',
  'where',
]);
/** A scenario to copy: it has lines. */
const QUOTING_LINES = 'yaml';
const TRACES: ReadonlySet<string> = new Set(['trace', 'records', 'otherTrace']);

export function presented(result: RunResult, how: Presentation): RunResult {
  return partFor(result, how) as RunResult;
}

export function presentedChecks(checks: readonly CheckResult[], how: Presentation): CheckResult[] {
  return partFor(checks, how) as CheckResult[];
}

/** @param name of the member that holds it. */
function partFor(value: unknown, how: Presentation, name = ''): unknown {
  if (typeof value === 'string') {
    const isQuoting = QUOTING.has(name);
    const clean = isQuoting || name === QUOTING_LINES ? how.secrets.redact(value) : value;
    return isQuoting && how.readers === 'people' ? escaped(clean) : clean;
  }
  if (Array.isArray(value)) return value.map((each) => partFor(each, how, name));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  const isTrace = ([member]: (typeof members)[number]): boolean => TRACES.has(member);
  const part = Object.fromEntries(
    members.filter((each) => !isTrace(each)).map(([member, inner]) => [member, partFor(inner, how, member)]),
  );
  for (const [member, records] of members.filter(isTrace))
    addLazily(part, member, records as TraceRecord[], how);
  return part;
}

/** Most reports show the traces of a few checks only. */
function addLazily(part: object, member: string, records: readonly TraceRecord[], how: Presentation): void {
  let shown: readonly TraceRecord[] | undefined;
  const get = () => (shown ??= records.map((record) => presentedRecord(record, how)));
  Object.defineProperty(part, member, { get, enumerable: true });
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
