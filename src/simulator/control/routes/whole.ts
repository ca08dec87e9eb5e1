// Routes about the simulator as a whole.
import {
  json,
  route,
  type ControlContext,
  type ControlReply,
  type ControlRoute,
  refused,
  unreadableOrder,
} from '../route.js';
import { snapshotSchema } from '../snapshot/snapshot.js';
import * as z from 'zod';
import { parseDuration } from '../../../kernel/duration.js';
import { type ClockAct, LEAST_SPEED, LONGEST_STEP, MOST_SPEED } from '../steering.js';
import { QUOTA_CLASSES } from '../../../contract/endpoints.js';

export const wholeRoutes = [
  route('GET /snapshot', {
    id: 'takeSnapshot',
    looks: ['commands', 'clients'],
    reply: 'Snapshot',
    summary: 'What can be kept of the simulator, as JSON; it contains passwords of devices that were changed',
    handle: async (_, { installation }) =>
      json(installation.snapshot(await installation.simulator.membership?.whole.devices())),
  }),
  route('PUT /snapshot', {
    id: 'restoreSnapshot',
    reply: 'Restored',
    summary: 'Puts a snapshot back; connections are closed, access tokens and tickets are gone',
    body: snapshotSchema,
    large: true,
    handle: async ({ body }, { installation }) => {
      const { membership } = installation.simulator;
      await (membership ? membership.whole.restore(body) : installation.restore(body));
      return json({ restored: true });
    },
  }),
  route('POST /reset', {
    id: 'reset',
    reply: 'Reset',
    summary: 'Back to the fleet file and the faults of the start; time goes on, and so does the journal',
    handle: async (_, { installation }) => {
      const { membership } = installation.simulator;
      await (membership ? membership.whole.reset() : installation.reset());
      return json({ reset: true });
    },
  }),
  route('GET /metrics', {
    id: 'readMetrics',
    looks: ['commands', 'clients'],
    reply: { contentType: 'text/plain' },
    summary: 'Metrics in the text format of Prometheus',
    handle: async (_, { metrics }) => ({ kind: 'text', ...(await metrics()) }),
  }),
];

// Routes about time.

const duration = z
  .union([z.number(), z.string().transform((text) => parseDuration(text) ?? Number.NaN)])
  .refine(
    (ms) => ms >= 0 && ms <= LONGEST_STEP,
    'expected a duration such as 3s or 1500 (ms), of 30 days at most',
  );

/** A route that steers the clock. */
function steering<B extends z.ZodType>(
  act: ClockAct['act'],
  [at, id, summary]: readonly [at: Parameters<typeof route>[0], id: string, summary: string],
  body?: B,
  valueOf: (body: z.output<B>) => number = () => 0,
): ControlRoute {
  const clockAct = (given: z.output<B>): ClockAct => ({ act, value: valueOf(given) });
  return route(at, {
    ...{ id, summary, reply: 'Clock', shared: true, clockAct },
    ...(body && { body }),
    handle: async ({ body: given }, context) => {
      const done = await context.steering.steer(clockAct(given));
      const state = context.steering.state();
      return done
        ? json(state)
        : refused(409, `The clock of this simulator is ${state.kind}: it cannot do that.`);
    },
  });
}

export const clockRoutes = [
  route('GET /clock', {
    id: 'getClock',
    reply: 'Clock',
    summary: 'The time of the simulator, its speed, and whether it stands still',
    handle: (_, { steering: clock }) => json(clock.state()),
  }),
  steering('pause', [
    'POST /clock/pause',
    'pauseClock',
    'Stops time; requests that take time wait until it goes on',
  ]),
  steering('resume', ['POST /clock/resume', 'resumeClock', 'Lets time go on']),
  steering(
    'step',
    [
      'POST /clock/step',
      'stepClock',
      'Moves time on at once; the reply comes when all that was due has happened',
    ],
    z.strictObject({ duration }),
    (body) => body.duration,
  ),
  steering(
    'speed',
    ['PUT /clock/speed', 'setClockSpeed', 'Makes time go faster or slower'],
    z.strictObject({ speed: z.number().min(LEAST_SPEED).max(MOST_SPEED) }),
    ({ speed }) => speed,
  ),
];

// Routes about faults.

