// The shape of a profile file. What depends on more than one value of it is checked in the files beside this.
import { z } from 'zod';
import { FEATURE_NAMES } from '../../contract/features.js';
import { SCOPES } from '../../contract/scopes.js';
import { wait } from '../../document/duration.js';
import { isHex } from '../../kernel/hex.js';
import { stimuliSchema } from './stimuli/declaration-schema.js';

/** A message for a value of the wrong type; people forget keys, and quotes around what looks like a number. */
const need =
  (what: string) =>
  ({ input }: { input?: unknown }): string => {
    if (input === undefined) return `missing; expected ${what}`;
    return typeof input === 'number' ? `expected ${what}; write it in quotes` : `expected ${what}`;
  };

const text = (what: string): z.ZodString => z.string({ error: need(what) }).min(1, `expected ${what}`);

const variable = text('the name of an environment variable').regex(
  /^[A-Za-z_]\w*$/,
  'expected the name of an environment variable, not the secret itself',
);

const hex = text('bytes in hex, such as "01ff"')
  .refine(isHex, 'expected bytes in hex: two digits or letters a-f for each, such as "01ff"')
  .transform((given) => given.toLowerCase());

const relayIndex = z
  .int({ error: need('the index of a relay, counted from 1') })
  .min(1, 'relays are counted from 1, as printed on the device')
  .max(65_536, 'expected the index of a relay');

const channels = (what: string) =>
  z.array(z.int(`expected the index of ${what}`).min(1, 'channels are counted from 1'), {
    error: need(`a list of ${what}s that stimuli may set`),
  });

const client = z.strictObject({
  clientId: text('the clientId'),
  clientSecretEnv: variable,
  scopes: z.array(z.enum(SCOPES), { error: need('a list of scopes') }).min(1, 'expected at least one scope'),
  devices: z.array(z.string(), { error: need('a list of device names') }).optional(),
});

const device = z.strictObject({
  deviceId: text('the identifier that the target gives the device'),
  relays: z.array(relayIndex, { error: need('a list of relays that may be switched; [] for none') }),
  inputs: channels('digital input').optional(),
  analogInputs: channels('analog input').optional(),
  sensors: z.array(text('the key of a sensor'), { error: need('a list of sensors') }).optional(),
  rs485: z
    .strictObject({ answered: hex.optional(), answer: hex.optional(), unanswered: hex.optional() })
    .refine(({ answered, answer }) => answer === undefined || answered !== undefined, {
      error: 'an answer belongs to bytes that are answered: write them as answered',
    })
    .optional(),
});

const management = z.strictObject({
  deviceId: text('the identifier of a device that may be added and removed'),
  name: text('a name').optional(),
  profileId: text("one of the target's device profiles"),
  relays: z.array(relayIndex, { error: need('a list of relays that may be switched off') }).optional(),
  passwordEnv: variable,
});

const waiver = z.strictObject({
  rule: text('the id of a rule'),
  reason: text('why the breach is accepted'),
  until: text('a day, as in 2026-12-31').refine(
    (day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)),
    'expected a day, as in 2026-12-31',
  ),
});

const tls = z.strictObject({
  ca: text('the path of a PEM file').optional(),
  insecure: z.boolean({ error: 'expected true or false' }).default(false),
});

/** Requests a second: slower than this, a run would not come to an end. */
const SLOWEST = 0.1;

const shape = {
  name: text('a name').optional(),
  baseUrl: text('an address such as https://cloud.example.com'),
  websocketUrl: text('an address such as wss://cloud.example.com').optional(),
  tls: tls.prefault({}),
  dialect: text('the name or the path of a dialect').optional(),
  without: z
    .array(z.enum(FEATURE_NAMES), { error: need('a list of what the target does not have') })
    .optional(),
  clients: z
    .record(z.string(), client, { error: need('the API clients, each under a name of your choice') })
    .refine((clients) => Object.keys(clients).length > 0, 'expected at least one API client'),
  devices: z.record(z.string(), device, { error: need('the devices, each under a name of your choice') }),
  requestsPerSecond: z
    .number({ error: need('a number') })
    .positive('expected a number above 0')
    .refine((rate) => rate <= 0 || rate >= SLOWEST, `expected ${SLOWEST} at least`)
    .max(10_000, 'expected 10000 at most')
    .default(50),
  patience: wait().default(10_000),
  longestWait: wait().optional(),
  shared: z.boolean({ error: 'expected true or false' }).default(false),
  stimuli: stimuliSchema.optional(),
  management: management.optional(),
  waivers: z.array(waiver, { error: need('a list of waivers') }).default([]),
};

export const profileSchema = z.strictObject(shape, {
  error: () => 'expected a profile: baseUrl, clients, devices',
});

export type ProfileFile = z.output<typeof profileSchema>;
