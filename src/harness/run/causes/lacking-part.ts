// A part of each reply of a kind that does not fit, in the same way each time: other rules that speak of such a reply
// rest on it.
import { SUCCESS } from '../../../contract/error-codes.js';
import { isRuleId, type RuleId } from '../../../contract/rules/catalogue.js';
import { ruleById } from '../../../contract/rules/catalogue.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { kindOf } from '../../target/answers.js';
import { type Answered, answeredInAll, restsOnOneOf } from './exchanges.js';
import { LEAST_TIMES, type WideCause } from './wide-cause.js';

interface Lacking {
  readonly rule: RuleId;
  readonly expected: string;
  readonly actual: string;
  readonly kinds: Set<string>;
  readonly came: Set<Answered>;
}

export function lackingParts(results: readonly CheckResult[]): readonly WideCause[] {
  const granted = answeredInAll(results).filter(({ reply }) => reply.code === SUCCESS);
  const parts = new Map<string, Lacking>();
  for (const answered of granted) {
    for (const { rule, expected, actual } of answered.reply.breaches ?? []) {
      if (!isRuleId(rule) || ruleById(rule).basis !== 'stated') continue;
      const key = keyOf(rule, expected);
      const part = parts.get(key) ?? { rule, expected, actual, kinds: new Set(), came: new Set() };
      parts.set(key, part);
      part.kinds.add(kindOf(answered.request));
      part.came.add(answered);
    }
  }
  return [...parts.values()].flatMap((part) => {
    const { rule, expected, actual, kinds, came } = part;
    const all = granted.filter(({ request }) => kinds.has(kindOf(request)));
    if (came.size < LEAST_TIMES || all.some((answered) => !came.has(answered))) return [];
    const key = keyOf(rule, expected);
    const { rests } = restsOnOneOf(({ reply: { breaches = [] } }) =>
      breaches.some((each) => keyOf(each.rule, each.expected) === key),
    );
    return [
      {
        rule,
        where: 'all replies of the run',
        expected,
        actual: `${actual}, in each of ${came.size} replies`,
        never: `no reply ever had what belongs at ${placeOf(expected)}`,
        rests: (finding, result) => finding.rule !== rule && rests(finding, result),
      },
    ];
  });
}

function keyOf(rule: string, expected: string): string {
  return `${rule} ${placeOf(expected)}`;
}

/** The place of a misfit stands before its first colon; elements of lists are as one. */
function placeOf(expected: string): string {
  return (expected.split(':')[0] ?? '').replace(/\/\d+(?=\/|$)/g, '/*');
}
