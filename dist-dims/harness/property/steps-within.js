// The steps that stand inside of a step as it is written, and all steps of a program one by one.
import { verbOf } from '../scenario/verbs/registry.js';
/** Undefined for a step that holds no others. */
export function innerSteps(step) {
    const nested = verbOf(step)?.nested;
    const inner = nested && step[nested.key];
    return Array.isArray(inner) ? inner : undefined;
}
/** The steps, and those that stand inside of others in their place. */
export function stepsWithin(steps) {
    return steps.flatMap((step) => {
        const inner = innerSteps(step);
        return inner ? stepsWithin(inner) : [step];
    });
}
