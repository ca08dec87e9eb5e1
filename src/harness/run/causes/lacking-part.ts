// A part of each reply of a kind that does not fit, in the same way each time: other rules that speak of such a reply
// rest on it.
import { SUCCESS } from '../../../contract/error-codes.js';
import { isRuleId, ruleById, type RuleId } from '../../../contract/rules/catalogue.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { requestKind } from '../../target/answers.js';
import { type RequestAndReply, answeredInAll, restsOnOneOf } from './exchanges.js';
import { LEAST_TIMES, type WideCause } from './wide-cause.js';

interface Lacking {
  readonly rule: RuleId;
  readonly expected: string;
  readonly actual: string;
  readonly kinds: Set<string>;
  readonly came: Set<RequestAndReply>;
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
      part.kinds.add(requestKind(answered.request));
      part.came.add(answered);
    }
  }
  const lacking = [...parts.values()].filter(({ kinds, came }) => {
    const all = granted.filter(({ request }) => kinds.has(requestKind(request)));
    return came.size >= LEAST_TIMES && all.every((answered) => came.has(answered));
  });
  const whole = lacking.filter(({ expected }) => placeOf(expected) === WHOLE);
  if (whole.length >= LEAST_KINDS) return [withoutData(whole)];
  return lacking.map(causeOf);
}

/** All that a reply carries. */
const WHOLE = '/data';
/** Rules of different replies of which none has any data. */
const LEAST_KINDS = 3;

/** What refusals carry in data. */
const IN_REFUSALS: ReadonlySet<RuleId> = new Set([
  'limits.shape',
  'limits.ticket-endpoint',
  'refresh.rate-limited-rest',
  'refresh.rate-limited-websocket',
  'scope.required-scope-named',
]);

function withoutData(parts: readonly Lacking[]): WideCause {
  const rules = new Set(parts.map(({ rule }) => rule));
  const came = parts.reduce((sum, part) => sum + part.came.size, 0);
  const kinds = new Set(parts.flatMap((part) => [...part.kinds]));
  const granted = restsOnOneOf(({ reply }) => reply.code === SUCCESS && reply.data === undefined);
  const refused = restsOnOneOf(({ reply }) => reply.code !== SUCCESS && reply.data === undefined);
  return {
    rule: 'envelope.data',
    where: 'all replies of the run',
    expected: 'what was asked for, in data',
    actual: `no data in any of ${came} replies to ${kinds.size} kinds of requests that succeeded`,
    never: 'no reply ever had data',
    rests: (finding, result) => {
      const isOfLook = result.ofRun === true && rules.has(finding.rule);
      if (finding.rule === 'envelope.data') return false;
      if (IN_REFUSALS.has(finding.rule) && refused.rests(finding, result)) return true;
      return isOfLook || granted.rests(finding, result);
    },
  };
}

function causeOf({ rule, expected, actual, came }: Lacking): WideCause {
  const key = keyOf(rule, expected);
  const { rests } = restsOnOneOf(({ reply: { breaches = [] } }) =>
    breaches.some((each) => keyOf(each.rule, each.expected) === key),
  );
  return {
    rule,
    where: 'all replies of the run',
    expected,
    actual: `${actual}, in each of ${came.size} replies`,
    never: `no reply ever had what belongs at ${placeOf(expected)}`,
    rests: (finding, result) =>
      finding.rule !== rule && !isAbout(finding.rule, expected) && rests(finding, result),
  };
}

/** That there is a command at all is a rule of its own. */
function isAbout(rule: RuleId, expected: string): boolean {
  return rule === 'commands.created-by-every-operation' && placeOf(expected) === '/data/command';
}

function keyOf(rule: string, expected: string): string {
  return `${rule} ${placeOf(expected)}`;
}

/** The place of a misfit stands before its first colon; elements of lists are as one. */
function placeOf(expected: string): string {
  return (expected.split(':')[0] ?? '').replace(/\/\d+(?=\/|$)/g, '/*');
}
