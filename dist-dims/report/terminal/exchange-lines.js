import { answerLine, exchangesOf, receivedPart, requestLine, senderOf, sentPart, } from '../exchanges.js';
import { gist } from '../gist.js';
import { wrap } from '../layout.js';
import { curlLine } from '../shell.js';
/** More exchanges than this are a flood: the first and the last ones are shown. */
const MOST_EXCHANGES = 6;
/** How many lines of a body are shown before it is cut. */
const MOST_BODY_LINES = 3;
const INDENT = '  ';
const TIME_WIDTH = 6;
const HANG = INDENT.length + TIME_WIDTH + 2;
/** What the section around these lines is indented by. */
const MARGIN = 4;
export function exchangeLines(check, finding, view) {
    const exchanges = exchangesOf(check, finding.exchanges);
    if (exchanges.length === 0)
        return [];
    const left = exchanges.length - MOST_EXCHANGES;
    const half = MOST_EXCHANGES / 2;
    const shown = left > 0 ? [...exchanges.slice(0, half), ...exchanges.slice(-half)] : exchanges;
    const blocks = shown.map((exchange) => lines(exchange, view));
    if (left > 0)
        blocks.splice(half, 0, [`${INDENT}… ${left} more`]);
    const curls = [...new Set(shown.flatMap(({ request }) => curlLine(request, view.context) ?? []))];
    return [
        'exchanges, in ms since the check began',
        ...blocks.flat(),
        ...(curls.length === 0 ? [] : ['by hand', ...byHand(curls, view)]),
    ];
}
function lines(exchange, { paint, width }) {
    const room = Math.max(40, width - HANG - MARGIN);
    const part = (at, head, body) => {
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
function byHand(curls, { context }) {
    const before = context.beforeCurl === undefined ? [] : [`# ${context.beforeCurl}`];
    return [...before, ...curls].map((line) => `${INDENT}${line}`);
}
