// Turns an evaluation into an observation: with the conditions under which a deviation counts at all.
import { match, type MatcherMismatch, matcherWords } from '../matcher.js';
import { show } from '../language/show.js';
import { bareReference, referencesOf } from '../language/reference.js';
import { list, type Requesting, type Statement } from '../language/modifiers.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { interferenceIn, type InterferenceKind } from '../../target/interference.js';
import type { What } from '../../target/promises.js';
import type { Step } from '../verbs/verb.js';
import { lookUpReference, resolveStep } from './lookup.js';
import type { ExecutionContext, Halt, StepInWords } from './execution-context.js';
import type { ReplyView } from '../view/views.js';
import { isObject } from '../../../kernel/json.js';
import type { DeviatingPath, Silence } from '../../verdict/verdict.js';
import { writtenCode } from '../../../trace/record.js';

type Checking = Pick<Requesting, 'rule' | 'provided' | 'insist' | 'confirm'>;

/** What a checkpoint rests on. */
interface Basis {
  readonly exchanges: readonly number[];
  /** The request, where it was to be granted. */
  readonly asked?: What | undefined;
}

/** Notes the evaluation; undefined when it held, so that the scenario goes on. */
export function observe(
  context: ExecutionContext,
  step: Step,
  fields: Checking,
  evaluation: Evaluation,
  { exchanges, asked }: Basis,
): Halt | undefined {
  const own = list(fields.rule) as readonly RuleId[];
  const rules = own.length > 0 ? own : context.rules;
  const unmet =
    evaluation.result === 'deviated' ? whyUndecided(context, fields, rules, evaluation) : undefined;
  const { result, expected, actual, by, event, silence, paths } = evaluation;
  // A refusal counts under the condition that a deviation counts under.
  const isInsisted = result !== 'spoiled' || unmetCondition(context, list(fields.provided)) === undefined;
  context.notes.observe({
    where: whereIs(step),
    rules,
    result: unmet === undefined ? result : 'undecided',
    expected,
    actual: unmet === undefined ? actual : `${actual}; which decides nothing, since ${unmet}`,
    exchanges: exchanges.filter((id) => id >= 0),
    insist: isInsisted ? list(fields.insist).flatMap((word) => INSISTED[word]) : [],
    confirm: fields.confirm === true || evaluation.cameToNothing === true || context.notes.inVain,
    ...(result === 'held' ? {} : { refersTo: referredTo(context, step) }),
    ...(event ? { frames: framesOf(context, event) } : {}),
    ...(silence ? { silence } : {}),
    ...(paths ? { paths } : {}),
    ...(by && unmet === undefined ? { by } : {}),
    ...(asked && result === 'spoiled' ? { asked } : {}),
  });
  return result === 'held' ? undefined : { kind: 'observed' };
}

/** The interference that each word of `insist` names. */
const INSISTED: Readonly<Record<'RATE_LIMITED' | 'DEVICE_BUSY' | 'broken', readonly InterferenceKind[]>> = {
  RATE_LIMITED: ['rate-limited'],
  DEVICE_BUSY: ['busy'],
  broken: ['broken', 'refused'],
};

/** Why a deviation does not count; undefined when it does. */
function whyUndecided(
  context: ExecutionContext,
  { provided }: Checking,
  rules: readonly RuleId[],
  { code }: Evaluation,
): string | undefined {
  const refused = code !== undefined && REFUSALS.has(code) && !rules.some((rule) => ABOUT_ACCESS.test(rule));
  if (refused) return `the client was refused with ${code}, and the step is not about that`;
  // What moves a device offline is left open: it may lose its link while a check is at it.
  if (code === 'DEVICE_OFFLINE') return 'a device may be offline at any moment';
  return unmetCondition(context, list(provided));
}

const REFUSALS: ReadonlySet<string> = new Set(['AUTH_INVALID', 'AUTH_SCOPE_DENIED', 'APP_DISABLED']);
const ABOUT_ACCESS = /^(auth|scope|ws\.ticket)/;

export function whereIs(step: StepInWords): string {
  return `line ${step.place.line}: ${step.label}`;
}

