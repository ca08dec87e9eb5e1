// A day: what is staged around a client for a while, so that it has occasion to keep or to break certain rules.
import * as z from 'zod';
import { stringify } from 'yaml';
import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoints.js';
import { clientRule } from '../../contract/rules/client-words.js';
import { REQUEST_TOPICS, type RequestTopic } from '../../contract/topics.js';
import { durationSchema, spanSchema } from '../../document/duration.js';
import { validate } from '../../document/validate.js';
import { readYaml, type ReadResult } from '../../document/yaml-document.js';

/** What a plan can wait for: a request, or what several of them have in common. */
export const OCCASIONS = ['command', 'refresh', 'connection', 'reconnection', 'event', 'request'] as const;
export type DayOccasion = (typeof OCCASIONS)[number] | EndpointName | RequestTopic;

const occasion = z.enum([...OCCASIONS, ...ENDPOINT_NAMES, ...REQUEST_TOPICS]);
const code = z.string().min(1).max(100);

/** Samples that are enough: what has been triggered until then is not triggered again. */
const until = z.strictObject({
  sees: occasion.describe('What is counted'),
  code: code.optional().describe('Only those that were answered with this code'),
  count: z.int().min(1).max(1000).describe('How many are enough'),
});

/** Waits for what the client does, in place of a time. */
const when = z.strictObject({
  sees: occasion.describe(
    'A request of the client, by endpoint, topic or kind; `connection` is an upgrade, `reconnection` one after the first',
  ),
  code: code.optional().describe('Not when it comes, but when it has been answered with this code'),
  after: occasion.optional().describe('Counting begins anew at each of these'),
  nth: z.int().min(1).max(1000).default(1).describe('Which of them; counted on the day, or from `after` on'),
  every: z.int().min(1).max(1000).optional().describe('And again at each so many after it'),
  times: z.int().min(1).max(1000).default(1).describe('How often at most'),
  until: until.optional().describe('Enough samples: no more of it from then on'),
  chance: z.number().gt(0).max(1).default(1).describe('With this probability, drawn each time'),
});
export type When = z.output<typeof when>;
export type Until = z.output<typeof until>;

const WHEN = 'Waits for what the client does, in place of a time';

/** Moments at which chance decides whether something is staged: the others are what it is compared with. */
const draws = z.strictObject({
  from: durationSchema().default(0).describe('The first moment, from the beginning of the day'),
  every: spanSchema().describe('From one moment to the next'),
  chance: z.number().gt(0).max(1).describe('The probability, drawn each time'),
});

const entry = z.looseObject({
  fault: z.string().describe('The fault by its type'),
  when: when.optional().describe(WHEN),
  draws: draws.optional().describe('Moments at which chance decides whether the fault is ordered'),
});

const stimulus = z.strictObject({
  do: z
    .enum([
      'set-input',
      'set-analog',
      'set-sensor',
      'cut-power',
      'restore-power',
      'drop-link',
      'restore-link',
      'inject-rs485',
    ])
    .describe('What is done at the device'),
  device: z.string().describe('The device by its id'),
  at: durationSchema().optional().describe('From the beginning of the day'),
  when: when.optional().describe(WHEN),
  again: spanSchema().optional().describe('From one time to the next'),
  times: z.int().min(1).max(1000).default(1).describe('How often; an input changes each time'),
  index: z.int().min(1).optional().describe('The input, counted from 1'),
  active: z.boolean().optional().describe('What a digital input becomes'),
  key: z.string().optional().describe('The sensor by its key'),
  value: z.number().optional().describe('What an analog input or a sensor shows'),
  data: z.string().optional().describe('Bytes in hex'),
});
export type DayStimulus = z.output<typeof stimulus>;

const order = z.looseObject({
  do: z
    .enum(['setRelays', 'refresh', 'transceive', 'setBaudRate', 'setJogDuration', 'listen', 'stop'])
    .describe('What the client is told to do'),
  at: durationSchema().default(0).describe('From the beginning of the day'),
  again: spanSchema().optional().describe('From one time to the next'),
  times: z.int().min(1).max(1000).default(1).describe('How often'),
});

export const daySchema = z.strictObject({
  title: z.string().min(1).describe('What kind of day it is, in a few words'),
  about: z.string().min(1).describe('What it is for'),
  lasts: spanSchema().describe('How long it lasts, on the clock of the client'),
  exercises: z.array(clientRule).min(1).describe('The rules that a client can break on it'),
  drawn: z
    .boolean()
    .default(false)
    .describe('Chance decides on each occasion what is staged, so that the others are a control'),
  client: z.string().default('operator').describe('The API client of the fleet that it is for'),
  instances: z.int().min(1).max(20).optional().describe('How many processes of the client, at least'),
  limits: z.looseObject({}).optional().describe('Limits of the service, as a fleet file has them'),
  faults: z.array(entry).default([]).describe('A fault plan, whose faults may also wait for the client'),
  stimuli: z.array(stimulus).default([]).describe('What happens at the devices'),
  orders: z.array(order).default([]).describe('What the client is told to do, if it listens to orders'),
});

/** As its file has it; the faults as they are written, since only a simulator knows them. */
export type DayFile = z.output<typeof daySchema>;

export interface Day extends DayFile {
  /** The name of its file without the ending. */
  readonly id: string;
}

// From the text of a day's file to the day, or to all that is wrong with it.

/** @param file what problems call the file; the id of the day is its name without folders and ending. */
export function parseDay(text: string, file: string): ReadResult<Day> {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const day = validate(read.value, daySchema);
  if (!day.ok) return day;
  const id = file.replace(/^.*[/\\]/, '').replace(/\.ya?ml$/, '');
  return { ok: true, value: { id, ...day.value } };
}

// A day as the text of its file, without what goes without saying.

/** @param day what its file has; faults as they were written. */
export function dayYaml({ lasts, drawn, faults, stimuli, orders, ...rest }: DayFile): string {
  const document = {
    ...rest,
    lasts: inWords(lasts),
    ...(drawn && { drawn }),
    ...lists({
      faults: faults.map(({ draws: drawing, ...fault }) =>
        drawing
          ? {
              ...fault,
              draws: { ...drawing, from: inWords(drawing.from), every: inWords(drawing.every) },
            }
          : fault,
      ),
      stimuli: stimuli.map(timed),
      orders: orders.map(timed),
    }),
  };
  return stringify(document, { lineWidth: 110, aliasDuplicateObjects: false });
}

function lists(all: Readonly<Record<string, readonly unknown[]>>): typeof all {
  return Object.fromEntries(Object.entries(all).filter(([, { length }]) => length > 0));
}

interface Timed {
  readonly at?: number | undefined;
  readonly again?: number | undefined;
  readonly times: number;
}

function timed({ at, again, times, ...rest }: Timed): object {
  return {
    ...rest,
    ...(at !== undefined && { at: inWords(at) }),
    ...(again !== undefined && times > 1 && { again: inWords(again) }),
    ...(times > 1 && { times }),
  };
}

function inWords(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
