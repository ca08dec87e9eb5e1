// The control plane on its own port of loopback: plain HTTP for programs of this machine.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { CONTROL_LIMITS } from '../limits/limits.js';
import { createAnswer } from './answer.js';
import { createControlToken, PAGE_HEADERS, type ControlReply, type PageParts, refused } from './route.js';
import type { Installation } from './installation.js';
import { CONTROL_PREFIX } from './prefix.js';
import { type ControlReport, type MetricsReport, createWhole } from './whole.js';
import { assert } from '../../kernel/assert.js';
import type { Membership } from '../cluster/membership.js';
import { createSteering } from './steering.js';
import { type Aggregator, Counter, Gauge, Registry } from 'prom-client';
import type { CountedKind, JournalCounts } from './journal/journal.js';

export type ControlPlane = Awaited<ReturnType<typeof openControlPlane>>;

/** @param port 0 takes a free one. Rejects with the system's error when it cannot be had. */
export async function openControlPlane(
  installation: Installation,
  port: number,
  page?: PageParts,
  report?: ControlReport,
) {
  const token = createControlToken();
  const metrics = createMetrics(installation);
  const steering = createSteering(installation.clock);
  const { onBug } = installation;
  const whole = report && createWhole(installation, () => memberOf(installation), report);
  const shown = { installation: whole?.installation ?? installation, ...(whole && { pull: whole.pull }) };
  const read = whole
    ? async () => ({ ...(await metrics.read()), text: await whole.metrics() })
    : metrics.read;
  const answer = createAnswer(token, { ...shown, steering, metrics: read, page }, onBug);
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxHeaderBytes, maxSockets } = CONTROL_LIMITS;
  const server = createServer({
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    maxHeaderSize: maxHeaderBytes,
  });
  server.maxConnections = maxSockets;
  const traffic: Traffic = { sockets: new Set(), busy: new Set(), followers: new Set(), closing: false };
  server.on('connection', (socket: Socket) => {
    traffic.sockets.add(socket);
    // A connection that breaks has ended; where nobody listens to its error, Node would end the process.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => traffic.sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    traffic.busy.add(request.socket);
    response.once('close', () => traffic.busy.delete(request.socket));
    void serve(request, response, answer, traffic).catch((error: unknown) => {
      onBug(error);
      response.destroy();
    });
  });
  // Other values of Expect than 100-continue are ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  await bind(server, port);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin + CONTROL_PREFIX,
    /** Whoever has it may do everything; it is made anew at each start. */
    token,
    /** Address of the page, which carries the token where no server sees it; undefined where there is no page. */
    page: page && `${origin}/#token=${token}`,
    /** What is counted here, for other instances. */
    metrics: metrics.report,
    close: (): Promise<void> => closeServer(server, traffic),
  };
}

function memberOf({ simulator }: Installation): Membership {
  assert(simulator.membership, 'whoever reports is a member of a cluster');
  return simulator.membership;
}

interface Traffic {
  readonly sockets: Set<Socket>;
  /** Those on which a request is being answered. */
  readonly busy: Set<Socket>;
  readonly followers: Set<ServerResponse>;
  closing: boolean;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage) => Promise<ControlReply>,
  traffic: Traffic,
): Promise<void> {
  const reply = await answer(request);
  // What was not read of the request would be taken for the next one; a follower's connection is used for nothing else.
  if (!request.complete || traffic.closing || reply.kind === 'stream') response.shouldKeepAlive = false;
  if (reply.kind !== 'stream') return write(response, reply);
  const { followers } = traffic;
  if (followers.size >= CONTROL_LIMITS.maxFollowers)
    return write(response, refused(429, 'Too many follow the journal already.'));
  followers.add(response);
  response.once('close', () => followers.delete(response));
  reply.start(response);
}

