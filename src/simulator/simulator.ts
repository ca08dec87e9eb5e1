// Puts the simulated cloud together: devices, service and transports, with edges around them. It opens no
// socket: `listen` does.
import type { Clock } from '../kernel/clock.js';
import type { Random } from '../kernel/random.js';
import { defined } from '../kernel/defined.js';
import { createSystemClock } from '../kernel/machine-clock.js';
import { type Dialect, newIdentifier } from '../dialect/dialect.js';
import type { Edge, Places } from './edge/edge.js';
import { createEdges, type Edges } from './edge/edges.js';
import type { Fleet } from './fleet/fleet.js';
import {
  createAccess,
  type TokenSource,
  createTicketOffice,
  type ApiClient,
  type ClientRegistry,
} from './service/access.js';
import { createCommandLedger } from './service/command-ledger.js';
import { createService } from './service/create-service.js';
import {
  createDeviceLane,
  createEventBus,
  type ServicePorts,
  createQuotas,
  createRefreshBudget,
} from './service/ports.js';
import { type ServiceParts, atOnce, type Service, type DeviceDirectory } from './service/service.js';
import { createMembership, type Membership } from './cluster/membership.js';
import type { ClusterSeat } from './cluster/seat.js';
import { keepPorts, createLastingState } from './state/lasting-state.js';
import { createMemoryState, type ServiceState } from './service/service-state.js';
import type { IsHeld, StateStore } from './state/state-book.js';
import { createStoredShelf } from './state/stored-shelf.js';
import { listen, type ListenOptions } from './transport/server.js';
import {
  type ServerParts,
  DEFAULT_TRANSPORT_SETTINGS,
  type TransportSettings,
} from './transport/server-parts.js';
import { createOrigins, type Origins, type TrafficLog } from './transport/traffic-log.js';
import { createArrival } from './transport/rest/arrive.js';
import { createRestHandler } from './transport/rest/handle.js';
import type { RestRequest, WholeReply } from './transport/rest/message.js';
import { secretsEqual, systemTokens } from './transport/secrets.js';
import {
  createEventEncoder,
  createMessageHandler,
  createSessionFactory,
  type SessionParts,
} from './transport/websocket/create-session.js';
import {
  type Connections,
  createConnections,
  createInFlight,
  innerSocket,
} from './transport/websocket/connections.js';
import { nameMatcher } from '../pattern/glob.js';
import type { ClientSpec, LimitsSpec } from './fleet/fleet-spec.js';
import { DEFAULT_SETTINGS, type ServiceSettings } from './service/settings.js';

export interface SimulatorOptions {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly random: Random;
  readonly dialect: Dialect;
  readonly settings: SimulatorSettings;
  /** The first one is nearest to the service. */
  readonly edges?: readonly Edge[];
  /** What is published is recorded inside of the other edges, and what is answered outside of them. */
  readonly journal?: Edge;
  /** Default: its own. */
  readonly network?: Network;
  /** Access tokens and tickets come from `random`, so that a run can be repeated. Anybody who has the seed has them. */
  readonly seededSecrets?: boolean;
  /** Where the state is kept; in memory when absent. */
  readonly store?: StateStore;
  /** What faults hold, which is not kept. */
  readonly isHeld?: IsHeld;
  /** The cluster that it is an instance of; it is a service by itself when absent. */
  readonly cluster?: ClusterSeat;
  /** Hears of what was thrown while a request was served: a bug of the simulator, or of an edge. */
  readonly onBug?: (error: unknown) => void;
}

/** What outlives a simulator when another one takes its place behind the same sockets. */
export type Network = ReturnType<typeof createNetwork>;

export function createNetwork(clock: Clock, traffic?: TrafficLog) {
  const origins = createOrigins(clock);
  const connections = createConnections(origins, traffic);
  return {
    origins,
    connections,
    socketCounts: { open: 0, total: 0, dropped: 0 },
    ...(traffic && { traffic }),
  };
}

export type Simulator = ReturnType<typeof createSimulator>;

