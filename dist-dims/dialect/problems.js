// What is wrong with a dialect file: gathered in full while it is read, and shown to a person.
import { placeOf } from '../document/problem.js';
/** A report that adds to `problems`. */
export function reportTo(problems, file) {
    return ({ line, column }, message, hint) => {
        problems.push({ file, line, column, message, ...(hint === undefined ? {} : { hint }) });
    };
}
/** `file:line:column  message`, and the hint on a line of its own. */
export function formatDialectProblem(problem) {
    const head = `${placeOf(problem)}  ${problem.message}`;
    return problem.hint === undefined ? head : `${head}\n    ${problem.hint}`;
}
