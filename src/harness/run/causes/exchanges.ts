// What was asked and answered in the checks of a run, and which findings rest on it.
import type { ReplyRecord, RequestRecord, TraceRecord } from '../../../trace/record.js';
import type { CheckResult, Finding } from '../../verdict/verdict.js';

export interface RequestAndReply {
  readonly request: RequestRecord;
  readonly reply: ReplyRecord;
  /** Clock time in ms of the reply. */
  readonly at: number;
}

function answeredIn(records: readonly TraceRecord[]): readonly RequestAndReply[] {
  const requests = new Map<number, RequestRecord>();
  return records.flatMap((record): RequestAndReply[] => {
    if (record.kind === 'request') requests.set(record.exchange, record);
    const request = record.kind === 'reply' ? requests.get(record.exchange) : undefined;
    return record.kind === 'reply' && request ? [{ request, reply: record, at: record.at }] : [];
  });
}

/** All of the checks; what speaks of the run as a whole has no trace of its own, but that of the look before it. */
export function answeredInAll(results: readonly CheckResult[]): readonly RequestAndReply[] {
  return results.flatMap(({ trace }) => answeredIn(trace));
}

/**
 * Whether a finding rests on one of these exchanges: the step that asked does, and a step that compares what came
 * does where one of them came before it.
 */
export function restsOnOneOf(isMet: (answered: RequestAndReply) => boolean): {
  rests(finding: Finding, result: CheckResult): boolean;
} {
  const known = new WeakMap<readonly TraceRecord[], ReadonlySet<number>>();
  const metIn = (trace: readonly TraceRecord[]): ReadonlySet<number> => {
    const met =
      known.get(trace) ??
      new Set(
        answeredIn(trace)
          .filter(isMet)
          .map(({ request }) => request.exchange),
      );
    known.set(trace, met);
    return met;
  };
  return {
    rests: ({ exchanges, where }, { trace }) => {
      const met = metIn(trace);
      if (met.size === 0) return false;
      const last = exchanges.at(-1);
      if (last === undefined) return true;
      return (
        exchanges.some((exchange) => met.has(exchange)) ||
        (/^line \d+: assert/.test(where) && last >= Math.min(...met))
      );
    },
  };
}