export function createSimulator(given: SimulatorOptions) {
  const { fleet, clock, store, journal = {}, edges: entries = [], dialect, settings, onBug } = given;
  const random = ofThisLife(given.random, store?.lives ?? given.cluster?.life ?? 0);
  const options = { ...given, random };
  const { origins, connections, traffic, socketCounts } = options.network ?? createNetwork(clock);
  const own = createPorts(options);
  const membership = membershipOf(options, own, connections);
  const inner: Edge[] = [membership?.edge ?? {}, { ...(journal.ports && { ports: journal.ports }) }];
  const edges = createEdges([...inner, ...entries], { clock, random });
  const ports = edges.ports(own);
  const state = stateOf(ports, membership, store);
  const served = serviceOf(options, { ports, state }, membership, connections, edges);
  const connect = edges.place('connect', served.openConnection);
  const openConnection: typeof connect.now = (ticket, upgrade) => connect.now(ticket, upgrade);
  const opened = atOnce({ ...served, openConnection });
  const service = { ...opened, ...journal.calls?.(opened, { clock, random }) };
  const inFlight = createInFlight();
  const common = defined({ service, dialect, clock, settings, inFlight, onBug, traffic });
  const handle = edges.place('rest', createRestHandler(common, random.stream('request-id')));
  const leaving = edges.place('leaving', (reply, request) => {
    traffic?.answered(request, reply);
    return reply;
  });
  const arrive = createArrival(dialect.path, origins, handle, leaving, traffic);
  const openSession = connections.opening(edges.place('opening', sessionsOf(common, origins, edges)));
  const serving = { service, rest: arrive, openSession, inFlight };
  const shell = {
    ...common,
    ...serving,
    random: random.stream('shell-request-id'),
    machine: createSystemClock(),
    socketCounts,
  };
  return {
    fleet,
    ports,
    service: service as Service,
    /** Where it is an instance of a cluster. */
    ...(membership && { membership }),
    /** Whose access token it is; asks Redis where another instance has given it out. */
    authenticate: (token: string) => (membership ? state : ports.access).authenticate(token),
    /** A request without a socket. */
    rest: async (request: RestRequest): Promise<WholeReply> => {
      const reply = await arrive(request);
      return { ...reply, body: String(reply.body) };
    },
    openSession,
    connections,
    /** Where faults are put while they are active. */
    edges,
    /** What the shell asks for each request; that of another simulator may take its place. */
    serving: serving as Pick<ServerParts, keyof typeof serving>,
    /** What a network shell in front of it needs. */
    shell: shell as ServerParts,
    /**
     * Opens a port; 0 takes a free one. Rejects with a `ListenError` where HTTP would leave the machine
     * unencrypted or the certificate is unusable, and with the system's error when the port cannot be had.
     */
    listen: (host: string, port: number, how?: ListenOptions) => listen(shell, host, port, how),
  };
}

function serviceOf(
  options: SimulatorOptions,
  parts: Pick<ServiceParts, 'ports' | 'state'>,
  membership: Membership | undefined,
  connections: Connections,
  edges: Edges,
): Service {
  const { fleet, clock, settings, random, dialect } = options;
  const served = createService({
    ...parts,
    devices: edges.devices(createDeviceDirectory(fleet)),
    settings,
    clock,
    ...(membership && { configOf: membership.configOf }),
    connectionsOf: connections.countOf,
    random: random.stream('event-id'),
    eventIds: dialect.identifiers.event,
  });
  return edges.calls(atOnce(served));
}

/** What all of the transports have. */
type Common = Omit<SessionParts, 'origins' | 'message' | 'event'>;

function sessionsOf(common: Common, origins: Origins, edges: Edges): Places['opening'] {
  const message = edges.place('message', createMessageHandler(common));
  const encode = createEventEncoder(common.dialect);
  const frame = edges.place('frame', encode);
  const event = edges.place('event', (sent, { connection, send }) => {
    const text = frame.now(sent, connection);
    common.traffic?.sent(connection, sent, text === encode(sent) ? undefined : 'fields');
    send(text);
  });
  const made = edges.place('session', createSessionFactory({ ...common, origins, message, event }));
  return (opened, caller) => (opened.session = made.now(caller, innerSocket(opened)));
}

/** A service that has been started again must not give out the identifiers of its lives before. */
function ofThisLife(random: Random, lives: number): Random {
  return lives === 0 ? random : { ...random, stream: (label) => random.stream(`${label}/life-${lives + 1}`) };
}

function stateOf(
  ports: ServicePorts,
  membership: Membership | undefined,
  store: StateStore | undefined,
): ServiceState {
  if (membership) return membership.state(ports);
  const memory = createMemoryState(ports);
  return store ? createLastingState(memory, store.book) : memory;
}

