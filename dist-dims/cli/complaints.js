import { formatProblem } from '../document/problem.js';
/** The most problems of one file that are shown: the rest is usually a consequence. */
const MOST_PROBLEMS = 5;
export function complain(io, complaints) {
    for (const complaint of complaints) {
        const lines = complaint.kind === 'file' ? problemTexts(complaint) : [wordsOf(complaint)];
        for (const line of lines)
            io.err.write(`${io.err.paint.bad('error:')} ${line}\n`);
    }
}
function problemTexts({ problems, source }) {
    const rest = problems.length - MOST_PROBLEMS;
    const texts = problems.slice(0, MOST_PROBLEMS).map((problem) => `${formatProblem(problem, source)}\n`);
    return rest > 0 ? [...texts, `${rest} more in ${problems[0]?.file ?? 'the file'}`] : texts;
}
function wordsOf({ message, hint }) {
    return hint === undefined ? message : `${message}\n${hint}`;
}
