// Faults of the service: its quotas, tokens, tickets, clients, and what it remembers.
import type { RelayAction } from '../../contract/operations.js';
import type { Operation } from '../../contract/schemas/command.js';
import { SCOPES } from '../../contract/scopes.js';
import { formatDuration } from '../../kernel/duration.js';
import { type MaybePromise, andThen } from '../../kernel/maybe-promise.js';
import type { DeviceIdentity } from '../fleet/fleet-spec.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { Edge } from '../edge/edge.js';
import type { Caller } from '../service/service.js';
import type { RestReply } from '../transport/rest/message.js';
import type { FaultSite, Firing } from './engine/site.js';
import { faultsOf, type FaultType, recurring } from './fault.js';
import { reset } from './rest.js';
import { type Delay, delay, drawDelay } from './scalars.js';
import * as z from 'zod';

// An act that happens once, or repeatedly for as long as the fault lasts.

/** @param pause from one act to the next; only one when absent. */
function repeated(site: FaultSite, pause: Delay | undefined, act: () => void): Edge {
  return {
    begin: () => {
      act();
      if (pause) recurring(site, pause, act);
    },
  };
}

/** Each API client of the fleet that the fault is meant for is an occasion. */
function hitClients(site: FaultSite, what: string, hit: (clientId: string, firing: Firing) => void): void {
  for (const { clientId } of site.world.fleet.clients) {
    const firing = site.selects({ clientId }) && site.fire({ what: `${what} ${clientId}` });
    if (firing) hit(clientId, firing);
  }
}

// Another client uses the same devices.

/** Sees every device; its quotas are its own. */
const NEIGHBOUR: Caller = {
  clientId: 'foreign-traffic',
  scopes: SCOPES,
  sees: () => true,
  allow: () => undefined,
};

const RESTARTS: Refusal = { code: 'INTERNAL_ERROR', message: 'The service restarts.' };
const EXPIRED: Refusal = { code: 'TICKET_INVALID', message: 'The ticket is unknown, used or expired.' };

const fault = faultsOf('service', { occasion: 'client', selects: ['client'] });

