// The exchanges that show a finding, with times in ms since the check began, and how to send them by hand.
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import {
  answerLine,
  exchangesOf,
  gist,
  PREPARATIONS,
  receivedPart,
  requestLine,
  senderOf,
  sentPart,
  type ShownExchange,
} from '../exchanges.js';
import { type Paint, wrap } from '../layout.js';
import { curlLine, type RepeatContext } from '../shell.js';

// What the sections of the report are made from.

/** How much is told: with `quiet` the result and what is wrong, with `verbose` every check and every reason. */
export type Detail = 'quiet' | 'usual' | 'verbose';

export interface TerminalOptions {
  readonly detail?: Detail;
  readonly paint?: Paint;
  /** Columns of the terminal. */
  readonly width?: number;
}

/** What the sections are made from. */
export interface TerminalView extends Required<TerminalOptions> {
  readonly context: RepeatContext;
}

/** Never begun, though nothing was in its way but the end of the run. */
export function isBlank({ verdict, attempts }: CheckResult): boolean {
  return verdict === 'inconclusive' && attempts === 0;
}

// The exchanges that show a finding, with times in ms since the check began, and how to send them by hand.

/** More exchanges than this are a flood: the first and the last ones are shown. */
const MOST_EXCHANGES = 6;
/** How many lines of a body are shown before it is cut. */
const MOST_BODY_LINES = 3;
const INDENT = '  ';
const TIME_WIDTH = 6;
const HANG = INDENT.length + TIME_WIDTH + 2;
/** What the section around these lines is indented by. */
const MARGIN = 4;

export function exchangeLines(check: CheckResult, finding: Finding, view: TerminalView): string[] {
  const exchanges = exchangesOf(check, finding.exchanges);
  if (exchanges.length === 0) return [];
  const left = exchanges.length - MOST_EXCHANGES;
  const half = MOST_EXCHANGES / 2;
  const shown = left > 0 ? [...exchanges.slice(0, half), ...exchanges.slice(-half)] : exchanges;
  const blocks = shown.map((exchange) => lines(exchange, view));
  if (left > 0) blocks.splice(half, 0, [`${INDENT}… ${left} more`]);
  const [only] = exchanges;
  // What takes more than this request is not repeated by it: the command below repeats all of it.
  const isAlone = only !== undefined && exchanges.length === 1 && isFirst(check, only);
  const curl = isAlone ? curlLine(only.request, view.context) : undefined;
  return [
    'exchanges, in ms since the check began',
    ...blocks.flat(),
    ...(curl === undefined ? [] : ['by hand', ...byHand(curl, view)]),
  ];
}

function lines(exchange: ShownExchange, { paint, width }: TerminalView): string[] {
  const room = Math.max(40, width - HANG - MARGIN);
  const part = (at: number | undefined, head: string, body: unknown): string[] => {
    const text = `${head} ${gist(body, room * MOST_BODY_LINES - head.length - 1)}`.trimEnd();
    return wrap(text, room).map((line, row) => {
      const time = row === 0 ? String(at ?? '?').padStart(TIME_WIDTH) : ' '.repeat(TIME_WIDTH);
      return `${INDENT}${time}  ${row === 0 ? line.replace(head, paint.heading) : line}`;
    });
  };
  const mismatches = exchange.end?.kind === 'reply' ? (exchange.end.mismatches ?? []) : [];
  return [
    ...part(exchange.from, `${senderOf(exchange)}: ${requestLine(exchange)}`, sentPart(exchange)),
    ...part(exchange.to, answerLine(exchange), receivedPart(exchange)),
    ...mismatches.flatMap((text) => wrap(text, room)).map((line) => ' '.repeat(HANG) + paint.doubtful(line)),
  ];
}

/** Whether nothing was asked before it that could matter. */
function isFirst(check: CheckResult, { request }: ShownExchange): boolean {
  return exchangesOf(check).every(
    (other) => other.request.seq >= request.seq || PREPARATIONS.has(other.request.what),
  );
}

function byHand(curl: string, { context }: TerminalView): string[] {
  const before = context.beforeCurl === undefined ? [] : [`# ${context.beforeCurl}`];
  return [...before, curl].map((line) => `${INDENT}${line}`);
}
