// A program as a scenario file, which `conform run FILE` replays and which fails for the same rule.
import { stringify } from 'yaml';
import { verbOf } from '../scenario/verbs/registry.js';
import { stepsOf } from './program.js';
import { usesOf } from './uses.js';
/** @param seed of the search that found it. */
export function counterexampleYaml({ finding, program, index }, seed) {
    const { rule, expected, actual } = finding;
    const document = {
        title: `A counterexample to ${rule}`,
        about: `Expected ${expected}; came ${actual}. It is what is left of program ${index} of seed ${seed}.`,
        rules: [rule],
        needs: needsOf(program),
        steps: stepsOf(program),
        ...cleanupOf(program),
    };
    return stringify(document, { lineWidth: 110, aliasDuplicateObjects: false });
}
/** What was found is judged by what nobody else did: no other check may run meanwhile. */
function needsOf(program) {
    const { devices, clients } = usesOf(stepsOf(program));
    const named = [...devices].map(([name, use]) => {
        const lists = Object.entries(use).flatMap(([kind, names]) => names.size > 0 ? [[kind, [...names]]] : []);
        return [name, Object.fromEntries(lists)];
    });
    return {
        ...(named.length === 0 ? {} : { devices: Object.fromEntries(named) }),
        clients: Object.fromEntries([...clients].map(([name, scopes]) => [name, [...scopes]])),
        exclusive: true,
    };
}
function cleanupOf(program) {
    const off = program.prologue.filter((step) => verbOf(step)?.switches);
    return off.length === 0 ? {} : { cleanup: off };
}
/** `idempotency.after-lost-response` of program 17: `idempotency-after-lost-response-17.yaml`. */
export function counterexampleName({ finding, index }) {
    return `${finding.rule.replaceAll('.', '-')}-${index}.yaml`;
}
