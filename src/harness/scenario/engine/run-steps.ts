// Runs steps one after the other, until one of them says that it is no use to go on.
import { SafetyError } from '../../target/safety/protect.js';
import type { Step } from '../scenario.js';
import { verbByName } from '../steps/registry.js';
import { whereIs } from './checkpoint.js';
import type { Halt, Stage } from './stage.js';

export async function runSteps(
  steps: readonly Step[],
  stage: Stage,
  onStep: (step: Step) => void,
): Promise<Halt | undefined> {
  for (const step of steps) {
    if (stage.signal.aborted) return { kind: 'interrupted' };
    onStep(step);
    stage.target.trace.add({ kind: 'step', scenario: stage.id, step: whereIs(step), attempt: stage.attempt });
    const halt = await runStep(step, stage);
    if (halt) return halt.kind === 'blocked' && step.children.length === 0 ? placed(halt, step) : halt;
  }
  return undefined;
}

/** What safety does not let pass is no mistake of this program: the check cannot be done here. */
async function runStep(step: Step, stage: Stage): Promise<Halt | undefined> {
  try {
    return await verbByName(step.verb)?.run(step.fields, stage, step);
  } catch (error) {
    if (!(error instanceof SafetyError)) throw error;
    return stage.signal.aborted ? { kind: 'interrupted' } : { kind: 'unsafe', why: error.message };
  }
}

function placed(halt: Extract<Halt, { kind: 'blocked' }>, step: Step): Halt {
  return { ...halt, why: `${whereIs(step)}: ${halt.why}` };
}
