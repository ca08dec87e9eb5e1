// Reads scenarios whole: those that come with the program, and those of the user's own files.
import { dirname, resolve } from 'node:path';
import { refuse } from '../../document/complaint.js';
import { parseScenario } from '../../harness/scenario/parse-scenario.js';
import { readNamed, readText, shownPath } from '../files.js';
import { bundledFiles } from './scenario-files.js';
/** All scenarios that come with the program, whole. */
export function bundledScenarios(cwd) {
    return loadScenarios(bundledFiles(), cwd);
}
/** Of all files of one call. */
const MOST_CASES = 100_000;
export function loadScenarios(paths, cwd) {
    const scenarios = [];
    const complaints = [];
    let cases = 0;
    for (const path of paths) {
        const text = readText(path);
        if (!text.ok) {
            complaints.push({ kind: 'words', message: text.message });
            continue;
        }
        const parsed = parseScenario(text.value, shownPath(path, cwd), { include: includeFrom(path) });
        if (parsed.ok) {
            scenarios.push(parsed.value);
            cases += parsed.value.cases.length;
            if (cases > MOST_CASES)
                return refuse(`these files have more than ${MOST_CASES} cases in all`);
        }
        else
            complaints.push({ kind: 'file', problems: parsed.problems, source: text.value });
    }
    return complaints.length > 0 ? { ok: false, complaints } : { ok: true, value: scenarios };
}
function includeFrom(scenario) {
    return (path) => {
        const text = readNamed(resolve(dirname(scenario), path));
        return text.ok ? text.value : undefined;
    };
}