function write(response: ServerResponse, reply: Exclude<ControlReply, { kind: 'stream' }>): void {
  switch (reply.kind) {
    case 'text':
      response.writeHead(200, { 'content-type': reply.contentType }).end(reply.text);
      return;
    case 'asset':
      response.writeHead(200, { ...PAGE_HEADERS, 'content-type': reply.contentType }).end(reply.text);
      return;
    case 'json':
      send(response, reply.status, reply.value);
      return;
    case 'refused':
      send(response, reply.status, { problems: reply.problems });
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = `${JSON.stringify(value)}\n`;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Followers and callers get what has been written to them so far, if they read it in time. */
async function closeServer(server: Server, traffic: Traffic): Promise<void> {
  const { sockets, busy, followers } = traffic;
  traffic.closing = true;
  // Node would destroy them, and with them what has not been read.
  server.closeIdleConnections = () => {
    for (const socket of sockets) if (!busy.has(socket)) socket.resume().end(() => socket.destroy());
  };
  for (const follower of followers) follower.end();
  const closed = new Promise((resolve) => server.close(resolve));
  const patience = createSystemClock().setTimer('closing the control plane', CONTROL_LIMITS.drainTime, () => {
    for (const socket of sockets) socket.destroy();
  });
  await closed;
  patience.cancel();
}

function bind(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // An error while one connection is accepted must not end the process.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

// Metrics of a simulator for Prometheus. All of them are computed when they are read.

/** Nothing that is counted can hold a secret, so the counts need not be cleaned. */
function createMetrics(installation: Installation) {
  const registry = new Registry();
  addCounters(registry, installation.journal.counts);
  addGauges(registry, installation);
  return {
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    /** For the sum over several instances. */
    report: (): Promise<MetricsReport> => registry.getMetricsAsJSON(),
  };
}

/** The counters of the journal, by the words of which they have one for each. */
function addCounters(registry: Registry, counts: JournalCounts): void {
  const counter = (name: string, help: string, labelNames: string[], fill: (to: Counter) => void): void => {
    const made: Counter = new Counter({
      name: `conform_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect: () => {
        made.reset();
        fill(made);
      },
    });
  };
  const byWord = (name: string, help: string, kind: CountedKind, label: string): void =>
    counter(name, help, [label], (to) => {
      for (const [word, count] of counts.of(kind)) to.inc({ [label]: word }, count);
    });
  counter('replies_total', 'Replies of the service', ['channel', 'what', 'code'], (to) => {
    for (const { count, ...labels } of counts.replies()) to.inc(labels, count);
  });
  byWord('events_total', 'Events that were published', 'event', 'topic');
  byWord('fault_firings_total', 'Faults that have fired or ended', 'fault', 'type');
  byWord('physical_acts_total', 'What devices have really done', 'physical', 'act');
  byWord('connections_total', 'WebSocket connections, by what became of them', 'connection', 'state');
  counter('bugs_total', 'Failures of the simulator itself', [], (to) =>
    to.inc(counts.of('bug').get('') ?? 0),
  );
  byWord('stimuli_total', 'What was done to devices and clients from outside', 'stimulus', 'name');
}

function addGauges(registry: Registry, installation: Installation): void {
  const gauge = (name: string, help: string, read: () => number, together: Aggregator = 'sum'): void => {
    const made: Gauge = new Gauge({
      name: `conform_${name}`,
      help,
      registers: [registry],
      aggregator: together,
      collect: () => made.set(read()),
    });
  };
  const touched = (): number => [...installation.simulator.fleet.made()].length;
  const offline = (): number =>
    [...installation.simulator.fleet.made()].filter((device) => !device.isOnline()).length;
  const active = (): number => installation.faults.list().filter(({ state }) => state === 'active').length;

  gauge('devices', 'Devices of the fleet', () => installation.simulator.fleet.count, 'max');
  gauge('devices_touched', 'Devices that somebody has used so far', touched);
  gauge('devices_offline', 'Devices that are not connected', offline);
  gauge('connections_open', 'Open WebSocket connections', () => installation.connections.count);
  gauge('sockets_open', 'Open sockets of the service', () => installation.sockets.open);
  gauge('sockets_dropped', 'Sockets that a limit has closed', () => installation.sockets.dropped);
  gauge(
    'tickets_open',
    'Tickets that have not been used',
    () => installation.simulator.ports.tickets.open().length,
    'max',
  );
  gauge('commands_kept', 'Commands in the ledger', () => installation.simulator.ports.ledger.size, 'max');
  gauge('faults_active', 'Faults that are active', active, 'max');
  gauge('journal_dropped', 'Records that the journal no longer has', () => installation.journal.dropped);
  gauge(
    'clock_seconds',
    'The time of the simulator, in seconds since 1970',
    () => installation.clock.now() / 1000,
    'max',
  );
}
