// The verbs that look at captures: `assert` and `assume`.
import * as z from 'zod';
import { checking, list, type Statement, statements } from '../language/modifiers.js';
import { checkMatcher, match, matcherWords } from '../matcher.js';
import { interferenceIn, type InterferenceKind } from '../../target/interference.js';
import { type What, whatOf } from '../../target/promises.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { show } from '../language/show.js';
import { referencesOf } from '../language/reference.js';
import {
  type Evaluation,
  exchangesBehind,
  observe,
  UNDECODED,
  unmetCondition,
} from '../engine/checkpoint.js';
import { resolveStep } from '../engine/lookup.js';
import { channelOf } from '../engine/route.js';
import { blocked, type ExecutionContext } from '../engine/execution-context.js';
import type { ReplyView } from '../view/views.js';
import { checkChecking } from './request-verb.js';
import { defineVerb } from './verb.js';
import type { Checker } from '../language/names.js';

// `assert: { that: $second.command.commandId, is: $first.command.commandId }` compares what was captured.

const assertSchema = z.strictObject({ assert: statements, ...checking });

export const assertVerb = defineVerb<z.output<typeof assertSchema>>({
  name: 'assert',
  summary: 'Checks what was captured before.',
  schema: assertSchema,
  check: (fields, check) => {
    checkStatements(check, 'assert', fields.assert);
    checkChecking(fields, check, true);
  },
  run: async (fields, context, step) => {
    for (const statement of list(fields.assert)) {
      const halt = observe(context, step, fields, evaluate(context, statement), {
        exchanges: exchangesBehind(context, statement),
        asked: grantedIn(context, statement),
      });
      if (halt) return Promise.resolve(halt);
    }
    return Promise.resolve(undefined);
  },
});

function evaluate(context: ExecutionContext, statement: Statement): Evaluation {
  const { that, is } = statement;
  const actual = resolveStep(context, that);
  const wanted = resolveStep(context, is);
  const compared = { expected: `${show(that)} is ${matcherWords(wanted.value)}`, actual: show(actual.value) };
  if (match(wanted.value, actual.value).length === 0) return { ...compared, result: 'held' };
  const seen = unansweredWords(statement) ?? compared;
  // What the harness has caused itself proves nothing, however often it comes.
  if (viewsBehind(context, statement).some(({ displaced }) => displaced === true))
    return { ...seen, result: 'undecided', actual: `${seen.actual}: ${DISPLACED}` };
  const by = interferenceBehind(context, statement);
  if (by) return { ...seen, result: 'spoiled', by };
  const open = undecidable(context, statement, wanted.missing);
  if (open === undefined) return { ...seen, result: 'deviated' };
  return { ...seen, result: 'undecided', actual: `${seen.actual}: ${open}` };
}

/** Of a statement that wants an answer, whatever it is, and does not hold: `{ that: $odd.reason, is: { not: timeout } }`. */
function unansweredWords({ that, is }: Statement): Pick<Evaluation, 'expected' | 'actual'> | undefined {
  const names = [...referencesOf(that)].flatMap(({ reference: { root, path } }) =>
    path.join('.') === 'reason' ? root : [],
  );
  if (names.length === 0 || !JSON.stringify(is).includes('"timeout"')) return undefined;
  return { expected: `an answer to ${names.join(' and ')}`, actual: 'none came in time' };
}

const DISPLACED = 'the connection was closed when another one of its client was opened';

/** The request that a statement wants to have been granted, where one of its captures met a server error. */
function grantedIn(context: ExecutionContext, statement: Statement): What | undefined {
  if (!JSON.stringify(statement.is).includes(SUCCESS)) return undefined;
  return [...referencesOf(statement.that)]
    .flatMap(({ reference }) => context.captures.get(reference.root) ?? [])
    .filter(({ views }) => views.some((view) => interferenceIn(view)?.kind === 'internal-error'))
    .map(({ sent }) => sent && whatOf(sent.call, channelOf(sent.route)))
    .find((asked) => asked !== undefined);
}

/** Of the captures that a statement refers to. */
function viewsBehind(context: ExecutionContext, statement: Statement): readonly ReplyView[] {
  return [...referencesOf(statement)].flatMap(
    ({ reference }) => context.captures.get(reference.root)?.views ?? [],
  );
}

/** What a reply lacks is a deviation; what cannot be compared, or what the dialect could not read, is none. */
function undecidable(
  context: ExecutionContext,
  { that }: Statement,
  missing: readonly string[],
): string | undefined {
  if (missing.length > 0) return `${missing.join(', ')} has no value`;
  const unread = [...referencesOf(that)]
    .filter(({ reference }) => !UNDECODED.has(reference.path[0] ?? ''))
    .flatMap(({ reference }) => context.captures.get(reference.root)?.views ?? [])
    .flatMap(({ mismatches }) => (Array.isArray(mismatches) ? mismatches.map(String) : []));
  return unread.length > 0 ? `the reply does not fit the dialect: ${unread.join('; ')}` : undefined;
}

/** Interference in one of the captures, unless it is what the statement speaks of. */
function interferenceBehind(context: ExecutionContext, statement: Statement): InterferenceKind | undefined {
  const spokenOf = JSON.stringify(statement.is);
  return viewsBehind(context, statement)
    .filter((view) => typeof view['code'] !== 'string' || !spokenOf.includes(view['code']))
    .map((view) => interferenceIn(view)?.kind)
    .find((by) => by !== undefined);
}

// `assume: { that: $first.took, is: { atMost: 1s } }` goes on only where it holds; else nothing is decided.

const assumeSchema = z.strictObject({
  assume: statements,
  needs: z
    .string()
    .optional()
    .describe('what the target is without where it does not hold: the check is skipped for that reason'),
});

export const assume = defineVerb<z.output<typeof assumeSchema>>({
  name: 'assume',
  summary: 'A precondition: where it does not hold, the scenario is inconclusive.',
  schema: assumeSchema,
  mayEnd: ({ needs }) => needs !== undefined,
  check: (fields, check) => checkStatements(check, 'assume', fields.assume),
  run: async (fields, context) => {
    const unmet = unmetCondition(context, list(fields.assume));
    if (unmet === undefined) return Promise.resolve(undefined);
    if (fields.needs === undefined)
      return Promise.resolve(blocked(`the precondition does not hold: ${unmet}`));
    const why = `it needs ${fields.needs}, which the target is without`;
    return Promise.resolve({ kind: 'unfit', why });
  },
});

// What is checked of a list of statements when it is read.

function checkStatements(
  check: Checker,
  key: string,
  given: Statement | readonly Statement[] | undefined,
): void {
  if (given === undefined) return;
  const single = !Array.isArray(given);
  const all: readonly Statement[] = single ? [given as Statement] : given;
  for (const [at, { is }] of all.entries())
    for (const problem of checkMatcher(is, single ? [key, 'is'] : [key, at, 'is']))
      check.problem(problem.path, problem.message, problem.hint);
}
