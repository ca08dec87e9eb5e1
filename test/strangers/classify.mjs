// What became of a case: what is wrong ought to be killed under a rule that it breaks, what is right ought to be clean.

/** Classes that need no work, by kind of case. */
export const GOOD = {
  correct: ['clean'],
  oddity: ['clean'],
  defect: ['killed', 'warned under its rule', 'excused'],
};

/**
 * @param noise rules that the correct server was failed for: they prove nothing
 * @param excused why what the defect does is legal after all, if it is
 */
export function classify(outcome, { kind, expected, noise, excused }) {
  if (outcome.failure !== undefined) return 'no result';
  const failed = outcome.failed.filter((rule) => !noise.has(rule));
  const warned = outcome.warned.filter((rule) => !noise.has(rule));
  if (excused !== undefined) return failed.length > 0 ? 'FALSE ALARM' : 'excused';
  const classOf = kind === 'defect' ? classOfDefect : classOfRight;
  return classOf({ outcome, failed, warned, red: redness(outcome), expected });
}

/** Why the run was red although no rule is named. */
function redness({ timedOut, exit, errors, crashed }) {
  if (timedOut) return 'hang';
  if (crashed) return 'red without a rule: the server crashed';
  if (![0, 4].includes(exit)) return `red without a rule: exit ${exit}`;
  return errors.length > 0 ? 'red without a rule: error in a check' : undefined;
}

function classOfRight({ outcome, failed, warned, red }) {
  if (failed.length > 0) return 'FALSE ALARM';
  if (warned.length > 0) return 'FALSE WARNING';
  if (red !== undefined) return red;
  return outcome.inconclusive.length > 0 ? 'inconclusive' : 'clean';
}

function classOfDefect({ outcome, failed, warned, red, expected }) {
  const right = (rules) => rules.some((rule) => expected.includes(rule));
  if (right(failed)) return red === 'hang' ? 'killed, and hang' : 'killed';
  if (right(warned))
    return failed.length > 0 ? 'other rule, its own only as warning' : 'warned under its rule';
  if (failed.length > 0) return 'other rule';
  if (warned.length > 0) return 'warned under another rule';
  if (red !== undefined) return red;
  return outcome.inconclusive.length > 0 ? 'inconclusive only' : 'survived';
}
