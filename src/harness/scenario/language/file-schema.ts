// What a scenario file holds beside its steps.
import { REVISIONS } from '../../../contract/rules/revisions.js';
import * as z from 'zod';
import { ruleWords } from '../../../contract/rules/catalogue.js';
import { SCOPE_MEANINGS } from '../../../contract/scopes.js';
import { explained, explainedWords } from '../../../document/editor-schema.js';
import { CAPABILITIES, PLACES } from '../needs.js';
import { ACT_SUMMARIES } from '../../profile/stimuli/catalogue.js';
import { name, SCENARIO_LIMITS } from './modifiers.js';

const scopes = z.array(explained(SCOPE_MEANINGS));

const rs485Bytes = z.enum(['answered', 'answer', 'unanswered', 'echo']);

const deviceNeed = z.strictObject({
  relays: z.array(name).optional().describe('names for relays that may be switched'),
  inputs: z.array(name).optional().describe('names for digital inputs that stimuli may set'),
  analogInputs: z.array(name).optional().describe('names for analog inputs that stimuli may set'),
  sensors: z.array(name).optional().describe('names for sensors that stimuli may set'),
  place: z
    .enum(PLACES)
    .optional()
    .describe('which of the channels of the profile these names are given to; default: the first'),
  hiddenFrom: z.array(name).optional().describe('clients of the scenario that may not access it'),
  rs485: z
    .union([rs485Bytes, z.array(rs485Bytes).min(1)])
    .optional()
    .describe('bytes that the profile must know'),
});

const clientNeed = z.union([
  scopes.describe('permissions that the client must have, at least'),
  z.strictObject({ exactly: scopes.describe('permissions that the client must have, and no other') }),
]);

const needs = z.strictObject({
  devices: z.record(name, deviceNeed.nullable()).optional().describe('devices by names of your own'),
  clients: z.record(name, clientNeed).describe('API clients by names of your own; the first is the default'),
  capabilities: z.array(explained(CAPABILITIES)).optional().describe('what else the target must offer'),
  stimuli: z
    .array(explained(ACT_SUMMARIES))
    .optional()
    .describe('what the profile must declare, beside what the steps do from outside'),
  management: z
    .literal(true)
    .optional()
    .describe('a device that may be added and removed: `$managed.deviceId`, `.profileId`, `.password`'),
  exclusive: z
    .union([z.literal(true), z.literal('clients')])
    .optional()
    .describe('no other check may run at the same time, or use the same clients'),
});

/** Rows are written as lists: every value with every other. */
export const matrixSchema = z.record(name, z.array(z.unknown()).min(1));

/** Steps are checked one by one, each against the schema of its verb. */
const steps = z.array(z.unknown());

export const fileSchema = z.strictObject({
  title: z.string().min(1).max(SCENARIO_LIMITS.title).describe('the behaviour, in one sentence'),
  since: z
    .enum(REVISIONS.map(({ id }) => id))
    .optional()
    .describe('the revision of the interface that it came with (default: the first)'),
  about: z.string().optional().describe('why it is checked this way; reports of a failure show it'),
  rules: z
    .array(z.string().meta(explainedWords(ruleWords)))
    .min(1)
    .describe('the rules of the catalogue that it checks'),
  needs: needs.describe('what the target must have for it; it is skipped where that is missing'),
  matrix: matrixSchema.optional().describe('values by name; the scenario runs once for each combination'),
  steps: steps.min(1).describe('what is done and what is expected, in order'),
  cleanup: steps.optional().describe('steps that run after every attempt, however it ended'),
});
export type ScenarioFile = z.output<typeof fileSchema>;

/** A fragment that scenarios include. */
export const fragmentSchema = z.strictObject({
  about: z.string().optional().describe('what its steps are for'),
  steps: steps.min(1).describe('the steps that stand in place of `include`'),
});
