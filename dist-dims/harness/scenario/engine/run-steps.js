// Runs steps one after the other, until one of them says that it is no use to go on.
import { SafetyError } from '../../target/gated-transport.js';
import { whereIs } from './checkpoint.js';
export async function runSteps(steps, context) {
    for (const step of steps) {
        if (context.signal.aborted)
            return { kind: 'interrupted' };
        context.starting(step);
        context.target.trace.add({
            kind: 'step',
            scenario: context.id,
            step: whereIs(step),
            attempt: context.attempt,
        });
        const halt = await runStep(step, context);
        if (halt)
            return halt.kind === 'blocked' && step.children.length === 0 ? placed(halt, step) : halt;
    }
    return undefined;
}
/** What safety does not let pass is no mistake of this program: the check cannot be done here. */
async function runStep(step, context) {
    try {
        return await step.verb.run(step.fields, context, step);
    }
    catch (error) {
        if (!(error instanceof SafetyError))
            throw error;
        return context.signal.aborted ? { kind: 'interrupted' } : { kind: 'unsafe', why: error.message };
    }
}
function placed(halt, step) {
    return { ...halt, why: `${whereIs(step)}: ${halt.why}` };
}
