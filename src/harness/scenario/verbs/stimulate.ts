// The verbs of what is done and seen from outside of the interface: `stimulate` and `witness`.
import { defined } from '../../../kernel/defined.js';
import * as z from 'zod';
import {
  type Act,
  factsOf,
  type Parameter,
  STIMULUS_NAMES,
  type StimulusName,
  WITNESS_NAMES,
} from '../../profile/stimuli/catalogue.js';
import { resolveStep } from '../engine/lookup.js';
import { blocked, type ExecutionContext, type Halt } from '../engine/execution-context.js';
import { name } from '../language/modifiers.js';
import { defineVerb } from './verb.js';
import { type Checker, namesOf } from '../language/names.js';

// `stimulate: cut-power` with `device: plant` does what the interface cannot; the profile says how.

// How `stimulate` and `witness` name what they act on, and how that becomes an act on the profile's devices.

/** A value that may also be a reference, as in `$before.value`. */
const reference = z.string().regex(/^\$/, 'expected a value, or a reference such as $before.value');

const stimulusFields = {
  device: name.optional().describe('the device that it is done to'),
  client: name.optional().describe('the API client that it is done to'),
  input: name.optional().describe('a digital input, by the name that the scenario gives it'),
  analogInput: name.optional().describe('an analog input, by the name that the scenario gives it'),
  sensor: name.optional().describe('a sensor, by the name that the scenario gives it'),
  active: z.union([z.boolean(), reference]).optional().describe('what a digital input becomes'),
  value: z.union([z.number(), reference]).optional().describe('what an analog input or a sensor shows'),
  data: z.string().optional().describe('bytes in hex'),
};

type StimulusFields = z.output<z.ZodObject<typeof stimulusFields>>;
type Field = keyof StimulusFields;

/** The fields that a stimulus takes; all of them are needed. */
function fieldsFor(stimulus: StimulusName): readonly Field[] {
  const { on, takes } = factsOf(stimulus);
  return [on, ...takes.map((parameter) => fieldOf(stimulus, parameter))];
}

function fieldOf(stimulus: StimulusName, parameter: Parameter): Field {
  if (parameter === 'index') return stimulus === 'set-analog' ? 'analogInput' : 'input';
  return parameter === 'key' ? 'sensor' : parameter;
}

/** The names that a device of a scenario gives to its channels, by the field that refers to them. */
const CHANNELS = { input: 'inputs', analogInput: 'analogInputs', sensor: 'sensors' } as const;
const CHANNEL_FIELDS = Object.keys(CHANNELS) as (keyof typeof CHANNELS)[];

function checkStimulus(fields: StimulusFields & { stimulate: StimulusName }, check: Checker): void {
  const { stimulate, device, client } = fields;
  const wanted = fieldsFor(stimulate);
  for (const field of Object.keys(stimulusFields) as Field[]) {
    const given = fields[field] !== undefined;
    if (given && !wanted.includes(field))
      check.problem([field], `"${field}" means nothing to ${stimulate}`, `It takes ${wanted.join(', ')}.`);
    if (!given && wanted.includes(field))
      check.problem(['stimulate'], `${stimulate} needs "${field}"`, `It takes ${wanted.join(', ')}.`);
  }
  if (device !== undefined) check.known(['device'], 'device', device, namesOf(check.names, 'device'));
  if (client !== undefined) check.known(['client'], 'client', client, namesOf(check.names, 'client'));
  const need = check.names.needs.devices[device ?? ''];
  for (const field of CHANNEL_FIELDS) {
    const channel = fields[field];
    if (channel !== undefined && need && wanted.includes(field))
      check.known([field], `${CHANNELS[field]} of ${device}`, channel, need[CHANNELS[field]] ?? []);
  }
}

