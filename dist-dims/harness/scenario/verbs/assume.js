// `assume: { that: $first.took, is: { atMost: 1s } }` goes on only where it holds; else nothing is decided.
import { z } from 'zod';
import { list, statements } from '../language/modifiers.js';
import { unmetCondition } from '../engine/checkpoint.js';
import { blocked } from '../engine/execution-context.js';
import { checkStatements } from './statements.js';
import { defineVerb } from './verb.js';
const schema = z.strictObject({
    assume: statements,
    otherwise: z
        .literal('skip')
        .optional()
        .describe('where it does not hold, the target is none that this can be checked on: it is skipped'),
});
export const assume = defineVerb({
    name: 'assume',
    summary: 'A precondition: where it does not hold, the scenario is inconclusive.',
    schema,
    check: (fields, check) => checkStatements(check, 'assume', fields.assume),
    run: async (fields, context) => {
        const unmet = unmetCondition(context, list(fields.assume));
        if (unmet === undefined)
            return Promise.resolve(undefined);
        const why = `the precondition does not hold: ${unmet}`;
        return Promise.resolve(fields.otherwise === 'skip' ? { kind: 'unfit', why } : blocked(why));
    },
});
