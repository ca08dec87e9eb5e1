// The schemas that check faults and stimuli, as JSON Schema: the page makes its forms of them.
import * as z from 'zod';
import { orderSchema } from '../../faults/order.js';
import { FAULT_TYPES } from '../../faults/registry.js';
import { stimulusSchema } from '../stimuli.js';
import { parseFaultPlan, readFaultOrder } from '../../faults/plan/parse-fault-plan.js';
import { timelineLines } from '../../faults/plan/timeline.js';
import { PATH_PREFIX } from '../../../contract/limits.js';
import { RULES } from '../../../contract/rules/catalogue.js';
import { followLive } from '../page/live.js';
import { pastOf } from '../page/device-past.js';
import { type ControlContext, json, type PageParts, refused, route, unreadableOrder } from '../route.js';
import type { FaultOrder } from '../../faults/order.js';
import type { Journal } from '../journal/journal.js';

/** JSON Schema, as far as forms are made of it. */
export interface FormSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly FormSchema[];
  readonly oneOf?: readonly FormSchema[];
  readonly items?: FormSchema;
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Forms = ReturnType<typeof formsOf>;
export type FaultKind = Forms['faults'][number];

function formsOf() {
  const faults = FAULT_TYPES.map((kind) => {
    const { type, group, summary, occasion, legality } = kind;
    const { legal, because } = legality;
    return { type, group, summary, occasion, legal, because, schema: schemaOf(orderSchema(kind)) };
  });
  return { faults, stimuli: stimulusSchema.options.map(schemaOf) };
}

function schemaOf(schema: z.ZodType): FormSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as FormSchema;
}

// Routes that the page needs besides the others: what it follows, what its forms are made of, what was on the wire.

export const pageRoutes = [
  route('GET /about', {
    summary: 'What is simulated: address of the service, dialect, profiles and API clients',
    handle: (_, context) => json(aboutOf(context)),
  }),
  route('GET /live', {
    looks: ['records'],
    summary:
      'What changes, as server-sent events for the page; `since` is the number of the last record it has',
    query: z.strictObject({ since: z.coerce.number().int().min(0).optional() }),
    handle: ({ query }, context) => ({
      kind: 'stream',
      start: (response) => followLive(context, query.since, response),
    }),
  }),
  route('GET /devices/{deviceId}/past', {
    summary:
      'What the channels of a device have shown in the last minutes, as far as signals and the journal tell',
    handle: ({ parameters: { deviceId = '' } }, { installation, steering }) => {
      const device = installation.simulator.fleet.get(deviceId);
      if (!device) return refused(404, `There is no device ${deviceId}.`, { pointer: '{deviceId}' });
      return json(pastOf(device, installation.journal, steering.state().now));
    },
  }),
  route('GET /exchanges/{exchange}', {
    summary: 'An exchange as it was on the wire, without secrets; kept while a page is open',
    handle: async ({ parameters: { exchange = '' } }, { installation: { wire } }) => {
      const found = /^\d{1,15}$/.test(exchange) ? await wire(Number(exchange)) : undefined;
      if (found) return json(found);
      const hint = 'The bytes of the last exchanges are kept, from the moment on at which a page is opened.';
      return refused(404, `The bytes of exchange ${exchange} are not kept.`, { hint });
    },
  }),
  route('GET /forms', {
    summary: 'The schemas of faults and stimuli, of which forms are made',
    handle: () => json(formsOf()),
  }),
  route('GET /conduct', {
    looks: ['records'],
    summary:
      'The API clients in the journal, judged by the rules that bind them, as `conform audit` judges them',
    handle: async (_, { installation: { journal }, page }) =>
      page
        ? json(await conductOf(journal, page))
        : refused(404, 'Clients are judged where a page is served.'),
  }),
  route('GET /rules', {
    summary: 'The rules of the interface, in the words of the catalogue',
    handle: () => json(RULE_BOOK),
  }),
  route('GET /plans', {
    summary: 'The fault plans that come with the program, and what each would do',
    handle: (_, context) => json({ plans: plansOf(context) }),
  }),
  route('POST /faults/preview', {
    summary: 'What a fault would do and when; orders nothing',
    body: z.looseObject({ fault: z.string() }),
    handle: ({ body }, { installation: { simulator } }) => {
      const order = readFaultOrder(body, simulator.fleet);
      return order.ok ? json(previewOf(order.value)) : unreadableOrder(order.problems);
    },
  }),
];

/** `GET /about`. */
export type About = ReturnType<typeof aboutOf>;

function aboutOf({ installation: { simulator, dialect }, page }: ControlContext) {
  const { count, profiles, clients } = simulator.fleet;
  return {
    /** Address of the simulated service. */
    service: page?.serviceUrl ?? '',
    /** What paths on the wire begin with, for /svc/v1. */
    prefix: dialect.path(PATH_PREFIX),
    dialect: dialect.name,
    devices: count,
    profiles: profiles.map(({ profileId }) => profileId),
    clients: clients.map(({ clientId }) => clientId),
  };
}

/** `GET /conduct`: what the rules that bind clients say of the traffic in the journal. */
export type Conduct = Awaited<ReturnType<typeof conductOf>>;

async function conductOf(journal: Journal, { judge }: PageParts) {
  const records = journal.records();
  const { dropped } = journal;
  return {
    /** Clock time in ms of the first record that was looked at; the times in the words of breaches count from it. */
    from: records[0]?.at ?? 0,
    /** Records that were looked at. */
    records: records.length,
    /** Older ones, which the journal has no more: nothing follows from what is missing. */
    dropped,
    clients: await judge(records, dropped),
  };
}

/** `GET /rules`. */
export type RuleBook = typeof RULE_BOOK;

const RULE_BOOK = { rules: RULES.map(({ id, side, basis, sentence }) => ({ id, side, basis, sentence })) };

/** `POST /faults/preview`: what it will do and when, a line for each fault. */
export type FaultPreview = ReturnType<typeof previewOf>;

function previewOf(order: FaultOrder) {
  return { lines: timelineLines({ about: undefined, faults: [order] }) };
}

/** `GET /plans`. */
export type Plans = { readonly plans: readonly PlanView[] };
export type PlanView = ReturnType<typeof plansOf>[number];

function plansOf({ page, installation: { simulator } }: ControlContext) {
  return (page?.plans ?? []).map(({ name, text }) => {
    const read = parseFaultPlan(text, name, simulator.fleet);
    const { about = '' } = read.ok ? read.value : {};
    const lines = read.ok ? timelineLines(read.value) : [];
    /** Why this fleet cannot have it; empty when it can. */
    const problems = read.ok ? [] : read.problems.map(({ message }) => message);
    return { name, about, text, lines, problems };
  });
}
