// Judges a trace that has no end: each stretch of time together with the one before it, by all invariants.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { TraceRecord } from '../../trace/record.js';
import type { Finding } from '../verdict/verdict.js';
import { LONGEST_EVENT_PATIENCE } from './invariant.js';
import { judge } from './judge.js';

/** A stretch in ms: what belongs together is no longer apart than this. */
const STRETCH = 5 * 60_000;
/** Records that wait: with more of them a stretch is shorter, so that neither memory nor a judgement grows. */
const MOST_RECORDS = 40_000;

export interface StretchResult {
  /** Breaches that were not found before, and one finding for each rule that held. */
  readonly findings: readonly Finding[];
  /** The exchanges of the breaches. */
  readonly trace: readonly TraceRecord[];
}

export interface RollingJudgeOptions {
  /** A breach of a derived rule fails, too. */
  readonly strict: boolean;
  /** Nobody else uses the devices and clients: what nobody did is known, too. */
  readonly alone?: boolean | undefined;
}

export function createRollingJudge({ strict, alone = false }: RollingJudgeOptions) {
  let waiting: TraceRecord[] = [];
  let from: number | undefined;
  let newest = Number.NEGATIVE_INFINITY;
  let dropped = 0;
  /** The breaches of the last judgement: the next one has a stretch in common with it. */
  let known = new Set<string>();

  const judged = (to: number): StretchResult => {
    waiting.sort((a, b) => a.at - b.at);
    const trace = waiting.filter(({ at }) => at <= to).map((record, seq) => ({ ...record, seq }));
    const all = judge(withoutLooseEnds(trace), {
      ...{ strict, dropped, alone, ofTraffic: true },
      // Nobody can wait longer for one event than for the others.
      eventPatience: LONGEST_EVENT_PATIENCE,
    });
    const findings = all.filter((finding) => finding.verdict === 'pass' || !known.has(keyOf(finding)));
    const broken = all.filter(({ verdict }) => verdict !== 'pass');
    known = new Set(broken.map(keyOf));
    const shown = new Set(broken.flatMap(({ exchanges }) => exchanges));
    return { findings, trace: trace.filter((each) => 'exchange' in each && shown.has(each.exchange)) };
  };
  const advance = (begin: number, stretch: number): StretchResult => {
    const result = judged(begin + stretch);
    // What was judged for the first time now is what comes before the next stretch.
    waiting = waiting.filter(({ at }) => at > begin);
    from = begin + stretch;
    dropped = 0;
    return result;
  };
  return {
    /**
     * Records may come late, but not by more than a stretch: an exchange is known when it is over.
     * @returns what was judged, when that was due.
     */
    see: (record: TraceRecord) => {
      waiting.push(record);
      from ??= record.at;
      newest = Math.max(newest, record.at);
      if (newest - from >= 2 * STRETCH) return advance(from, STRETCH);
      return waiting.length >= MOST_RECORDS ? advance(from, (newest - from) / 2) : undefined;
    },

    /** So many records were lost: nothing that is seen beside them proves a breach. */
    lose: (count: number) => {
      dropped += count;
    },

    /** What has not been judged yet. */
    end: () => judged(Number.POSITIVE_INFINITY),
  };
}

/** What stretches have found: breaches, and one finding for each rule that was never broken. @param most breaches kept. */
export function createFindings(most = Number.POSITIVE_INFINITY) {
  const held = new Map<RuleId, Finding>();
  const breaches: Finding[] = [];
  return {
    /** @returns whether it is a breach that is kept. */
    add: (finding: Finding): boolean => {
      if (finding.verdict === 'pass') held.set(finding.rule, finding);
      else if (breaches.length < most) return breaches.push(finding) > 0;
      return false;
    },
    all: (): readonly Finding[] => {
      const broken = new Set(breaches.map(({ rule }) => rule));
      return [...breaches, ...[...held.values()].filter(({ rule }) => !broken.has(rule))];
    },
  };
}

const keyOf = ({ rule, exchanges, actual }: Finding): string => JSON.stringify([rule, exchanges, actual]);

/** Without frames on connections that were opened before: one may answer a request that is not here. */
function withoutLooseEnds(trace: readonly TraceRecord[]): readonly TraceRecord[] {
  const opened = new Set(
    trace.flatMap((each) => (each.kind === 'connection' && each.state === 'open' ? [each.connection] : [])),
  );
  return trace.filter((each) => each.kind !== 'stray' || opened.has(each.connection));
}
