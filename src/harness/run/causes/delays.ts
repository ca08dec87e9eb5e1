// Each refusal for too many requests lacks its delay, on both channels: that is one fault, and none of refreshes.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { retryAfterIn } from '../../target/interference.js';
import { type RequestAndReply, answeredInAll, restsOnOneOf } from './exchanges.js';
import { isBreach, LEAST_TIMES, type WideCause } from './wide-cause.js';

const RULE = 'limits.shape';
const OF_REFRESHES: ReadonlySet<RuleId> = new Set([
  'refresh.rate-limited-rest',
  'refresh.rate-limited-websocket',
]);

export function missingDelays(results: readonly CheckResult[]): WideCause | undefined {
  const limited = answeredInAll(results).filter(
    ({ request, reply }) => reply.code === 'RATE_LIMITED' && request.what !== 'raw',
  );
  const channels = new Set(limited.map(({ reply }) => reply.channel));
  if (limited.length < LEAST_TIMES || channels.size < 2 || !limited.every(lacksDelay)) return undefined;
  const isFound = results.some(({ findings }) =>
    findings.some((finding) => finding.rule === RULE && isBreach(finding)),
  );
  if (!isFound) return undefined;
  const { rests } = restsOnOneOf(lacksDelay);
  return {
    rule: RULE,
    where: 'all refusals of the run that are RATE_LIMITED',
    expected: 'data.retryAfterSeconds in seconds, and over REST a header Retry-After of the same meaning',
    actual: `no usable delay with any of ${limited.length}, on both channels`,
    never: 'no RATE_LIMITED came with a usable delay',
    rests: (finding, result) => OF_REFRESHES.has(finding.rule) && rests(finding, result),
  };
}

function lacksDelay({ reply: { channel, code, data, headers = {} } }: RequestAndReply): boolean {
  if (code !== 'RATE_LIMITED') return false;
  const seconds = retryAfterIn(data);
  const isGiven = typeof seconds === 'number' && seconds >= 0;
  return !isGiven || (channel === 'rest' && !/^\d+$/.test(headers['retry-after'] ?? ''));
}
