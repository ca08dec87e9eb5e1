// `stimulate: dropLink` does to a device what the interface cannot; the profile says how.
import { z } from 'zod';
import { name } from '../language/modifiers.js';
import { namesOf } from '../language/names.js';
import { blocked } from '../engine/stage.js';
import { defineVerb } from './verb.js';

const STIMULI = [
  'setInput',
  'setAnalog',
  'setSensor',
  'cutPower',
  'restorePower',
  'dropLink',
  'restoreLink',
  'injectRs485',
  'disableClient',
  'enableClient',
  'expireToken',
] as const;

const schema = z.strictObject({
  stimulate: z.enum(STIMULI),
  device: name.optional(),
  client: name.optional(),
  with: z.record(z.string(), z.unknown()).optional().describe('what the stimulus takes, as in { index: 1 }'),
});

export const stimulate = defineVerb<z.output<typeof schema>>({
  name: 'stimulate',
  summary: 'Acts on a device or a client from outside of the interface.',
  schema,
  capabilities: ['stimuli'],
  check: (fields, check) => {
    if (fields.device !== undefined)
      check.known(['device'], 'device', fields.device, namesOf(check.names, 'device'));
    if (fields.client !== undefined)
      check.known(['client'], 'client', fields.client, namesOf(check.names, 'client'));
  },
  // No profile can declare a stimulus yet, so the plan leaves out what needs one.
  run: async (fields) => Promise.resolve(blocked(`there is no stimulus ${fields.stimulate}`, true)),
});
