import { problemAt } from '../../document/validate.js';
export function reportRepeats(problems, document, values) {
    const seen = new Map();
    for (const { path, what, value } of values) {
        const first = seen.get(value);
        if (first === undefined)
            seen.set(value, what);
        else
            problems.push(problemAt(document, path, `${JSON.stringify(value)} is also the ${first}`));
    }
}
