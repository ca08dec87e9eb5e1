// The shape of a profile file. What depends on more than one value of it is checked in the files beside this.
import * as z from 'zod';
import { QUOTA_CLASSES } from '../../contract/endpoints.js';
import { FEATURES } from '../../contract/features.js';
import { SCOPE_MEANINGS } from '../../contract/scopes.js';
import { ruleWords } from '../../contract/rules/catalogue.js';
import { spanSchema, waitSchema } from '../../document/duration.js';
import { editorSchema, explained, explainedWords, type JsonSchema } from '../../document/editor-schema.js';
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
  clientId: text('the clientId').describe('The identifier of the API client at the target'),
  clientSecretEnv: variable.describe('Environment variable that holds the secret'),
  scopes: z
    .array(explained(SCOPE_MEANINGS), { error: need('a list of scopes') })
    .min(1, 'expected at least one scope')
    .describe('What the client is granted; every scope includes `device:read`'),
  devices: z
    .array(z.string(), { error: need('a list of device names') })
    .exactOptional()
    .describe('Names of the devices that the client may access'),
});

const device = z.strictObject({
  deviceId: text('the identifier that the target gives the device').describe(
    "The target's own identifier of the device",
  ),
  relays: z
    .array(relayIndex, { error: need('a list of relays that may be switched; [] for none') })
    .describe('Relays that may be switched, counted from 1; `[]` for none'),
  inputs: channels('digital input')
    .exactOptional()
    .describe('Digital inputs that stimuli may set, counted from 1'),
  analogInputs: channels('analog input')
    .exactOptional()
    .describe('Analog inputs that stimuli may set, counted from 1'),
  sensors: z
    .array(text('the key of a sensor'), { error: need('a list of sensors') })
    .exactOptional()
    .describe('Sensors that stimuli may set, by their keys'),
  rs485: z
    .strictObject({
      answered: hex
        .exactOptional()
        .describe('Bytes, in hex and in quotes, that a peripheral on the line answers'),
      answer: hex.exactOptional().describe('What it answers to them, always the same'),
      unanswered: hex.exactOptional().describe('Bytes that nobody on the line answers'),
      echo: z
        .array(hex)
        .exactOptional()
        .describe('Beginnings of bytes: a peripheral sends back whatever begins with one of them, unchanged'),
    })
    .refine(({ answered, answer }) => answer === undefined || answered !== undefined, {
      error: 'an answer belongs to bytes that are answered: write them as answered',
    })
    .exactOptional()
    .describe('What is known about the RS485 line; no other bytes are ever sent'),
});

const management = z.strictObject({
  deviceId: text('the identifier of a device that may be added and removed').describe(
    'The identifier of a device that may be added and removed',
  ),
  name: text('a name').exactOptional().describe('The name that it is added with'),
  profileId: text("one of the target's device profiles").describe(
    "The one of the target's device profiles that it is added with",
  ),
  relays: z
    .array(relayIndex, { error: need('a list of relays that may be switched off') })
    .exactOptional()
    .describe('Relays that may be told to go off once it is removed'),
  passwordEnv: variable.describe('Environment variable that holds the password of the device'),
});

const waiver = z.strictObject({
  rule: text('the id of a rule')
    .meta(explainedWords(ruleWords))
    .describe('The rule whose breaches are accepted'),
  reason: text('why the breach is accepted').describe('Why the breach is accepted; reports show it'),
  until: text('a day, as in 2026-12-31')
    .refine(
      (day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)),
      'expected a day, as in 2026-12-31',
    )
    .describe('The last day on which the waiver holds'),
});

const tls = z.strictObject({
  ca: text('the path of a PEM file')
    .exactOptional()
    .describe('PEM file of certificates to trust, by its path from the profile'),
  insecure: z
    .boolean({ error: 'expected true or false' })
    .default(false)
    .describe('Takes any certificate, and allows `http` and `ws` to other machines'),
});

const quota = z.strictObject({
  limit: z
    .int({ error: need('a number of requests') })
    .min(1, 'expected a number of requests, at least 1')
    .describe('How many requests of one API client'),
  window: spanSchema().describe('In how much time'),
});

/** Requests a second: slower than this, a run would not come to an end. */
const SLOWEST = 0.1;

const shape = {
  name: text('a name').exactOptional().describe('How reports call the target'),
  baseUrl: text('an address such as https://cloud.example.com').describe(
    'Base address, without `/svc/v1`; may have a path of its own',
  ),
  websocketUrl: text('an address such as wss://cloud.example.com')
    .exactOptional()
    .describe('Base address of the WebSocket channel'),
  tls: tls.prefault({}).describe('Which certificates are trusted'),
  dialect: text('the name or the path of a dialect')
    .exactOptional()
    .describe('Name of a dialect that comes with conform, or path of one from the profile'),
  without: z
    .array(explained(FEATURES), { error: need('a list of what the target does not have') })
    .exactOptional()
    .describe('What the target does not have, beside what its dialect says'),
  clients: z
    .record(z.string(), client, { error: need('the API clients, each under a name of your choice') })
    .refine((clients) => Object.keys(clients).length > 0, 'expected at least one API client')
    .describe('API clients, under names of your choice'),
  devices: z
    .record(z.string(), device, { error: need('the devices, each under a name of your choice') })
    .describe('Devices that may be exercised, under names of your choice'),
  requestsPerSecond: z
    .number({ error: need('a number') })
    .positive('expected a number above 0')
    .refine((rate) => rate <= 0 || rate >= SLOWEST, `expected ${SLOWEST} at least`)
    .max(10_000, 'expected 10000 at most')
    .default(50)
    .describe('The most requests and frames that leave in any one second'),
  quotas: z
    .partialRecord(z.enum(QUOTA_CLASSES), quota)
    .exactOptional()
    .describe('Quotas of the target, where they are small: a run keeps below them instead of learning them'),
  patience: waitSchema()
    .default(10_000)
    .describe('How long to wait for a reply, and for what follows an act'),
  longestWait: waitSchema()
    .exactOptional()
    .describe('The longest announced delay (Retry-After) that is waited for'),
  shared: z
    .boolean({ error: 'expected true or false' })
    .default(false)
    .describe('Others use the devices: 429 and `DEVICE_BUSY` never fail a check'),
  stimuli: stimuliSchema.exactOptional().describe('What the bench can do and the interface cannot'),
  management: management
    .exactOptional()
    .describe('A device that may be added, removed and given another password'),
  waivers: z
    .array(waiver, { error: need('a list of waivers') })
    .default([])
    .describe('Known breaches that do not fail a run'),
};

export const targetProfileSchema = z.strictObject(shape, {
  error: () => 'expected a profile: baseUrl, clients, devices',
});

export type TargetProfileFile = z.output<typeof targetProfileSchema>;

// The JSON Schema of target profiles, for editors.

export function profileJsonSchema(): JsonSchema {
  return editorSchema('target', 'A target profile of conform', targetProfileSchema);
}
