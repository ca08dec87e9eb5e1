// The schemas that check faults and stimuli, as JSON Schema: the page makes its forms of them.
import * as z from 'zod';
import { orderSchema } from '../../faults/order.js';
import { FAULT_TYPES } from '../../faults/registry.js';
import type {
  FaultKind,
  Forms,
  FormSchema,
  About,
  Conduct,
  FaultPreview,
  Plans,
  PlanView,
  RuleBook,
} from '../replies.js';
import { stimulusSchema } from '../stimuli.js';
import { parseFaultPlan, readFaultOrder } from '../../faults/plan/parse-fault-plan.js';
import { timelineLines } from '../../faults/plan/timeline.js';
import { RULES } from '../../../contract/rules/catalogue.js';
import { followLive } from '../page/live.js';
import { pastOf } from '../page/device-past.js';
import { type ControlContext, json, refused, route } from '../route.js';

function formsOf(): Forms {
  const faults = FAULT_TYPES.map((kind): FaultKind => {
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
  route({
    at: 'GET /about',
    summary: 'What is simulated: address of the service, dialect, profiles and API clients',
    handle: (_, { installation: { simulator, dialect }, page }) => {
      const { count, profiles, clients } = simulator.fleet;
      const about: About = {
        service: page?.serviceUrl ?? '',
        dialect: dialect.name,
        devices: count,
        profiles: profiles.map(({ profileId }) => profileId),
        clients: clients.map(({ clientId }) => clientId),
      };
      return json(about);
    },
  }),
  route({
    at: 'GET /live',
    looks: ['records'],
    summary:
      'What changes, as server-sent events for the page; `since` is the number of the last record it has',
    query: z.strictObject({ since: z.coerce.number().int().min(0).optional() }),
    handle: ({ query }, context) => ({
      kind: 'stream',
      start: (response) => followLive(context, query.since, response),
    }),
  }),
  route({
    at: 'GET /devices/{deviceId}/past',
    summary:
      'What the channels of a device have shown in the last minutes, as far as signals and the journal tell',
    handle: ({ parameters: { deviceId = '' } }, { installation, steering }) => {
      const device = installation.simulator.fleet.get(deviceId);
      if (!device) return refused(404, `There is no device ${deviceId}.`, { pointer: '{deviceId}' });
      return json(pastOf(device, installation.journal, steering.state().now));
    },
  }),
  route({
    at: 'GET /exchanges/{exchange}',
    summary: 'An exchange as it was on the wire, without secrets; kept while a page is open',
    handle: async ({ parameters: { exchange = '' } }, { installation: { wire } }) => {
      const found = /^\d{1,15}$/.test(exchange) ? await wire(Number(exchange)) : undefined;
      if (found) return json(found);
      const hint = 'The bytes of the last exchanges are kept, from the moment on at which a page is opened.';
      return refused(404, `The bytes of exchange ${exchange} are not kept.`, { hint });
    },
  }),
  route({
    at: 'GET /forms',
    summary: 'The schemas of faults and stimuli, of which forms are made',
    handle: () => json(formsOf()),
  }),
  route({
    at: 'GET /conduct',
    looks: ['records'],
    summary:
      'The API clients in the journal, judged by the rules that bind them, as `conform audit` judges them',
    handle: async (_, { installation: { journal }, page }) => {
      if (!page) return refused(404, 'Clients are judged where a page is served.');
      const records = journal.records();
      const { dropped } = journal;
      const conduct: Conduct = {
        from: records[0]?.at ?? 0,
        records: records.length,
        dropped,
        clients: await page.judge(records, dropped),
      };
      return json(conduct);
    },
  }),
  route({
    at: 'GET /rules',
    summary: 'The rules of the interface, in the words of the catalogue',
    handle: () => {
      const rules = RULES.map(({ id, side, basis, sentence }) => ({ id, side, basis, sentence }));
      const reply: RuleBook = { rules };
      return json(reply);
    },
  }),
  route({
    at: 'GET /plans',
    summary: 'The fault plans that come with the program, and what each would do',
    handle: (_, context) => {
      const plans: Plans = { plans: (context.page?.plans ?? []).map((each) => planView(each, context)) };
      return json(plans);
    },
  }),
  route({
    at: 'POST /faults/preview',
    summary: 'What a fault would do and when; orders nothing',
    body: z.looseObject({ fault: z.string() }),
    handle: ({ body }, { installation: { simulator } }) => {
      const order = readFaultOrder(body, simulator.fleet);
      if (order.ok) {
        const preview: FaultPreview = { lines: timelineLines({ about: undefined, faults: [order.value] }) };
        return json(preview);
      }
      const problems = order.problems.map(({ message, hint }) => ({
        message,
        ...(hint !== undefined && { hint }),
      }));
      return { kind: 'refused', status: 422, problems };
    },
  }),
];

function planView(
  { name, text }: { readonly name: string; readonly text: string },
  { installation: { simulator } }: ControlContext,
): PlanView {
  const plan = parseFaultPlan(text, name, simulator.fleet);
  if (!plan.ok)
    return { name, about: '', text, lines: [], problems: plan.problems.map(({ message }) => message) };
  return { name, about: plan.value.about ?? '', text, lines: timelineLines(plan.value), problems: [] };
}
