// Each 429 lacks its delay, for refreshes and for all else: that is one fault, and none of refreshes.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { type Answered, answeredInAll } from './exchanges.js';
import { isBreach, LEAST_TIMES, type WideCause } from './wide-cause.js';

const RULE = 'limits.shape';
const OF_REFRESHES: ReadonlySet<RuleId> = new Set([
  'refresh.rate-limited-rest',
  'refresh.rate-limited-websocket',
]);

export function missingDelays(results: readonly CheckResult[]): WideCause | undefined {
  const limited = answeredInAll(results).filter(({ reply }) => reply.code === 'RATE_LIMITED');
  const broken = exchangesOf(results, (rule) => rule === RULE);
  const isBroken = ({ request }: Answered): boolean => broken.has(request.exchange);
  const channels = new Set(limited.map(({ reply }) => reply.channel));
  if (limited.length < LEAST_TIMES || channels.size < 2 || !limited.every(isBroken)) return undefined;
  return {
    rule: RULE,
    where: 'all refusals of the run that are RATE_LIMITED',
    expected: 'data.retryAfterSeconds in seconds, and over REST a header Retry-After of the same meaning',
    actual: `no usable delay with any of ${limited.length}, on both channels`,
    never: 'no RATE_LIMITED came with a usable delay',
    rests: ({ rule, exchanges }) => OF_REFRESHES.has(rule) && exchanges.some((each) => broken.has(each)),
  };
}

function exchangesOf(
  results: readonly CheckResult[],
  isWanted: (rule: RuleId) => boolean,
): ReadonlySet<number> {
  return new Set(
    results.flatMap(({ findings }) =>
      findings.flatMap((finding) =>
        isBreach(finding) && isWanted(finding.rule) ? [...finding.exchanges] : [],
      ),
    ),
  );
}
