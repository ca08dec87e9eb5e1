// Judges a trace by all invariants: pure, and of any trace, whoever recorded it.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { defined } from '../../kernel/defined.js';
import { groupBy } from '../../kernel/group-by.js';
import type { TraceRecord } from '../../trace/record.js';
import { breachOf, type Finding } from '../verdict/verdict.js';
import { announcedDelay, budget, unspent, refreshSpacing } from './refreshes.js';
import { commandOutcome, commands, keys, readable, transceived } from './commands.js';
import { correlation, mixedUp, tickets, wsReplies } from './connections.js';
import { denied, envelopeInvariant, fitting, rateLimits, statusCodes } from './replies.js';
import { eventState, eventMissing } from './events.js';
import {
  type JudgeBounds,
  EVENT_PATIENCE,
  type Invariant,
  type InvariantJudgement,
  inWords,
} from './invariant.js';
import { eventUnexplained, solicited } from './unexplained-events.js';
import { closings } from './closings.js';
import {
  neverGranted,
  passedOver,
  profilesOfDevices,
  refusedRepeats,
  tokenOfAnother,
} from './never-granted.js';
import { drivenAlike, toldAndRead } from './told-and-read.js';
import { executions, lane, packing, oneAtATime } from './lane.js';
import { state } from './state.js';
import { type TraceView, viewTrace } from './trace-view.js';

// Judges a trace by all invariants: pure, and of any trace, whoever recorded it.

interface JudgeContext extends Partial<JudgeBounds> {
  /** A breach of a derived rule fails, too. */
  readonly strict: boolean;
  /** Records that the trace has lost. */
  readonly dropped: number;
  /** Nobody else used the devices and clients of the trace while it was recorded. Default: somebody may have. */
  readonly alone?: boolean;
  /** Others have caused the traffic: a run has a book of its own of what it asks (target/answers). */
  readonly ofTraffic?: boolean;
}

/** Breaches of one rule by one invariant that are told in full. */
const MOST_BREACHES = 5;

/** For each rule that the trace says something about: each breach of it, or one finding that it held. */
export function judge(records: readonly TraceRecord[], context: JudgeContext): readonly Finding[] {
  const view = viewTrace(records);
  return (context.ofTraffic ? TRAFFIC_INVARIANTS : INVARIANTS)
    .filter(({ alone }) => !alone || context.alone)
    .flatMap((invariant) => findingsOf(invariant, view, context));
}

function findingsOf(invariant: Invariant, view: TraceView, context: JudgeContext): readonly Finding[] {
  const { eventPatience = EVENT_PATIENCE, answerTo, aftermathUntil } = context;
  const bounds = { eventPatience, ...defined({ answerTo, aftermathUntil }) };
  const byRule = groupBy(invariant.judge(view, bounds), ({ rule }) => rule);
  const where = `invariant ${invariant.name}`;
  return [...byRule].flatMap(([rule, judgements]): Finding[] => {
    const breaches = judgements.filter(({ held }) => !held);
    if (breaches.length === 0) return [heldBy(rule, judgements, where)];
    return breaches.slice(0, MOST_BREACHES).map((breach) => ({
      rule,
      // A trace with holes proves no breach: what would explain it may be what was lost.
      verdict: context.dropped > 0 ? 'inconclusive' : breachOf(rule, context.strict),
      where,
      expected: inWords(breach.expected),
      actual: inWords(breach.actual),
      exchanges: breach.exchanges,
      ...(breach.frames && { frames: breach.frames }),
      ...(breach.silence && { silence: breach.silence }),
    }));
  });
}

function heldBy(rule: RuleId, judgements: readonly InvariantJudgement[], where: string): Finding {
  const last = judgements.at(-1);
  const actual =
    judgements.length === 1 && last ? inWords(last.actual) : `so in all of ${judgements.length} cases`;
  return {
    rule,
    verdict: 'pass',
    where,
    expected: last ? inWords(last.expected) : '',
    actual,
    exchanges: last?.exchanges ?? [],
  };
}

/**
 * All of them, from cause to consequence: where replies are mixed up, everything else that was read is doubtful; a state
 * without an explanation may be the consequence of anything.
 */
export const INVARIANTS: readonly Invariant[] = [
  ...[envelopeInvariant, fitting, denied, statusCodes, wsReplies, rateLimits, mixedUp, correlation, tickets],
  ...[keys, commands, commandOutcome, readable, transceived, drivenAlike],
  ...[refreshSpacing, announcedDelay, budget, unspent, packing, oneAtATime, lane],
  ...[eventUnexplained, eventMissing, eventState, solicited, executions, state],
];

/** Those of traffic that others cause, too. */
export const TRAFFIC_INVARIANTS: readonly Invariant[] = [
  ...INVARIANTS,
  neverGranted,
  passedOver,
  tokenOfAnother,
  refusedRepeats,
  profilesOfDevices,
  closings,
  toldAndRead,
];

/** The rules that are judged in every trace: a scenario may cite them without a step of its own. */
export const JUDGED_RULES: ReadonlySet<RuleId> = new Set(INVARIANTS.flatMap(({ rules }) => rules));
