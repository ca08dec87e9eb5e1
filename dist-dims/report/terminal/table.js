// Every check by area: verdict, time, id and what it is about.
import { formatDuration } from '../../kernel/duration.js';
import { cut } from '../gist.js';
import { groupBy } from '../layout.js';
import { COUNTED_VERDICTS, countWords, paintVerdict, verdictWord } from '../verdict-words.js';
const VERDICT_WIDTH = 13;
const TIME_WIDTH = 8;
const LEAST_TITLE = 16;
export function tableSection(result, view) {
    const idWidth = Math.max(0, ...result.checks.map((check) => check.id.length)) + 2;
    return [...groupBy(result.checks, (check) => check.area)].flatMap(([area, checks], at) => {
        const counts = countWords(checks.map((check) => check.verdict), COUNTED_VERDICTS);
        const heading = `${view.paint.heading(area)}  ${view.paint.quiet(counts)}`;
        return [...(at === 0 ? [] : ['']), heading, ...checks.map((check) => row(check, idWidth, view))];
    });
}
function row(check, idWidth, { paint, width }) {
    const verdict = paintVerdict(check.verdict, verdictWord(check.verdict).padEnd(VERDICT_WIDTH), paint);
    const time = check.verdict === 'skipped' ? '' : formatDuration(check.endedAt - check.startedAt);
    const room = width - 2 - VERDICT_WIDTH - TIME_WIDTH - 2 - idWidth;
    const title = room < LEAST_TITLE ? '' : paint.quiet(cut(check.title, room));
    return `  ${verdict}${paint.quiet(time.padStart(TIME_WIDTH))}  ${check.id.padEnd(idWidth)}${title}`.trimEnd();
}
