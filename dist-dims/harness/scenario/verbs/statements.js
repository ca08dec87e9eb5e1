// What is checked of a list of statements when it is read.
import { checkMatcher } from '../matcher/matcher.js';
export function checkStatements(check, key, statements) {
    if (statements === undefined)
        return;
    const single = !Array.isArray(statements);
    const all = single ? [statements] : statements;
    for (const [at, { is }] of all.entries())
        for (const problem of checkMatcher(is, single ? [key, 'is'] : [key, at, 'is']))
            check.problem(problem.path, problem.message, problem.hint);
}
