// Every reply is the envelope: code, message, data, and in REST errors the requestId.
import { SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import { FROM_PROXIES } from '../target/interference.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { type AnsweredCall, answerWords, isRaw } from './trace-view.js';

export const envelopeInvariant: Invariant = {
  name: 'envelope',
  rules: ['envelope.json', 'envelope.code', 'envelope.message', 'envelope.data', 'envelope.error-request-id'],
  judge: ({ answered }) =>
    answered
      .filter((exchange) => !isRaw(exchange) && !FROM_PROXIES.has(exchange.reply.status ?? 0))
      .flatMap(judgeReply),
};

function judgeReply(exchange: AnsweredCall): readonly InvariantJudgement[] {
  const { reply, id } = exchange;
  const { body } = reply;
  const rest = reply.channel === 'rest';
  const json = rest
    ? [judgement('envelope.json', isObject(body), 'a JSON object', () => bodyWords(body), id)]
    : [];
  for (const actual of reply.malformed ?? [])
    json.push(judgement('envelope.json', false, 'UTF-8, as all of JSON', actual, id));
  if (!isObject(body)) return json;
  const { code, message, data, requestId } = body;
  const succeeded = code === SUCCESS;
  const said = (): string => answerWords(exchange);
  const judgements = [
    ...json,
    judgement(
      'envelope.code',
      typeof code === 'string' && code !== '',
      'code: a string',
      () => `code: ${words(code)}`,
      id,
    ),
    judgement(
      'envelope.message',
      typeof message === 'string' && (!succeeded || message === 'OK'),
      succeeded ? 'message: OK' : 'message: a string',
      () => `${said()}, message: ${words(message)}`,
      id,
    ),
    judgement(
      'envelope.data',
      data === undefined || data === null || isObject(data),
      'data: an object, or none',
      () => `data: ${bodyWords(data)}`,
      id,
    ),
  ];
  if (!rest || succeeded) return judgements;
  const carried = typeof requestId === 'string' && requestId !== '';
  const actual = (): string => `${said()}, requestId: ${words(requestId)}`;
  return [...judgements, judgement('envelope.error-request-id', carried, 'requestId: a string', actual, id)];
}

/** What is right needs no showing, and may be long. */
function bodyWords(body: unknown): string {
  return isObject(body) ? 'a JSON object' : words(body);
}

/** A value of the wire, short enough for a report. */
export function words(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