/** Holds a view against fields with references in them. */
export function evaluateExpectation(
  context: ExecutionContext,
  expected: Readonly<Record<string, unknown>>,
  view: ReplyView,
  within?: Requesting['within'],
): Evaluation {
  const { value, missing } = resolveStep(context, expected);
  if (missing.length > 0)
    return {
      result: 'undecided',
      expected: matcherWords(expected),
      actual: `${missing.join(', ')} has no value`,
    };
  const evaluation = evaluateView(value as Record<string, unknown>, view);
  if (!within || evaluation.result !== 'deviated') return evaluation;
  const { binds, words } = timing(context, within, view);
  const actual = `${evaluation.actual}; ${words}`;
  return binds ? { ...evaluation, actual } : { ...evaluation, result: 'undecided', actual };
}

/** Whether each statement holds; the first that does not, in words. */
export function unmetCondition(
  context: ExecutionContext,
  statements: readonly Statement[],
): string | undefined {
  for (const { that, is } of statements) {
    const actual = resolveStep(context, that);
    const wanted = resolveStep(context, is);
    const missing = [...actual.missing, ...wanted.missing];
    if (missing.length > 0) return `${missing.join(', ')} has no value`;
    if (match(wanted.value, actual.value).length > 0)
      return `${show(that)} is ${show(actual.value)}, not ${matcherWords(wanted.value)}`;
  }
  return undefined;
}

/** Exchanges behind the captures that a value refers to. */
export function exchangesBehind(context: ExecutionContext, value: unknown): readonly number[] {
  const found = [...referencesOf(value)].flatMap(
    ({ reference }) => context.captures.get(reference.root)?.exchanges ?? [],
  );
  return [...new Set(found)];
}

/** Exchanges behind all that a step refers to: what it asks for, what it expects, and since when. */
function referredTo(context: ExecutionContext, { fields }: Step): readonly number[] {
  const { within, since } = fields as { readonly within?: Requesting['within']; readonly since?: string };
  const moments = [within?.since, since].flatMap((moment) =>
    moment === undefined ? [] : (context.captures.get(bareReference(moment).root)?.exchanges ?? []),
  );
  return [...new Set([...moments, ...exchangesBehind(context, fields)])];
}

function framesOf({ target }: ExecutionContext, { connection, at }: SeenFrame): readonly number[] {
  const record = target.trace
    .records()
    .find((each) => each.kind === 'event' && each.connection === connection && each.at === at);
  return record ? [record.seq] : [];
}

/** Whether the reply came in time for a deviation to count, and by what margin. */
function timing(
  context: ExecutionContext,
  within: NonNullable<Requesting['within']>,
  view: ReplyView,
): { readonly binds: boolean; readonly words: string } {
  const since = lookUpReference(context, bareReference(within.since));
  const { answeredAt } = view;
  if (typeof since !== 'number' || typeof answeredAt !== 'number')
    return { binds: false, words: `${within.since} is no time` };
  const took = Math.round(answeredAt - since);
  const came = `it came ${took} ms after ${within.since}`;
  if (took >= within.atMost) return { binds: false, words: `${came}, too late to decide anything` };
  return { binds: true, words: `${came}, and counts until ${within.atMost} ms after` };
}

// Holds what came against what was expected: pure, and careful not to call interference a breach.

interface SeenFrame {
  readonly connection: unknown;
  /** Clock time in ms. */
  readonly at: unknown;
}

export interface Evaluation {
  readonly result: 'held' | 'deviated' | 'spoiled' | 'undecided';
  readonly expected: string;
  readonly actual: string;
  readonly by?: InterferenceKind;
  /** The code of the reply that deviated. */
  readonly code?: string;
  /** The event that deviated. */
  readonly event?: SeenFrame;
  /** What did not come. */
  readonly silence?: Silence;
  /** Where in the reply. */
  readonly paths?: readonly DeviatingPath[];
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
function evaluateView(expected: Readonly<Record<string, unknown>>, view: ReplyView): Evaluation {
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
  return {
    result: 'deviated',
    expected: words,
    actual: deviation(mismatches, view),
    paths: mismatches,
    ...code,
    ...nothing,
  };
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
