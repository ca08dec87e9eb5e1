// The last lines, which are read first: how many of what, what was left behind, and the result in a word.
import { formatDuration } from '../../kernel/duration.js';
import { labelled } from '../layout.js';
import { COUNTED_VERDICTS, countWords } from '../verdict-words.js';
import { conclude } from '../conclusion.js';
const LABEL = 9;
export function summarySection(result, rules, view) {
    const { paint, width } = view;
    const line = (label, text) => labelled(label, text, 0, LABEL, width);
    const conclusion = conclude(result);
    const brush = { good: paint.good, bad: paint.bad, doubtful: paint.doubtful }[conclusion.mood];
    return [
        ...line('Checks', `${checkCounts(result)} in ${timeTaken(result, view)}`),
        ...(result.leastTime === undefined ? [] : line('Time', againstLeast(result, result.leastTime))),
        ...(result.programs === undefined ? [] : line('Programs', programWords(result, result.programs))),
        ...(result.programs?.setAside ?? []).flatMap((words) => line('Aside', words).map(paint.doubtful)),
        ...line('Rules', ruleCounts(rules)),
        ...(result.unreachable === undefined ? line('Relays', restoredWords(result)) : []),
        ...line('Result', conclusion.sentence).map(brush),
    ];
}
function checkCounts(result) {
    const verdicts = result.checks.map(({ verdict }) => verdict);
    return `${verdicts.length}: ${countWords(verdicts, COUNTED_VERDICTS)}`;
}
function programWords({ seed }, { programs, operations, took }) {
    return `${programs} of ${operations} operations in ${formatDuration(Math.round(took))}, drawn from seed ${seed}`;
}
function ruleCounts(rules) {
    const verdicts = rules.map(({ verdict }) => verdict);
    return `${verdicts.length}: ${countWords(verdicts, [...COUNTED_VERDICTS, 'not checked'])}`;
}
function timeTaken(result, { context }) {
    const took = result.endedAt - result.startedAt;
    if (context.speed === 1)
        return formatDuration(took);
    return `${formatDuration(took / context.speed)} (${formatDuration(took)} on the run's clock)`;
}
/** On the run's clock: how near the run came to what no order of its checks falls below. */
function againstLeast({ startedAt, endedAt }, { time, because }) {
    const took = endedAt - startedAt;
    if (time <= 0)
        return `${formatDuration(took)}; nothing in it had to be waited for`;
    const times = (took / time).toFixed(1);
    return `${formatDuration(took)}, ${times}x the ${formatDuration(Math.round(time))} that waits demand (${because})`;
}
function restoredWords(result) {
    if (result.notRestored.length === 0)
        return 'all as they were found';
    return `NOT as they were found: ${result.notRestored.join('; ')}`;
}
