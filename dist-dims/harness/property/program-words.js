// The steps of a program in words, as a report shows them.
import { labelOf } from '../scenario/language/step-label.js';
import { verbOf } from '../scenario/verbs/registry.js';
import { innerSteps } from './steps-within.js';
export function stepWords(steps) {
    return steps.flatMap((step) => {
        const inner = innerSteps(step);
        if (!inner)
            return [inWords(step)];
        return ['at once:', ...inner.map((each) => `  ${inWords(each)}`)];
    });
}
function inWords({ at, times, ...step }) {
    const verb = verbOf(step)?.name ?? 'step';
    const { patient: _, as, ...shown } = step;
    const when = [
        ...(typeof at === 'string' ? [`after ${at}`] : []),
        ...(typeof times === 'number' ? [`${times} times`] : []),
    ];
    const name = typeof as === 'string' ? `${as}: ` : '';
    return `${name}${labelOf(verb, shown)}${when.length === 0 ? '' : ` (${when.join(', ')})`}`;
}