/** @param fields with references resolved. */
function actOf(context: ExecutionContext, stimulus: Act['name'], fields: StimulusFields): Act {
  const device = context.devices.get(fields.device ?? '');
  const client = context.clients.get(fields.client ?? '');
  const index = device?.inputs?.[fields.input ?? ''] ?? device?.analogInputs?.[fields.analogInput ?? ''];
  const key = device?.sensors?.[fields.sensor ?? ''];
  const { active, value, data } = fields;
  return {
    name: stimulus,
    ...(device && { device: { name: device.profileName ?? device.name, deviceId: device.deviceId } }),
    ...(client && { client: { name: client.profileName, clientId: client.clientId } }),
    ...(index === undefined ? {} : { index }),
    ...(key === undefined ? {} : { key }),
    ...(typeof active === 'boolean' ? { active } : {}),
    ...(typeof value === 'number' ? { value } : {}),
    ...(data === undefined ? {} : { data }),
  };
}

const stimulateSchema = z.strictObject({
  stimulate: z
    .enum(STIMULUS_NAMES)
    .meta({ enumDescriptions: STIMULUS_NAMES.map((each) => factsOf(each).summary) }),
  ...stimulusFields,
  as: name.optional().describe('a name for the moment, as in `since: cut`'),
});
type Fields = z.output<typeof stimulateSchema>;

export const stimulate = defineVerb<Fields>({
  name: 'stimulate',
  summary: 'Acts on a device or a client from outside of the interface. What it leaves is undone at the end.',
  schema: stimulateSchema,
  capabilities: ['stimuli'],
  stimulus: ({ stimulate: act, device }) => ({ name: act, ...(device === undefined ? {} : { device }) }),
  device: (fields) => fields.device,
  captures: ({ as }) => (as === undefined ? undefined : { field: 'as', name: as, kind: 'stimulus' }),
  check: (fields, check) => {
    checkStimulus(fields, check);
    // Other checks may log in as this client, or hold its tokens.
    const { exclusive, apart } = check.names.needs;
    if (factsOf(fields.stimulate).on === 'client' && !exclusive && !apart)
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

// `witness: executions` with `device: plant` and `as: before` asks somebody who saw what the device really did.

const witnessSchema = z.strictObject({
  witness: z
    .enum(WITNESS_NAMES)
    .meta({ enumDescriptions: WITNESS_NAMES.map((each) => factsOf(each).summary) }),
  device: name.describe('the device that it speaks of'),
  as: name.describe('a name for the number: `$before.value`'),
  since: name.optional().describe('an earlier look: how much it is more is `$after.more`'),
});

export const witness = defineVerb<z.output<typeof witnessSchema>>({
  name: 'witness',
  summary:
    'Asks a witness beside the interface for a number, such as the operations that a device carried out.',
  schema: witnessSchema,
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

// What `stimulate` and `witness` do: the act, its moment under a name, and what to make of a failure.

/** @param since an earlier look at the same witness. */
async function performAct(
  context: ExecutionContext,
  act: Act,
  as: string | undefined,
  since?: string,
): Promise<Halt | undefined> {
  const sentAt = context.clock.now();
  context.notes.sent(sentAt);
  const acted = await context.stimuli?.act(act, context.signal);
  if (context.signal.aborted) return { kind: 'interrupted' };
  if (acted === undefined) return blocked(`no stimulus ${act.name}`, true);
  // A stimulus that fails is the bench's fault, never the target's.
  if (acted.kind === 'failed') return blocked(`${act.name}: ${acted.detail}`);
  if (as === undefined) return undefined;
  const answeredAt = context.clock.now();
  const { value } = acted;
  const earlier = context.captures.get(since ?? '')?.views[0]?.['value'];
  const more = value !== undefined && typeof earlier === 'number' ? value - earlier : undefined;
  const view = defined({ sentAt, answeredAt, took: answeredAt - sentAt, value, more });
  context.captures.set(as, { kind: 'stimulus', views: [view], many: false, act, exchanges: [] });
  return undefined;
}
