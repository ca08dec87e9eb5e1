// Turns an evaluation into an observation: with the conditions under which a deviation counts at all.
import { matcherWords, match } from '../matcher/matcher.js';
import { show } from '../language/show.js';
import { bareReference, referencesOf } from '../language/reference.js';
import { list, type Requesting, type Statement } from '../language/modifiers.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { InterferenceKind } from '../../target/interference.js';
import type { What } from '../../target/promises.js';
import type { Step } from '../verbs/verb.js';
import { evaluateView, type Evaluation } from './evaluate.js';
import { lookUpReference, resolveStep } from './lookup.js';
import type { Halt, ExecutionContext, StepInWords } from './execution-context.js';
import type { ReplyView } from '../view/reply-view.js';

export type Checking = Pick<Requesting, 'rule' | 'provided' | 'insist' | 'confirm'>;

/** What a checkpoint rests on. */
export interface Basis {
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
  const { result, expected, actual, by } = evaluation;
  context.notes.observe({
    where: whereIs(step),
    rules,
    result: unmet === undefined ? result : 'undecided',
    expected,
    actual: unmet === undefined ? actual : `${actual}; which decides nothing, since ${unmet}`,
    exchanges: exchanges.filter((id) => id >= 0),
    insist: isInsisted(context, fields, result) ? list(fields.insist).flatMap((word) => INSISTED[word]) : [],
    confirm: fields.confirm === true || evaluation.cameToNothing === true || context.notes.inVain,
    ...(by && unmet === undefined ? { by } : {}),
    ...(asked && result === 'spoiled' ? { asked } : {}),
  });
  return result === 'held' ? undefined : { kind: 'observed' };
}

/** A refusal counts under the condition that a deviation counts under. */
function isInsisted(
  context: ExecutionContext,
  { provided }: Checking,
  result: Evaluation['result'],
): boolean {
  return result !== 'spoiled' || unmetCondition(context, list(provided)) === undefined;
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