export const faultRoutes = [
  route('GET /faults', {
    id: 'listFaults',
    looks: ['records'],
    reply: { list: 'faults', of: 'Fault' },
    summary: 'The faults that have been ordered: waiting, active, and the last that have ended',
    handle: (_, { installation }) => json({ faults: installation.faults.list() }),
  }),
  route('POST /faults', {
    id: 'addFault',
    shared: true,
    reply: 'Fault',
    status: 201,
    summary: 'Orders one fault',
    body: z.looseObject({ fault: z.string() }),
    handle: ({ body }, { installation: { faults } }) => {
      const ordered = faults.order(body);
      if (!ordered.ok) return unreadableOrder(ordered.problems);
      return json(faults.list().find(({ id }) => id === ordered.value) ?? { id: ordered.value }, 201);
    },
  }),
  route('POST /faults/plan', {
    id: 'addFaultPlan',
    shared: true,
    reply: 'FaultIds',
    status: 201,
    summary: 'Orders all faults of a plan (YAML or JSON), or none when something is wrong with it',
    body: z.string(),
    text: true,
    handle: ({ body }, { installation: { faults } }) => {
      const applied = faults.apply(body, 'plan');
      return applied.ok ? json({ ids: applied.value }, 201) : unreadableOrder(applied.problems, true);
    },
  }),
  route('DELETE /faults', {
    id: 'clearFaults',
    shared: true,
    reply: 'ClearedFaults',
    summary: 'Ends all faults',
    handle: (_, { installation: { faults } }) => {
      const cleared = faults.list().map(({ id }) => id);
      faults.clearAll();
      return json({ cleared });
    },
  }),
  route('DELETE /faults/{id}', {
    id: 'clearFault',
    shared: true,
    reply: 'ClearedFaults',
    summary: 'Ends one fault',
    handle: ({ parameters: { id = '' } }, { installation }) =>
      installation.faults.clear(id)
        ? json({ cleared: [id] })
        : refused(404, `There is no fault ${id}.`, { hint: 'GET /control/v1/faults lists them.' }),
  }),
];

// Routes about API clients: their quotas, tokens and tickets.

export const clientRoutes = [
  route('GET /clients', {
    id: 'listClients',
    looks: ['clients'],
    reply: { list: 'clients', of: 'Client' },
    summary: 'The API clients: permissions, whether they are disabled, and what is left of their quotas',
    handle: (_, context) =>
      json({
        clients: context.installation.simulator.fleet.clients.map((each) => view(context, each.clientId)),
      }),
  }),
  route('GET /clients/{clientId}', {
    id: 'getClient',
    looks: ['clients'],
    reply: 'Client',
    summary: 'One API client',
    handle: ({ parameters: { clientId = '' } }, context) => forClient(context, clientId, () => undefined),
  }),
  route('PATCH /clients/{clientId}', {
    id: 'changeClient',
    looks: ['clients'],
    reply: 'Client',
    summary: 'Disables an API client, or enables it again',
    body: z.strictObject({ disabled: z.boolean() }),
    handle: ({ parameters: { clientId = '' }, body }, context) =>
      forClient(context, clientId, () => {
        const { journal, simulator } = context.installation;
        const name = body.disabled ? 'disable-client' : 'enable-client';
        journal.note({ kind: 'stimulus', name, parameters: { clientId }, outcome: 'applied' });
        simulator.ports.access.setDisabled(clientId, body.disabled);
      }),
  }),
  route('POST /clients/{clientId}/expire-tokens', {
    id: 'expireClientTokens',
    looks: ['clients'],
    reply: 'Client',
    summary: 'Makes the access tokens of an API client worthless',
    handle: ({ parameters: { clientId = '' } }, context) =>
      forClient(context, clientId, () => expireTokens(context, clientId)),
  }),
  route('POST /expire-tokens', {
    id: 'expireTokens',
    reply: 'Expired',
    summary: 'Makes all access tokens worthless',
    handle: (_, context) => {
      expireTokens(context, undefined);
      return json({ expired: true });
    },
  }),
  route('GET /tickets', {
    id: 'listTickets',
    looks: ['clients'],
    reply: 'Tickets',
    summary: 'Tickets that have not been used: whose they are, and when they expire',
    handle: (_, { installation: { simulator, clock } }) =>
      json({
        tickets: simulator.ports.tickets
          .open()
          .map(({ clientId, expiresAt }) => ({ clientId, expiresIn: expiresAt - clock.now() })),
      }),
  }),
  route('DELETE /tickets', {
    id: 'expireTickets',
    reply: 'Expired',
    summary: 'Makes all open tickets worthless',
    handle: (_, { installation: { simulator, journal } }) => {
      journal.note({ kind: 'stimulus', name: 'expire-tickets', outcome: 'applied' });
      simulator.ports.tickets.expireAll();
      return json({ expired: true });
    },
  }),
];

function expireTokens({ installation: { journal, simulator } }: ControlContext, clientId?: string): void {
  const parameters = clientId === undefined ? {} : { clientId };
  journal.note({ kind: 'stimulus', name: 'expire-tokens', parameters, outcome: 'applied' });
  simulator.ports.access.expireTokens(clientId);
}

function forClient(context: ControlContext, clientId: string, act: () => void): ControlReply {
  if (!context.installation.simulator.ports.access.look(clientId))
    return refused(404, `There is no API client ${clientId}.`, {
      hint: 'GET /control/v1/clients lists them.',
    });
  act();
  return json(view(context, clientId));
}

function view({ installation: { simulator } }: ControlContext, clientId: string): unknown {
  const { access, quotas } = simulator.ports;
  const { scopes = [], disabled = false } = access.look(clientId) ?? {};
  return {
    clientId,
    scopes,
    disabled,
    quotas: Object.fromEntries(QUOTA_CLASSES.map((each) => [each, quotas.level(clientId, each)])),
  };
}
