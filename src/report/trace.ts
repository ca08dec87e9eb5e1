// `--report trace=path`: all that was seen in a run, check by check, for `conform judge`.
import type { RunResult } from '../harness/verdict/verdict.js';
import { redact } from './redact.js';
import { toNdjson } from '../trace/ndjson.js';
import type { TraceRecord } from '../trace/record.js';

export function traceReport({ checks }: RunResult): string {
  const seen = checks.filter(({ trace }) => trace.length > 0);
  return toNdjson(
    seen.map(({ id, trace, dropped = 0 }) => ({
      name: id,
      dropped,
      records: trace.map(withoutSecrets),
    })),
  );
}

/** Parts that hold what was on the wire. The names that stand for tickets stay: a judge tells tickets apart. */
const WIRE_PARTS = ['headers', 'body', 'data', 'parameters'];

function withoutSecrets(record: TraceRecord): TraceRecord {
  const clean = Object.entries(record).map(([name, value]: [string, unknown]) => [
    name,
    WIRE_PARTS.includes(name) ? redact(value) : value,
  ]);
  return Object.fromEntries(clean) as TraceRecord;
}
