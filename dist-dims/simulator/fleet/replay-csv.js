// Recorded values as CSV: lines of `time,value`. The time is a number of seconds or a duration; a heading,
// empty lines and lines that begin with # are passed over.
import { parseDuration } from '../../kernel/duration.js';
const MOST_POINTS = 1_000_000;
/** The points, or what is wrong with them. */
export function parseReplay(text) {
    const points = [];
    for (const [at, raw] of text.split(/\r?\n/).entries()) {
        const line = raw.trim();
        if (line === '' || line.startsWith('#'))
            continue;
        const [time = '', value = '', ...rest] = line.split(',').map((cell) => cell.trim());
        const ms = timeOf(time);
        const heading = points.length === 0 && ms === undefined && Number.isNaN(Number(value));
        if (heading)
            continue;
        if (ms === undefined || value === '' || !Number.isFinite(Number(value)) || rest.length > 0) {
            return `line ${at + 1} of the CSV is "${line}"; expected time,value such as 1.5,20.3`;
        }
        if (ms <= (points.at(-1)?.at ?? -1))
            return `line ${at + 1} of the CSV: its time does not come after the one before`;
        points.push({ at: ms, value: Number(value) });
        if (points.length > MOST_POINTS)
            return `the CSV has more than ${MOST_POINTS} lines`;
    }
    return points.length > 0 ? points : 'the CSV has no values';
}
function timeOf(text) {
    if (/^\d+(?:\.\d+)?$/.test(text))
        return Number(text) * 1000;
    return parseDuration(text);
}
