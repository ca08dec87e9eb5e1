// A small cloud with faults, on a manual clock: what the tests order, they see from outside. Requests go
// through the REST handler, connections through the session factory, or both through real sockets.
import { assert } from '../../../src/kernel/assert.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import type { Dialect } from '../../../src/dialect/dialect.js';
import { type DialectName, dialectNamed } from '../dialect-named.js';
import type { FaultRecord } from '../../../src/trace/record.js';
import { createFaultEngine, type FaultEngine } from '../../../src/simulator/faults/engine/engine.js';

import { readFaultOrder } from '../../../src/simulator/faults/plan/parse-fault-plan.js';
import { createFleet } from '../../../src/simulator/fleet/fleet.js';
import type { FleetSpec } from '../../../src/simulator/fleet/fleet-spec.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import { settingsOf, createSimulator, type Simulator } from '../../../src/simulator/simulator.js';
import type { RestReply } from '../../../src/simulator/transport/rest/message.js';
import { CLOSE_CODES, type CloseFrame } from '../../../src/simulator/transport/websocket/session.js';

const FLEET = `
profiles:
  io:
    relays: [{ wiredTo: 1 }, {}]
    digitalInputs: [{ count: 2, debounce: 20ms }]
    analogInputs: [{ unit: V, signal: { kind: ramp, from: 0, to: 100, over: 100s } }]
    sensors: { temperature: { signal: { kind: ramp, from: 0, to: 100, over: 100s } } }
    rs485: { baudRate: 9600, peripherals: [{ kind: echo, delay: 5ms }] }
    timing: { refresh: 400ms, control: 250ms, answerTimeout: 5s, transceiveTimeout: 1s }
    power: { holdUp: 200ms, boot: 3s }
  mini: { relays: [{}] }
devices:
  - { deviceId: 'plant-{1..3}', profile: io }
  - { deviceId: mini-1, profile: mini }
clients:
  operator: { secret: operator-secret, scopes: ['device:control', 'device:config', 'device:manage'] }
  reader: { secret: reader-secret, scopes: ['device:read'] }
`;

export function fleetSpec(): FleetSpec {
  const parsed = parseFleet(FLEET, 'fleet.yaml');
  assert(parsed.ok, 'the fleet of the tests is sound');
  return parsed.value;
}

export interface Setup {
  readonly engine: FaultEngine;
  readonly simulator: Simulator;
  readonly journal: FaultRecord[];
  readonly dialect: Dialect;
  /** Orders a fault, as somebody would write it. */
  order(written: Record<string, unknown>): string;
}

export function setUp(clock: Clock, seed = 11, dialect = dialectNamed('default')): Setup {
  const random = createRandom(seed);
  const journal: FaultRecord[] = [];
  const engine = createFaultEngine({
    clock,
    random,
    dialect,
    journal: { note: (entry) => entry.kind === 'fault' && journal.push(entry) },
  });
  const spec = fleetSpec();
  const fleet = createFleet(spec, {
    clock,
    random,
    places: (device) => engine.devices.now(device),
  });
  const settings = settingsOf(spec.limits);
  const simulator = createSimulator({
    fleet,
    clock,
    random,
    dialect,
    settings,
  });
  engine.attach(simulator);
  const order = (written: Record<string, unknown>): string => {
    const read = readFaultOrder(written, fleet);
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('; '));
    return engine.add(read.value);
  };
  return { engine, simulator, journal, dialect, order };
}

/** Parsed JSON, whatever it holds. */
export type Wire = ReturnType<typeof JSON.parse>;

/** A parsed answer. */
export interface Answer {
  readonly status: number;
  readonly code: string;
  readonly data: Wire;
  readonly headers: Readonly<Record<string, string>>;
  /** `reset` when there was no answer. */
  readonly delivery: NonNullable<RestReply['delivery']>['kind'];
}

export interface TestConnection {
  /** Frames that arrived at the client, parsed. */
  readonly frames: Wire[];
  readonly closed: number[];
  events(topic?: string): Wire[];
  send(topic: string, data?: unknown, requestId?: string): void;
}

export function stage(options: { seed?: number; dialect?: DialectName } = {}) {
  const clock = createManualClock(1_000_000);
  const setup = setUp(clock, options.seed, dialectNamed(options.dialect ?? 'default'));
  const { simulator } = setup;
  const tokens = new Map<string, string>();

  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const reply = await clock.runUntil(
      simulator.rest({ method, target: `/svc/v1${path}`, headers, body: text }),
    );
    const envelope = reply.body === '' ? {} : JSON.parse(reply.body);
    const { code, data } = envelope;
    return {
      status: reply.status,
      code,
      data,
      headers: reply.headers,
      delivery: reply.delivery?.kind ?? 'whole',
    };
  };
  const logIn = async (clientId: string): Promise<Answer> => {
    const answer = await send('POST', '/auth/token', { clientId, clientSecret: `${clientId}-secret` });
    if (answer.status === 200 && answer.delivery === 'whole') tokens.set(clientId, answer.data.accessToken);
    return answer;
  };
  const as =
    (clientId: string) =>
    async (method: string, path: string, body?: unknown, key?: string): Promise<Answer> => {
      if (!tokens.has(clientId)) await logIn(clientId);
      const authorization = `Bearer ${tokens.get(clientId) ?? 'none'}`;
      return send(method, path, body, {
        authorization,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      });
    };
  const operator = as('operator');

  return {
    ...setup,
    clock,
    send,
    logIn,
    as,
    operator,
    read: (deviceId: string) => operator('GET', `/devices/${deviceId}`),
    list: () => operator('GET', '/devices'),
    relay: (deviceId: string, action: string, key?: string) =>
      operator('POST', `/devices/${deviceId}/relays/commands`, { relays: [{ index: 1, action }] }, key),
    transceive: (deviceId: string, data: string, timeoutMs = 1000) =>
      operator('POST', `/devices/${deviceId}/rs485/transceive`, { data, timeoutMs }),
    connect: (clientId = 'operator') => connect(simulator, clientId),
    device: (deviceId: string) => {
      const device = simulator.fleet.get(deviceId);
      assert(device, `${deviceId} is in the fleet of the tests`);
      return device;
    },
  };
}

/** A connection without its socket. */
function connect(simulator: Simulator, clientId: string): TestConnection {
  const caller = simulator.ports.access.stillEnabled(clientId);
  assert(caller.ok, `${clientId} is a client of the tests`);
  const ticket = simulator.service.issueTicket(caller.value);
  assert(ticket.ok, 'tickets are to be had');
  const opened = simulator.service.openConnection(ticket.value.ticket);
  if (!opened.ok) return { ...nowhere, closed: [401] };
  const frames: Wire[] = [];
  const closed: number[] = [];
  const session = simulator.openSession(opened.value, {
    send: (text) => frames.push(JSON.parse(text)),
    close: (why) => {
      closed.push(codeOf(why));
      session?.end();
    },
    backlog: () => 0,
  });
  let sent = 0;
  return {
    frames,
    closed,
    events: (topic) =>
      frames.filter(({ type, topic: of }) => type === 'event' && (topic === undefined || of === topic)),
    send: (topic, data = {}, requestId = `r${++sent}`) =>
      session.receive(JSON.stringify({ type: 'request', topic, requestId, data })),
  };
}

const nowhere = { frames: [], events: () => [], send: () => undefined };

function codeOf(why: keyof typeof CLOSE_CODES | CloseFrame): number {
  return typeof why === 'string' ? CLOSE_CODES[why].code : why.code;
}
