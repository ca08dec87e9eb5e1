// Every refusal as too frequent says how long to wait, in the header and in the data alike.
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { retryAfterGiven, retryAfterOf } from './announced-wait.js';
import { words } from './envelope.js';
import { type AnsweredCall, isRaw } from './trace-view.js';

export const rateLimits: Invariant = {
  name: 'rate-limits',
  rules: [
    'limits.shape',
    'refresh.rate-limited-websocket',
    'refresh.rate-limited-rest',
    'limits.ticket-endpoint',
  ],
  judge: ({ answered }) =>
    answered
      .filter((exchange) => !isRaw(exchange) && exchange.reply.code === 'RATE_LIMITED')
      .flatMap((exchange) =>
        exchange.reply.channel === 'rest' ? overRest(exchange) : overWebSocket(exchange),
      ),
};

function overRest(exchange: AnsweredCall): readonly InvariantJudgement[] {
  const { headers = {} } = exchange.reply;
  const header = headers['retry-after'];
  const seconds = retryAfterOf(exchange);
  const announced = header === undefined || !/^\d+$/.test(header.trim()) ? undefined : Number(header);
  // One of the two may be rounded to whole seconds.
  const agree =
    announced !== undefined && seconds !== undefined && seconds >= 0 && Math.abs(announced - seconds) < 1;
  const expected = 'a header Retry-After in seconds, and data.retryAfterSeconds of the same meaning';
  const actual = `Retry-After: ${header ?? 'nothing'}, retryAfterSeconds: ${words(retryAfterGiven(exchange))}`;
  const rules = ['limits.shape', ...ruleOf(exchange)] as const;
  return rules.map((rule) => judgement(rule, agree, expected, actual, exchange.id));
}

function overWebSocket(exchange: AnsweredCall): readonly InvariantJudgement[] {
  const seconds = retryAfterOf(exchange);
  const held = seconds !== undefined && seconds >= 0;
  const rule =
    exchange.request.what === 'device.state.get' ? 'refresh.rate-limited-websocket' : 'limits.shape';
  const actual = `retryAfterSeconds: ${words(retryAfterGiven(exchange))}`;
  return [judgement(rule, held, 'data.retryAfterSeconds: a number', actual, exchange.id)];
}

function ruleOf({ request }: AnsweredCall): ('refresh.rate-limited-rest' | 'limits.ticket-endpoint')[] {
  if (request.what === 'devices.read') return ['refresh.rate-limited-rest'];
  return request.what === 'ticket.create' ? ['limits.ticket-endpoint'] : [];
}
