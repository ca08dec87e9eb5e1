// `assert: { that: $second.command.commandId, is: $first.command.commandId }` compares what was captured.
import { z } from 'zod';
import { checking, list, type Statement, statements } from '../language/modifiers.js';
import { describe, match } from '../matcher/matcher.js';
import { show } from '../language/show.js';
import { referencesOf } from '../language/reference.js';
import { exchangesBehind, observe } from '../engine/checkpoint.js';
import { disturbanceOf, DISTURBANCE_WORDS } from '../engine/disturbance.js';
import type { Evaluation } from '../engine/evaluate.js';
import { resolve } from '../engine/lookup.js';
import type { Disturbance, Stage } from '../engine/stage.js';
import { checkChecking } from './request-verb.js';
import { checkStatements } from './statements.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({ assert: statements, ...checking });

export const assert = defineVerb<z.output<typeof schema>>({
  name: 'assert',
  summary: 'Checks what was captured before.',
  schema,
  check: (fields, check) => {
    checkStatements(check, 'assert', fields.assert);
    checkChecking(fields, check, true);
  },
  run: async (fields, stage, step) => {
    for (const statement of list(fields.assert)) {
      const halt = observe(
        stage,
        step,
        fields,
        evaluate(stage, statement),
        exchangesBehind(stage, statement),
      );
      if (halt) return Promise.resolve(halt);
    }
    return Promise.resolve(undefined);
  },
});

function evaluate(stage: Stage, statement: Statement): Evaluation {
  const { that, is } = statement;
  const actual = resolve(stage, that);
  const wanted = resolve(stage, is);
  const expected = `${show(that)} is ${describe(wanted.value)}`;
  const mismatches = match(wanted.value, actual.value);
  if (mismatches.length === 0) return { result: 'held', expected, actual: show(actual.value) };
  const by = disturbanceBehind(stage, statement);
  if (by)
    return { result: 'spoiled', expected, actual: `${show(actual.value)}: ${DISTURBANCE_WORDS[by]}`, by };
  const missing = [...actual.missing, ...wanted.missing];
  if (missing.length > 0)
    return { result: 'undecided', expected, actual: `${missing.join(', ')} has no value` };
  return { result: 'deviated', expected, actual: show(actual.value) };
}

/** Interference in one of the captures, unless it is what the statement speaks of. */
function disturbanceBehind(stage: Stage, statement: Statement): Disturbance | undefined {
  const spokenOf = JSON.stringify(statement.is);
  const views = [...referencesOf(statement)].flatMap(
    ({ reference }) => stage.captures.get(reference.root)?.views ?? [],
  );
  return views
    .filter((view) => typeof view['code'] !== 'string' || !spokenOf.includes(view['code']))
    .map(disturbanceOf)
    .find((by) => by !== undefined);
}
