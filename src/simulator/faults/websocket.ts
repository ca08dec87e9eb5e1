// Faults of WebSocket connections, their frames and their events.
import { newIdentifier } from '../../dialect/dialect.js';
import { spanSchema } from '../../document/duration.js';
import { formatDuration } from '../../kernel/duration.js';
import { isObject } from '../../kernel/json.js';
import type { ServiceEvent } from '../service/ports.js';
import type { Edge, EventReceiver } from '../edge/edge.js';
import type { Connection } from '../service/origin.js';
import type { ConnectionHandle } from './engine/connection-handle.js';
import type { FaultSite, Firing, FaultOccasion } from './engine/site.js';
import { faultsOf, type FaultType, recurring } from './fault.js';
import { delay, drawDelay } from './scalars.js';
import * as z from 'zod';

// An event on its way to one connection, in words for the journal.

function eventOccasion({ topic, deviceId }: ServiceEvent, { id, clientId }: Connection): FaultOccasion {
  return { what: `${topic} of ${deviceId} to ${id} of ${clientId}`, deviceId };
}

// Which connections a fault acts on: those that are open when it begins, those opened while it lasts, or both.

const CONNECTION_CHOICES = ['open', 'new', 'all'] as const;
type ConnectionChoice = (typeof CONNECTION_CHOICES)[number];

function connectionChoice(byDefault: ConnectionChoice) {
  return z
    .enum(CONNECTION_CHOICES)
    .default(byDefault)
    .describe('Those open when the fault begins, new ones while it lasts, or all of these');
}

/** Each connection is an occasion. */
function onConnections(
  site: FaultSite,
  choice: ConnectionChoice,
  hit: (connection: ConnectionHandle, firing: Firing) => void,
): Edge {
  const meet = (connection: ConnectionHandle): void => {
    const firing = site.fire({
      what: `connection ${connection.id} of ${connection.clientId}`,
      connection: connection.id,
    });
    if (firing) hit(connection, firing);
  };
  return {
    begin: () => {
      if (choice !== 'new') for (const connection of site.connections()) site.meet(() => meet(connection));
    },
    opening: (opened, caller, next) => {
      const session = next(opened, caller);
      if (choice !== 'open') site.meet(() => meet(site.handle(opened)));
      return session;
    },
  };
}

// The service closes connections, with a code that can be chosen.

/** 1006 stands for a connection that breaks without a closing handshake. */
const CODES = [1000, 1001, 1002, 1003, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014];

const fault = faultsOf('websocket', { occasion: 'event', selects: ['client', 'device', 'profile', 'topic'] });

