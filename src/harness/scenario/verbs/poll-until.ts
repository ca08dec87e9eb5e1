// `pollUntil:` runs its steps again and again until all that they check holds, or until it has had enough.
import { z } from 'zod';
import { durationModifier } from '../language/modifiers.js';
import { createNotes, type Notes } from '../engine/notes.js';
import { pauseUntil, type ExecutionContext } from '../engine/execution-context.js';
import { runSteps } from '../engine/run-steps.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  pollUntil: z.array(z.unknown()).min(1),
  every: durationModifier.optional().describe('the pause between two rounds; default 200ms'),
  atMost: durationModifier.optional().describe('the time after which no further round begins; default 10s'),
  rounds: z.int().positive().max(100).optional().describe('how many rounds at most'),
});

export const pollUntil = defineVerb<z.output<typeof schema>>({
  name: 'pollUntil',
  summary: 'Repeats steps until what they check or assume holds; the last round counts.',
  schema,
  nested: { key: 'pollUntil', apart: false },
  run: async (fields, context, step) => {
    const { every = 200, atMost = 10_000, rounds = 100 } = fields;
    const endAt = context.clock.now() + atMost;
    for (let round = 1; ; round++) {
      const notes = createNotes(context.clock.now());
      const halt = await runSteps(step.children, { ...context, notes });
      const last = round >= rounds || context.clock.now() + every > endAt;
      carryOver(context, notes);
      // What has not come about yet may in the next round; what never will ends it.
      const notYet =
        halt?.kind === 'observed' || halt?.kind === 'unfit' || (halt?.kind === 'blocked' && !halt.final);
      if (!notYet || last) {
        for (const observation of notes.observations) context.notes.observe(observation);
        return halt;
      }
      const interrupted = await pauseUntil(context, context.clock.now() + every, step.label);
      if (interrupted) return interrupted;
    }
  },
});

/** All but the observations, of which only those of the last round count. */
function carryOver(context: ExecutionContext, notes: Notes): void {
  for (const { by, detail } of notes.disturbances) context.notes.disturbed(by, detail);
  if (notes.inVain) context.notes.endedInVain();
  context.notes.announced(notes.announcedUntil);
  context.notes.sent(notes.lastSentAt);
}
