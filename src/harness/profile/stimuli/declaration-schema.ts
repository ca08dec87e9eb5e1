// The shape of `stimuli:` in a profile. Which driver fits which stimulus is checked in read-stimuli.ts.
import { z } from 'zod';
import { wait } from '../../../document/duration.js';
import { ACT_NAMES, type ActName } from './catalogue.js';

const text = (what: string): z.ZodString => z.string(`expected ${what}`).min(1, `expected ${what}`);
const index = z.int('expected an index, counted from 1').min(1, 'expected an index, counted from 1');
const pointer = z
  .string('expected a JSON Pointer, such as /count')
  .regex(/^(\/.*)?$/, 'expected a JSON Pointer, such as /count');
const http = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  url: text('an address'),
  headers: z.record(z.string(), text('the value of a header')).default({}),
  body: z.string('expected the body as a text').optional(),
  value: z
    .union([pointer, z.array(pointer).min(1)], 'expected a JSON Pointer, such as /count, or a list of them')
    .optional(),
});

const wire = z.strictObject({
  device: text('the name of a device of this profile'),
  input: index,
  relay: index,
  inverted: z.boolean('expected true or false').default(false),
});

const driver = z.strictObject({
  http: http.optional(),
  command: z
    .array(text('a word of the command; write it in quotes'), 'expected the command as a list of words')
    .min(1, 'expected at least the program')
    .optional(),
  env: z.record(z.string(), z.string('expected a text; write it in quotes')).optional(),
  prompt: text('what to ask of the operator').optional(),
  wiring: z.array(wire, 'expected a list of wires').min(1, 'expected at least one wire').optional(),
  devices: z.array(z.string(), 'expected a list of device names').optional(),
  timeout: wait().optional(),
});
export type DriverFile = z.output<typeof driver>;

const control = z.strictObject({
  url: text('the address of the control plane, as conform serve prints it'),
  tokenEnv: text('the name of an environment variable').regex(
    /^[A-Za-z_]\w*$/,
    'expected the name of an environment variable, not the token itself',
  ),
});

const drivers = Object.fromEntries(ACT_NAMES.map((name) => [name, driver.optional()])) as Record<
  ActName,
  z.ZodOptional<typeof driver>
>;

export const stimuliSchema = z.strictObject({ control: control.optional(), ...drivers });
export type StimuliFile = z.output<typeof stimuliSchema>;
