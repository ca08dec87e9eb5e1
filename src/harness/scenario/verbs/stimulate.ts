// `stimulate: cut-power` with `device: plant` does what the interface cannot; the profile says how.
import { z } from 'zod';
import type { Needs } from '../needs.js';
import { factsOf, STIMULUS_NAMES } from '../../profile/stimuli/catalogue.js';
import { resolveStep } from '../engine/lookup.js';
import { performAct } from '../engine/perform-act.js';
import { blocked } from '../engine/execution-context.js';
import { name } from '../language/modifiers.js';
import { actOf, checkStimulus, stimulusFields } from './stimulus-fields.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  stimulate: z
    .enum(STIMULUS_NAMES)
    .meta({ enumDescriptions: STIMULUS_NAMES.map((each) => factsOf(each).summary) }),
  ...stimulusFields,
  as: name.optional().describe('a name for the moment, as in `since: cut`'),
});
type Fields = z.output<typeof schema>;

export const stimulate = defineVerb<Fields>({
  name: 'stimulate',
  summary: 'Acts on a device or a client from outside of the interface. What it leaves is undone at the end.',
  schema,
  capabilities: ['stimuli'],
  stimulus: ({ stimulate: act, device }) => ({ name: act, ...(device === undefined ? {} : { device }) }),
  device: (fields) => fields.device,
  captures: ({ as }) => (as === undefined ? undefined : { field: 'as', name: as, kind: 'stimulus' }),
  check: (fields, check) => {
    checkStimulus(fields, check);
    // Other checks may log in as this client, or hold its tokens.
    if (factsOf(fields.stimulate).on === 'client' && !isApart(check.names.needs))
      check.problem(
        ['stimulate'],
        `${fields.stimulate} changes an API client that other checks may use`,
        'Write exclusive: true in "needs", so that no other check runs at the same time.',
      );
  },
  run: async (fields, context) => {
    const { value, missing } = resolveStep(context, fields);
    if (missing.length > 0) return blocked(`${missing.join(', ')} has no value`);
    const act = actOf(context, fields.stimulate, value as Fields);
    const halt = await performAct(context, act, fields.as);
    // A refusal need not show that it has expired.
    if (act.name === 'expire-tokens' && act.client) context.target.dropToken?.(act.client.name);
    return halt;
  },
});

function isApart({ exclusive, apart }: Needs): boolean {
  return exclusive || apart;
}
