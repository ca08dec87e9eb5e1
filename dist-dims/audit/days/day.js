// A day: what is staged around a client for a while, so that it has occasion to keep or to break certain rules.
import { z } from 'zod';
import { CLIENT_RULES } from '../../contract/rules/client.js';
import { ENDPOINT_NAMES } from '../../contract/endpoints.js';
import { REQUEST_TOPICS } from '../../contract/topics.js';
import { duration, span } from '../../document/duration.js';
/** What a plan can wait for: a request, or what several of them have in common. */
export const OCCASIONS = ['command', 'refresh', 'connection', 'event'];
/** Waits for what the client does, in place of a time. */
const when = z.strictObject({
    sees: z
        .enum([...OCCASIONS, ...ENDPOINT_NAMES, ...REQUEST_TOPICS])
        .describe('A request of the client, by endpoint, topic or kind; `connection` is an upgrade'),
    nth: z.int().min(1).max(1000).default(1).describe('Which of them; counted on the day'),
    every: z.int().min(1).max(1000).optional().describe('And again at each so many after it'),
    times: z.int().min(1).max(1000).default(1).describe('How often at most'),
});
const entry = z.looseObject({ fault: z.string(), when: when.optional() });
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
    device: z.string(),
    at: duration().optional().describe('From the beginning of the day'),
    when: when.optional(),
    again: span().optional().describe('From one time to the next'),
    times: z.int().min(1).max(1000).default(1).describe('How often; an input changes each time'),
    index: z.int().min(1).optional(),
    active: z.boolean().optional(),
    key: z.string().optional(),
    value: z.number().optional(),
    data: z.string().optional(),
});
const order = z.looseObject({
    do: z.enum(['setRelays', 'refresh', 'transceive', 'setBaudRate', 'setJogDuration', 'listen', 'stop']),
    at: duration().default(0).describe('From the beginning of the day'),
    again: span().optional().describe('From one time to the next'),
    times: z.int().min(1).max(1000).default(1),
});
const ruleIds = CLIENT_RULES.map(({ id }) => id);
export const daySchema = z.strictObject({
    title: z.string().min(1).describe('What kind of day it is, in a few words'),
    about: z.string().min(1).describe('What it is for'),
    lasts: span().describe('How long it lasts, on the clock of the client'),
    exercises: z.array(z.enum(ruleIds)).min(1).describe('The rules that a client can break on it'),
    client: z.string().default('operator').describe('The API client of the fleet that it is for'),
    instances: z.int().min(1).max(20).optional().describe('How many processes of the client, at least'),
    limits: z.looseObject({}).optional().describe('Limits of the service, as a fleet file has them'),
    faults: z.array(entry).default([]).describe('A fault plan, whose faults may also wait for the client'),
    stimuli: z.array(stimulus).default([]).describe('What happens at the devices'),
    orders: z.array(order).default([]).describe('What the client is told to do, if it listens to orders'),
});
