// What is checked of a list of statements when it is read.
import { checkMatcher } from '../matcher/matcher.js';
import type { Statement } from '../language/modifiers.js';
import type { Checker } from '../language/names.js';

export function checkStatements(
  check: Checker,
  key: string,
  statements: Statement | readonly Statement[] | undefined,
): void {
  if (statements === undefined) return;
  const single = !Array.isArray(statements);
  const all: readonly Statement[] = single ? [statements as Statement] : statements;
  for (const [at, { is }] of all.entries())
    for (const problem of checkMatcher(is, single ? [key, 'is'] : [key, at, 'is']))
      check.problem(problem.path, problem.message, problem.hint);
}