export const SERVICE_FAULTS: readonly FaultType[] = [
  // A deployment or a crash of the service: tickets and connections are lost, commands are kept.
  fault('restart', {
    summary: 'The service restarts: sockets closed, tickets gone, requests fail for a while; commands stay.',
    occasion: 'restart',
    selects: [],
    everywhere: true,
    parameters: z.strictObject({
      code: z
        .union([z.literal(1001), z.literal(1012), z.literal(1006)])
        .default(1012)
        .describe('Close code of the sockets'),
      downtime: delay().prefault('5s').describe('How long requests and connections fail'),
      requests: z
        .enum(['reset', 'internal-error'])
        .default('reset')
        .describe('What becomes of REST requests meanwhile'),
      again: delay().optional().describe('From the end of a downtime to the next restart; once when absent'),
    }),
    because: 'Deployments and restarts are foreseen; clients reconnect and rebuild their baseline.',
    start: ({ code, downtime, requests, again }, site) => {
      let downUntil = -Infinity;
      let restartedAt = -Infinity;
      const isDown = (): boolean => site.clock.now() < downUntil;

      const strike = (): void => {
        const firing = site.fire({ what: 'the service' });
        const down = drawDelay(downtime, site.random);
        if (firing) {
          restartedAt = site.clock.now();
          downUntil = restartedAt + down;
          site.world.ports.tickets.expireAll();
          const connections = site.connections();
          for (const connection of connections) connection.close({ code, reason: 'the service restarts' });
          firing.note(`${connections.length} sockets closed with ${code}, down for ${formatDuration(down)}`);
        }
        if (again) site.after(down + Math.max(1, drawDelay(again, site.random)), strike);
      };
      const refused = (reply?: RestReply): RestReply =>
        requests === 'reset' ? reset(reply) : site.refusalReply(RESTARTS);
      return {
        begin: strike,
        rest: (request, next) => (isDown() ? refused() : next(request)),
        // A request that was under way when the service went down gets no answer, though the device may have acted.
        leaving: (reply, request, next) =>
          next(request.origin.at <= restartedAt ? refused(reply) : reply, request),
        connect: (ticket, upgrade, next) =>
          isDown() ? { ok: false, refusal: RESTARTS } : next(ticket, upgrade),
      };
    },
  }),
  // Access tokens expire before their announced time.
  fault('token-expiry', {
    summary: 'All access tokens of a client expire at once; new ones are good until the next time.',
    everywhere: true,
    parameters: z.strictObject({
      again: delay().optional().describe('From one expiry to the next; only one when absent'),
    }),
    because:
      'The unit of expiresIn is not stated, and an expired token is answered with 401 as it has to be.',
    start: ({ again }, site) =>
      repeated(site, again, () => {
        hitClients(site, 'tokens of', (clientId, firing) => {
          site.world.ports.access.expireTokens(clientId);
          firing.note('expired');
        });
      }),
  }),
  // Tickets that are refused as expired.
  fault('ticket-expiry', {
    summary: 'WebSocket tickets turn out to have expired when they are presented.',
    occasion: 'ticket',
    because: 'The lifetime of a ticket is not stated; the client gets another one.',
    start: (_, site) => ({
      connect: (ticket, upgrade, next) =>
        andThen(next(ticket, upgrade), (opened) => {
          if (!opened.ok || !site.selects({ clientId: opened.value.clientId })) return opened;
          const firing = site.fire({ what: `ticket of ${opened.value.clientId}` });
          if (!firing) return opened;
          firing.note('refused as expired');
          site.world.service.giveBack(opened.value, 'connect');
          return { ok: false, refusal: EXPIRED };
        }),
    }),
  }),
  // API clients are disabled.
  fault('client-disabled', {
    summary: 'API clients are disabled, on both channels, until the fault ends.',
    everywhere: true,
    because: 'APP_DISABLED is a stated answer.',
    start: (_, site) => {
      const releases: (() => void)[] = [];
      return {
        begin: () =>
          hitClients(site, 'client', (clientId, firing) => {
            const release = site.grips.client(clientId);
            firing.note('disabled');
            releases.push(() => {
              release();
              site.over(`${clientId} enabled again`);
            });
          }),
        end: () => {
          for (const release of releases) release();
        },
      };
    },
  }),
  fault('foreign-traffic', {
    summary:
      'Another client refreshes and switches devices, so that they are busy or may not be refreshed yet.',
    occasion: 'request',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
      every: delay().prefault('1s').describe('From one request to the next'),
      acts: z
        .array(z.enum(['refresh', 'relay']))
        .min(1)
        .default(['refresh', 'relay'])
        .describe('What it does, in turn'),
      relay: z.int().min(1).default(1).describe('The relay that it switches on and off'),
    }),
    because: 'DEVICE_BUSY, RATE_LIMITED and events of others are legal at any moment.',
    start: ({ every, acts, relay }, site) => {
      let turns = 0;
      let counted = -1;
      let devices: readonly DeviceIdentity[] = [];
      let switched: RelayAction = 'off';

      const request = (deviceId: string, act: 'refresh' | 'relay'): MaybePromise<ServiceResult<unknown>> => {
        if (act === 'refresh') return site.world.service.refresh(NEIGHBOUR, deviceId);
        switched = switched === 'on' ? 'off' : 'on';
        const operation: Operation = {
          name: 'device.relay.set',
          params: { relays: [{ index: relay, action: switched }] },
        };
        return site.world.service.operate(NEIGHBOUR, { deviceId, operation, idempotencyKey: undefined });
      };
      const turn = (): void => {
        // Listing the devices of a large fleet takes too long to do it at every turn.
        if (site.world.fleet.count !== counted) devices = [...site.devices()];
        counted = site.world.fleet.count;
        const device = devices[devices.length > 1 ? site.random.integer(0, devices.length - 1) : 0];
        const act = acts[turns++ % acts.length] ?? 'refresh';
        const what = `${act} on ${device?.deviceId ?? 'no device'}`;
        const firing = device && site.leads() && site.fire({ what, deviceId: device.deviceId });
        if (device && firing) {
          void andThen(request(device.deviceId, act), (outcome) =>
            firing.note(`${what}: ${outcome.ok ? 'SUCCESS' : outcome.refusal.code}`),
          );
        }
      };
      return repeated(site, every, turn);
    },
  }),
];