export const WEBSOCKET_FAULTS: readonly FaultType[] = [
  fault('close', {
    summary: 'WebSocket connections are closed with a code of your choice, at once or after a while.',
    occasion: 'connection',
    selects: ['client'],
    parameters: z.strictObject({
      code: z
        .int()
        .refine((code) => CODES.includes(code) || (code >= 3000 && code <= 4999), {
          error: 'is 1000 to 1003, 1006 to 1014, or 3000 to 4999',
        })
        .default(1001)
        .describe('Close code; 1006 breaks the connection without a close frame'),
      reason: z.string().max(60).default('ordered').describe('Text beside the code'),
      connections: connectionChoice('open'),
      lifetime: delay().prefault('0s').describe('How long a connection lives on'),
    }),
    because: 'The connection can close at any time; the client connects again.',
    start: ({ code, reason, connections, lifetime }, site) =>
      onConnections(site, connections, (connection, firing) => {
        const wait = drawDelay(lifetime, site.random);
        const shut = (): void => {
          connection.close({ code, reason });
          firing.note(`closed with ${code}${wait > 0 ? ` after ${formatDuration(wait)}` : ''}`);
        };
        if (wait > 0) site.after(wait, shut);
        else shut();
      }),
  }),
  // A connection that stays open while frames of both directions are lost.
  fault('half-open', {
    summary: 'WebSocket connections stay open while nothing comes or goes; in the end they break.',
    occasion: 'connection',
    selects: ['client'],
    parameters: z.strictObject({ connections: connectionChoice('open') }),
    because: 'A network may die without a word; heartbeats are there to notice (client.heartbeat).',
    start: ({ connections }, site) => {
      const cuts: (() => void)[] = [];
      return {
        ...onConnections(site, connections, (connection, firing) => {
          cuts.push(connection.sever());
          firing.note('nothing comes or goes any more');
        }),
        end: () => {
          for (const cut of cuts) cut();
          if (cuts.length > 0) site.over(`${cuts.length} half-open connections broken`);
        },
      };
    },
  }),
  // A connection whose frames are held back and then all come at once.
  fault('stall', {
    summary: 'Frames of both directions are held back until the fault ends, then released in order.',
    occasion: 'connection',
    selects: ['client'],
    parameters: z.strictObject({ connections: connectionChoice('all') }),
    because: 'The interface states no time within which a frame has arrived.',
    start: ({ connections }, site) => {
      const releases: (() => void)[] = [];
      return {
        ...onConnections(site, connections, (connection, firing) => {
          releases.push(connection.hold());
          firing.note('frames are held back');
        }),
        end: () => {
          for (const release of releases) release();
          if (releases.length > 0) site.over(`frames of ${releases.length} connections released`);
        },
      };
    },
  }),
  // Events that come twice.
  fault('duplicate-events', {
    summary: 'Events are sent again, the same in every byte.',
    parameters: z.strictObject({
      copies: z.int().min(1).max(100).default(1).describe('How many more there are'),
      apart: delay().prefault('0s').describe('From one copy to the next'),
    }),
    because:
      'Clients handle events idempotently (client.handles-events-idempotently), so one may come twice.',
    start: ({ copies, apart }, site) => ({
      event: (event, to, next) => {
        const firing = site.fire(eventOccasion(event, to.connection));
        next(event, to);
        if (!firing) return;
        firing.note(`sent ${copies + 1} times`);
        let wait = 0;
        for (let copy = 0; copy < copies; copy++) {
          wait += drawDelay(apart, site.random);
          if (wait === 0) next(event, to);
          else site.after(wait, () => next(event, to));
        }
      },
    }),
  }),
  // Events that are sent late.
  fault('delay-events', {
    summary: 'Events are sent late; with delays drawn by chance they may overtake each other.',
    parameters: z.strictObject({ delay: delay().prefault('1s').describe('How late') }),
    because: 'The interface states no time within which an event is sent.',
    start: (parameters, site) => {
      const waiting = new Set<() => void>();
      return {
        event: (event, to, next) => {
          const firing = site.fire(eventOccasion(event, to.connection));
          if (!firing) return next(event, to);
          const wait = drawDelay(parameters.delay, site.random);
          firing.note(`sent ${formatDuration(wait)} late`);
          const send = (): void => {
            waiting.delete(send);
            next(event, to);
          };
          waiting.add(send);
          site.after(wait, send);
        },
        // Events that are still waiting when the fault ends are sent then.
        end: () => {
          for (const send of waiting) send();
        },
      };
    },
  }),
  // Events that arrive in another order.
  fault('reorder-events', {
    summary: 'An event is held back until the next one has overtaken it.',
    parameters: z.strictObject({
      within: spanSchema().prefault('2s').describe('How long it waits for a next one at most'),
    }),
    because: 'The interface states no order of events.',
    start: ({ within }, site) => {
      const held = new Map<EventReceiver, () => void>();
      return {
        event: (event, to, next) => {
          const overtaken = held.get(to);
          if (overtaken) {
            next(event, to);
            overtaken();
            return;
          }
          const firing = site.fire(eventOccasion(event, to.connection));
          if (!firing) return next(event, to);
          firing.note('held back for the next one to overtake it');
          const send = (): void => {
            if (held.get(to) !== send) return;
            held.delete(to);
            next(event, to);
          };
          held.set(to, send);
          site.after(within, send);
        },
        end: () => {
          for (const send of [...held.values()]) send();
        },
      };
    },
  }),
  // Events with fields that the interface does not have.
  fault('unknown-fields', {
    summary: 'Events carry fields of a version to come, at the top and inside their data.',
    parameters: z.strictObject({
      name: z.string().min(1).max(64).default('xFuture').describe('Name of the field'),
    }),
    because: 'Clients ignore unknown event fields, so that new ones can be added.',
    start: ({ name }, site) => ({
      frame: (event, connection, next) => {
        const text = next(event, connection);
        const firing = site.fire(eventOccasion(event, connection));
        if (!firing) return text;
        const extra = { [name]: { since: 'a version to come', number: site.random.integer(0, 999) } };
        const frame = JSON.parse(text) as Record<string, unknown>;
        const wider = Object.entries(frame).map(([key, value]) => [
          key,
          isObject(value) ? { ...value, ...extra } : value,
        ]);
        firing.note(`with a field ${name}`);
        return JSON.stringify({ ...Object.fromEntries(wider), ...extra });
      },
    }),
  }),
  // Events of a topic that the interface does not have.
  fault('unknown-topics', {
    summary: 'Events of a topic of a version to come are sent between the others.',
    occasion: 'frame',
    selects: ['client'],
    parameters: z.strictObject({
      topic: z.string().min(1).max(128).default('device.future.event').describe('Name of the topic'),
      every: delay().prefault('1s').describe('From one to the next'),
    }),
    because:
      'The interface names six topics and excludes no others; clients carry on (client.ignores-unknown-fields).',
    start: ({ topic, every }, site) => {
      const send = (): void => {
        for (const connection of site.connections()) {
          const firing = site.fire({ what: `connection ${connection.id} of ${connection.clientId}` });
          if (!firing) continue;
          const event = {
            topic,
            eventId: newIdentifier('evt', site.random, site.dialect.identifiers.event),
            occurredAt: Math.round(site.clock.now()),
            data: { note: 'of a version to come' },
          };
          connection.inject(JSON.stringify(site.dialect.shapes.wsEvent.encode(event)), event);
          firing.note(`sent an event ${topic}`);
        }
      };
      return { begin: () => recurring(site, every, send) };
    },
  }),
];
