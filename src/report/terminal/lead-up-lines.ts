// What led to a finding, each exchange in a few words.
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { answerLine, requestLine, senderOf, sentParams, sentPart, type ShownExchange } from '../exchanges.js';
import { gist } from '../gist.js';
import { wrap } from '../layout.js';
import { leadUp } from '../lead-up.js';
import type { TerminalView } from './view.js';

/** The nearest ones; what came before is counted. */
const MOST_EXCHANGES = 6;
const TIME_WIDTH = 8;
/** What the section around these lines is indented by. */
const MARGIN = 4;
/** How much of a body is shown, and of a key. */
const MOST_BODY = 100;
const KEY_END = 6;

export function leadUpLines(check: CheckResult, finding: Finding, view: TerminalView): string[] {
  const exchanges = leadUp(check, finding);
  if (exchanges.length === 0) return [];
  const left = exchanges.length - MOST_EXCHANGES;
  return [
    'before that',
    ...(left > 0 ? [`${' '.repeat(TIME_WIDTH)}  … ${left} more`] : []),
    ...exchanges.slice(-MOST_EXCHANGES).flatMap((exchange) => lines(exchange, view)),
  ];
}

function lines(exchange: ShownExchange, { paint, width }: TerminalView): string[] {
  const { from, end } = exchange;
  const answer = end?.kind === 'broken' ? `no answer: ${end.reason}` : answerLine(exchange);
  const room = Math.max(40, width - MARGIN - TIME_WIDTH - 2);
  return wrap(`${senderOf(exchange)}: ${asked(exchange)} -> ${answer}`, room).map((text, row) => {
    const time = row === 0 ? String(from) : '';
    return paint.quiet(`${time.padStart(TIME_WIDTH)}  ${text}`);
  });
}

/** The end of a key is enough to tell it from others. */
function asked(exchange: ShownExchange): string {
  const { operation, deviceId = '', idempotencyKey: key } = exchange.request;
  if (!operation) return `${requestLine(exchange)} ${gist(sentPart(exchange), MOST_BODY)}`.trimEnd();
  const words = `${operation.name} ${deviceId} ${gist(sentParams(exchange), MOST_BODY)}`;
  return key === undefined ? words : `${words}, key …${key.slice(-KEY_END)}`;
}
