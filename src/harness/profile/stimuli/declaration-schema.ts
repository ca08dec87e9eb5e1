// The shape of `stimuli:` in a profile. Which driver fits which stimulus is checked in read-stimuli.ts.
import * as z from 'zod';
import { waitSchema } from '../../../document/duration.js';
import { ACT_NAMES, type ActName, factsOf } from './catalogue.js';

const text = (what: string): z.ZodString => z.string(`expected ${what}`).min(1, `expected ${what}`);
const index = z.int('expected an index, counted from 1').min(1, 'expected an index, counted from 1');
const pointer = z
  .string('expected a JSON Pointer, such as /count')
  .regex(/^(\/.*)?$/, 'expected a JSON Pointer, such as /count');
const http = z.strictObject({
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    .exactOptional()
    .describe('The method; default: GET for a witness, otherwise POST'),
  url: text('an address').describe('Where the request goes; {deviceId} and its like are replaced'),
  headers: z
    .record(z.string(), text('the value of a header'))
    .default({})
    .describe('Headers of the request; ${NAME} is an environment variable'),
  body: z.string('expected the body as a text').exactOptional().describe('The body, as a text'),
  value: z
    .union([pointer, z.array(pointer).min(1)], 'expected a JSON Pointer, such as /count, or a list of them')
    .exactOptional()
    .describe('JSON Pointer to the number in the answer, or several that are added'),
});

const wire = z.strictObject({
  device: text('the name of a device of this profile').describe('The device, by its name in this profile'),
  input: index.describe('The digital input that the wire leads to'),
  relay: index.describe('The relay that drives it'),
  inverted: z
    .boolean('expected true or false')
    .default(false)
    .describe('The input is active while the relay is off'),
});

const driver = z.strictObject({
  http: http.exactOptional().describe('An HTTP request'),
  command: z
    .array(text('a word of the command; write it in quotes'), 'expected the command as a list of words')
    .min(1, 'expected at least the program')
    .exactOptional()
    .describe('A command, as a list of words without a shell, from the folder of this file'),
  env: z
    .record(z.string(), z.string('expected a text; write it in quotes'))
    .exactOptional()
    .describe('Variables of the command; ${NAME} is an environment variable'),
  prompt: text('what to ask of the operator')
    .exactOptional()
    .describe('A question to the operator; skipped where there is no terminal'),
  wiring: z
    .array(wire, 'expected a list of wires')
    .min(1, 'expected at least one wire')
    .exactOptional()
    .describe('Wires from relays to inputs: the act switches the relay'),
  devices: z
    .array(z.string(), 'expected a list of device names')
    .exactOptional()
    .describe('The devices that it works for, by their names in this profile; default: all'),
  timeout: waitSchema().exactOptional().describe('How long it may take'),
});
export type DriverFile = z.output<typeof driver>;

const control = z.strictObject({
  url: text('the address of the control plane, as conform serve prints it').describe(
    'The address of the control plane, as conform serve prints it',
  ),
  tokenEnv: text('the name of an environment variable')
    .regex(/^[A-Za-z_]\w*$/, 'expected the name of an environment variable, not the token itself')
    .describe('Environment variable that holds the token of the control plane'),
});

const drivers = Object.fromEntries(
  ACT_NAMES.map((name) => [name, driver.exactOptional().describe(actText(name))]),
) as Record<ActName, z.ZodOptional<typeof driver>>;

/** For editors: what it does, and a driver for it. */
function actText(name: ActName): string {
  const { summary, example } = factsOf(name);
  return `${summary}. Example: ${example}`;
}

export const stimuliSchema = z.strictObject({
  control: control.exactOptional().describe('All of it at once, where the target is a simulator'),
  ...drivers,
});
export type StimuliFile = z.output<typeof stimuliSchema>;
