// From the text of a dialect file to a dialect, or to all that is wrong with it.
import { problemAt } from '../document/validate.js';
import { readYaml } from '../document/yaml-document.js';
import { createDialect } from './create-dialect.js';
import { reportTo } from './problems.js';
import { readSamples } from './read-samples.js';
import { readSettings } from './settings.js';
/** @param fileName what problems and mismatches call the file; nothing is read from it. */
export function parseDialect(text, fileName) {
    const read = readYaml(text, fileName);
    if (!read.ok)
        return read;
    const document = read.value;
    const problems = [];
    if (typeof document.value !== 'object' || document.value === null || Array.isArray(document.value)) {
        return {
            ok: false,
            problems: [problemAt(document, [], 'a dialect names shapes, and this names nothing')],
        };
    }
    const settings = readSettings(document, problems);
    const samples = readSamples(document, document.value, settings.without, problems);
    const dialect = createDialect(document, settings, samples, reportTo(problems, fileName));
    if (problems.length === 0)
        return { ok: true, dialect };
    return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}