function membershipOf(
  options: SimulatorOptions,
  ports: ServicePorts,
  connections: Connections,
): Membership | undefined {
  const { cluster, fleet, clock, settings, random, dialect } = options;
  if (!cluster) return undefined;
  const identifiers = random.stream('command-id');
  return createMembership({
    seat: cluster,
    fleet,
    clock,
    settings,
    ports,
    isHeld: options.isHeld ?? (() => false),
    newCommandId: () => newIdentifier('cmd', identifiers, dialect.identifiers.command),
    closeConnections: () => connections.closeAll(),
  });
}

function createPorts(options: SimulatorOptions): ServicePorts {
  const { fleet, clock, random, settings, dialect, store } = options;
  const secrets = options.seededSecrets ? random.stream : (): TokenSource => systemTokens;
  const registry = createClientRegistry(fleet.clients);
  const ports = {
    access: createAccess(clock, secrets('access-token'), registry, settings.accessTokenLifetime),
    quotas: createQuotas(clock, settings.quotas),
    budget: createRefreshBudget(clock, settings.refreshInterval),
    lane: createDeviceLane(),
    ledger: createCommandLedger(
      clock,
      random.stream('command-id'),
      {
        retention: settings.commandRetention,
        maxCommands: settings.maxCommands,
        identifiers: dialect.identifiers.command,
      },
      store && createStoredShelf(clock, store.book),
    ),
    tickets: createTicketOffice(clock, secrets('ticket'), settings.ticketLifetime),
    events: createEventBus(),
  };
  return store ? keepPorts(ports, store, clock) : ports;
}

// The API clients and the devices of a fleet as the service knows them.

type RegisteredClient = ApiClient & {
  readonly secret: string;
  readonly disabledAtStart: boolean;
  forget(deviceId: string): void;
};

/** Compared with when the client is unknown, so that an unknown client takes as long as a wrong secret. */
const NO_SECRET = 'no client has this secret';

function createClientRegistry(clients: readonly ClientSpec[]): ClientRegistry {
  const byId = new Map(clients.map((spec): [string, RegisteredClient] => [spec.clientId, register(spec)]));
  return {
    find: (clientId) => byId.get(clientId),
    forgetDevice: (deviceId) => {
      for (const client of byId.values()) client.forget(deviceId);
    },
    secretMatches: (clientId, secret) => {
      const client = byId.get(clientId);
      return secretsEqual(secret, client?.secret ?? NO_SECRET) && client !== undefined;
    },
  };
}

function register(spec: ClientSpec): RegisteredClient {
  const added = new Set<string>();
  const declared = visibility(spec.devices);
  return {
    clientId: spec.clientId,
    scopes: spec.scopes,
    secret: spec.secret,
    disabledAtStart: spec.disabled,
    sees: (deviceId) => declared(deviceId) || added.has(deviceId),
    allow: (deviceId) => void added.add(deviceId),
    forget: (deviceId) => void added.delete(deviceId),
  };
}

/** `all`, or device ids in which `*` stands for any text. */
function visibility(devices: ClientSpec['devices']): (deviceId: string) => boolean {
  if (devices === 'all') return () => true;
  return nameMatcher(devices);
}

// The devices of a fleet as the service knows them.

export function createDeviceDirectory(fleet: Fleet): DeviceDirectory {
  return {
    profiles: fleet.profiles,
    list: (after) => fleet.listWithStatus(after),
    edition: () => fleet.edition(),
    get addedCount() {
      return fleet.addedCount;
    },
    has: (deviceId) => fleet.has(deviceId),
    find: (deviceId) => fleet.get(deviceId),
    describe: (deviceId) => {
      const [identity, status] = [fleet.identity(deviceId), fleet.status(deviceId)];
      return identity && status && { ...identity, ...status };
    },
    add: (addition) => fleet.add(addition) === 'added',
    remove: (deviceId) => void fleet.remove(deviceId),
    passwordMatches: (deviceId, password) => secretsEqual(password, fleet.passwordOf(deviceId) ?? ''),
    setPassword: (deviceId, password) => void fleet.setPassword(deviceId, password),
    listen: (listener) => fleet.listen(listener),
  };
}

// The numbers of a simulator: what its fleet file sets, and the defaults for the rest.

export type SimulatorSettings = ServiceSettings & TransportSettings;

export function settingsOf(limits: LimitsSpec): SimulatorSettings {
  return {
    ...DEFAULT_SETTINGS,
    ...DEFAULT_TRANSPORT_SETTINGS,
    ...limits,
    quotas: { ...DEFAULT_SETTINGS.quotas, ...limits.quotas },
  };
}
