// What a judge is: a law that holds in every trace of a right server, whatever was done in it.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Silence } from '../verdict/verdict.js';
import type { TraceView } from './trace-view.js';

// What a judge is: a law that holds in every trace of a right server, whatever was done in it.

/** A text, or what makes it: of all that held, one is told in words. */
type ToldText = string | (() => string);

/** One thing that an invariant looked at. */
export interface InvariantJudgement {
  readonly rule: RuleId;
  readonly held: boolean;
  readonly expected: ToldText;
  readonly actual: ToldText;
  readonly exchanges: readonly number[];
  /** Events and other frames that it is about, by their `seq`. */
  readonly frames?: readonly number[];
  /** Of what did not happen: how long it was waited for. */
  readonly silence?: Silence;
}

/** How long things may take that the interface gives no time for. */
export interface JudgeBounds {
  /** An event that has not come in this time, in ms, while its connection was at work, does not come. */
  readonly eventPatience: number;
  /** Events until then, clock time in ms, may tell of what was done to the device before the trace began. */
  readonly aftermathUntil?: number;
  /** What an RS485 peripheral of the device always answers to the bytes (hex); undefined where nobody knows. */
  readonly answerTo?: (deviceId: string, data: string) => string | undefined;
}

/** The `eventPatience` of a judge that is told nothing else. */
export const EVENT_PATIENCE = 5000;

/**
 * In ms: the interface gives events no time, so before one is called missing it is waited for much longer, once.
 */
export const LONGEST_EVENT_PATIENCE = 30_000;

export interface Invariant {
  /** Stands in findings, as in `invariant refresh-spacing`. */
  readonly name: string;
  readonly rules: readonly RuleId[];
  /**
   * It reasons from what nobody did: it holds only where nobody else uses the devices and clients of the trace.
   */
  readonly alone?: true;
  /** What it says depends on what else is asked in the name of the same API clients, on whatever device. */
  readonly ofClients?: true;
  judge(view: TraceView, bounds: JudgeBounds): readonly InvariantJudgement[];
}

/** `held` when nothing speaks against it; `actual` is said of both. */
export function judgement(
  rule: RuleId,
  held: boolean,
  expected: ToldText,
  actual: ToldText,
  ...exchanges: readonly number[]
): InvariantJudgement {
  return { rule, held, expected, actual, exchanges };
}

/** The same of something that frames show. */
export function shownBy(
  judged: InvariantJudgement,
  ...frames: readonly { readonly seq: number }[]
): InvariantJudgement {
  return { ...judged, frames: frames.map(({ seq }) => seq) };
}

export function inWords(told: ToldText): string {
  return typeof told === 'string' ? told : told();
}
