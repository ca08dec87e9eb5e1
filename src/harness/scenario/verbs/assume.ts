// `assume: { that: $first.took, is: { atMost: 1s } }` goes on only where it holds; else nothing is decided.
import { z } from 'zod';
import { list, statements } from '../language/modifiers.js';
import { unmetCondition } from '../engine/checkpoint.js';
import { blocked } from '../engine/execution-context.js';
import { checkStatements } from './statements.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  assume: statements,
  needs: z
    .string()
    .optional()
    .describe('what the target is without where it does not hold: the check is skipped for that reason'),
});

export const assume = defineVerb<z.output<typeof schema>>({
  name: 'assume',
  summary: 'A precondition: where it does not hold, the scenario is inconclusive.',
  schema,
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
