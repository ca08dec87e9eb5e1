import { validate } from '../../../document/validate.js';
import { readYaml } from '../../../document/yaml-document.js';
import { fragmentSchema } from './file-schema.js';
import { SCENARIO_LIMITS } from './limits.js';
/** @param read the text of a fragment by its path; undefined when there is none. */
export function createIncludes(read, budget) {
    const known = new Map();
    const fragmentAt = (path) => {
        if (!known.has(path))
            known.set(path, readFragment(path, read?.(path)));
        return known.get(path);
    };
    return (path, check) => {
        const fragment = fragmentAt(path);
        if (!fragment) {
            check.problem(['include'], `there is no fragment ${path}`, 'Write the path from the place of this file.');
            return undefined;
        }
        if (!fragment.ok) {
            check.names.problems.push(...fragment.problems);
            return undefined;
        }
        const { document, steps } = fragment.value;
        if (budget.spend(steps))
            return { document, path: ['steps'], steps };
        check.problem(['include'], tooLarge);
        return undefined;
    };
}
export const tooLarge = `the cases of this file have more than ${SCENARIO_LIMITS.values} values in all`;
function readFragment(path, text) {
    if (text === undefined)
        return undefined;
    const read = readYaml(text, path);
    const valid = read.ok ? validate(read.value, fragmentSchema) : read;
    if (valid.ok && read.ok)
        return { ok: true, value: { document: read.value, steps: valid.value.steps } };
    const problems = valid.ok ? [] : valid.problems;
    return { ok: false, problems };
}
