// Holds what came against what was expected: pure, and careful not to call interference a breach.
import { isObject } from '../../../kernel/json.js';
import { matcherWords, match, type MatcherMismatch } from '../matcher/matcher.js';
import { show } from '../language/show.js';
import type { ReplyView } from '../view/reply-view.js';
import { writtenCode } from '../../../trace/written-code.js';
import { interferenceIn, type InterferenceKind } from '../../target/interference.js';

export interface Evaluation {
  readonly result: 'held' | 'deviated' | 'spoiled' | 'undecided';
  readonly expected: string;
  readonly actual: string;
  readonly by?: InterferenceKind;
  /** The code of the reply that deviated. */
  readonly code?: string;
  /** It deviated in a command that came to nothing, as any does whose device loses its link meanwhile. */
  readonly cameToNothing?: true;
}

/** What is matched from the envelope and the transport; the dialect has no part in it. */
export const UNDECODED: ReadonlySet<string> = new Set([
  'outcome',
  'reason',
  'channel',
  'status',
  'code',
  'message',
  'requestId',
  'headers',
  'body',
]);

/** @param expected fields with references resolved. */
export function evaluateView(expected: Readonly<Record<string, unknown>>, view: ReplyView): Evaluation {
  const mismatches = match(expected, view);
  const words = matcherWords(expected);
  if (mismatches.length === 0) return { result: 'held', expected: words, actual: summary(view, expected) };
  const by = interferenceIn(view)?.kind;
  // What the harness has caused itself proves nothing, however often it comes.
  if (view['displaced'] === true) return { result: 'undecided', expected: words, actual: summary(view, {}) };
  if (by && !isExpected(expected, view))
    return { result: 'spoiled', expected: words, actual: summary(view, {}), by };
  if (view['notSent'] !== undefined)
    return { result: 'undecided', expected: words, actual: `the client got no token: ${summary(view, {})}` };
  const foreign = dialectMismatch(mismatches, view);
  if (foreign !== undefined)
    return { result: 'undecided', expected: words, actual: `the reply does not fit the dialect: ${foreign}` };
  const code = typeof view['code'] === 'string' ? { code: view['code'] } : {};
  const nothing = cameToNothing(mismatches, view) ? ({ cameToNothing: true } as const) : {};
  return { result: 'deviated', expected: words, actual: deviation(mismatches, view), ...code, ...nothing };
}

function cameToNothing(mismatches: readonly MatcherMismatch[], { command }: ReplyView): boolean {
  const status = isObject(command) ? command['status'] : undefined;
  if (status !== 'failed' && status !== 'timeout') return false;
  return mismatches.some(({ path }) => path === 'command.status');
}

/** Interference that the step asks for, by outcome, code or status, is what it is about. */
function isExpected(expected: Readonly<Record<string, unknown>>, view: ReplyView): boolean {
  const telling = ['outcome', 'code', 'status'].filter((field) => expected[field] !== undefined);
  return telling.length > 0 && telling.every((field) => match(expected[field], view[field]).length === 0);
}

/** A reply that the dialect cannot read proves nothing about what it says. */
function dialectMismatch(mismatches: readonly MatcherMismatch[], view: ReplyView): string | undefined {
  const found = view['mismatches'];
  if (!Array.isArray(found) || found.length === 0) return undefined;
  if (mismatches.some(({ path }) => UNDECODED.has(path.split('.')[0] ?? ''))) return undefined;
  return found.map(String).join('; ');
}

function deviation(mismatches: readonly MatcherMismatch[], view: ReplyView): string {
  const told = mismatches.filter(({ path }) => path !== 'code' && path !== 'status');
  const details = told.map(({ path, actual }) => `${path} was ${actual}`);
  return [summary(view, {}), ...details].join('; ');
}

/** `429 RATE_LIMITED`, `SUCCESS over WebSocket`, `no reply (reset: …)`, and the values of other fields. */
export function summary(view: ReplyView, expected: Readonly<Record<string, unknown>>): string {
  const { outcome, status, channel, reason, detail, topic } = view;
  const code = writtenCode(view);
  const others = Object.keys(expected).filter((field) => !['outcome', 'status', 'code'].includes(field));
  const values = others.map((field) => `${field} ${show(view[field])}`);
  const head = (): string => {
    if (topic !== undefined) return show(topic);
    if (outcome === 'broken') return `no reply (${show(reason)}: ${show(detail)})`;
    if (outcome === 'open') return 'the connection was opened';
    if (outcome === 'refused') return `the connection was refused (${show(status ?? detail)})`;
    return channel === 'ws' ? `${show(code)} over WebSocket` : `${show(status)} ${show(code)}`;
  };
  return [head(), ...values].join('; ');
}
