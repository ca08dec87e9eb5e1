import { reportByRule } from '../by-rule.js';
import { labelled, plural } from '../layout.js';
import { NO_PAINT } from '../paint.js';
import { COUNTED_VERDICTS, countWords } from '../verdict-words.js';
import { problemSections } from './problems.js';
const DEFAULT_WIDTH = 110;
const LABEL = 9;
/** @param repeatWith the command line that judged. */
export function judgedReport(traces, repeatWith, { paint = NO_PAINT, width = DEFAULT_WIDTH } = {}) {
    const context = {
        version: '',
        repeatArguments: [],
        ownFiles: [],
        baseUrl: '',
        speed: 1,
        repeatWith,
    };
    const view = { context, paint, width };
    const result = asRun(traces);
    const rules = reportByRule(result);
    const judged = rules.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'not checked');
    const line = (label, text) => labelled(label, text, 0, LABEL, width);
    const verdicts = traces.map(({ verdict }) => verdict);
    const counted = `${plural(traces.length, 'trace')}: ${countWords(verdicts, COUNTED_VERDICTS)}`;
    const sections = [
        ...problemSections(result, rules, view),
        [
            ...line('Judged', counted),
            ...line('Rules', `${judged.length}: ${countWords(judged, COUNTED_VERDICTS)}`),
            ...line('Result', conclusionOf(traces)),
        ],
    ];
    return `${sections
        .filter((lines) => lines.length > 0)
        .map((lines) => lines.join('\n'))
        .join('\n\n')}\n`;
}
function conclusionOf(traces) {
    const has = (verdict) => traces.some((each) => each.verdict === verdict);
    if (has('fail'))
        return 'A rule of the interface was broken.';
    if (has('inconclusive'))
        return 'Nothing proven: what is missing in a trace may explain what is in it.';
    return has('warn')
        ? 'No stated rule was broken; there are warnings.'
        : 'No rule was broken in what was seen.';
}
/** A run whose checks are the traces. */
function asRun(checks) {
    return {
        target: '',
        dialect: '',
        seed: 0,
        startedAt: 0,
        endedAt: 0,
        checks,
        notRestored: [],
        roundTrip: 0,
    };
}
