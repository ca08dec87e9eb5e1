// `witness: executions` with `device: plant` and `as: before` asks somebody who saw what the device really did.
import { z } from 'zod';
import { factsOf, WITNESS_NAMES } from '../../profile/stimuli/catalogue.js';
import { performAct } from '../engine/perform-act.js';
import { name } from '../language/modifiers.js';
import { namesOf } from '../language/names.js';
import { actOf } from './stimulus-fields.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  witness: z
    .enum(WITNESS_NAMES)
    .meta({ enumDescriptions: WITNESS_NAMES.map((each) => factsOf(each).summary) }),
  device: name.describe('the device that it speaks of'),
  as: name.describe('a name for the number: `$before.value`'),
  since: name.optional().describe('an earlier look: how much it is more is `$after.more`'),
});

export const witness = defineVerb<z.output<typeof schema>>({
  name: 'witness',
  summary:
    'Asks a witness beside the interface for a number, such as the operations that a device carried out.',
  schema,
  capabilities: ['stimuli'],
  stimulus: ({ witness: act, device }) => ({ name: act, device }),
  device: (fields) => fields.device,
  captures: ({ as }) => ({ field: 'as', name: as, kind: 'stimulus' }),
  check: ({ device, since }, check) => {
    check.known(['device'], 'device', device, namesOf(check.names, 'device'));
    if (since !== undefined)
      check.known(['since'], 'look at a witness', since, namesOf(check.names, 'stimulus'));
  },
  run: async ({ witness: act, device, as, since }, context) =>
    performAct(context, actOf(context, act, { device }), as, since),
});
