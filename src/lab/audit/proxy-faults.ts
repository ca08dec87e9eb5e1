// The faults of a day at a proxy: those of the simulator that need nothing of the service, around what passes the proxy.
import { accepted } from '../../document/diagnostic.js';
import type { EventTopic } from '../../contract/topics.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { ReadResult } from '../../document/yaml-document.js';
import type { Clock } from '../../kernel/clock.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import type { Random, RandomStream } from '../../kernel/random.js';
import { createEdges, type Edges } from '../../simulator/edge/edges.js';
import { createFaultEngine } from '../../simulator/faults/engine/engine.js';
import type { World } from '../../simulator/faults/engine/site.js';
import { readFaultOrder } from '../../simulator/faults/plan/parse-fault-plan.js';
import type { ApiClient } from '../../simulator/service/access.js';
import type { Connection } from '../../simulator/service/origin.js';
import { type Refusal, success } from '../../simulator/service/outcome.js';
import type { ServiceEvent } from '../../simulator/service/ports.js';
import type { WebSocketCaller } from '../../simulator/service/service.js';
import { createArrival } from '../../simulator/transport/rest/arrive.js';
import { refusalReply } from '../../simulator/transport/rest/handle.js';
import type { ArrivedHandler } from '../../simulator/transport/rest/message.js';
import { createOrigins } from '../../simulator/transport/traffic-log.js';
import { createConnections } from '../../simulator/transport/websocket/connections.js';
import type { OpenConnection, Session, SessionSocket } from '../../simulator/transport/websocket/session.js';

export interface ProxyParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly dialect: Dialect;
  /** Whoever calls is taken for this API client. */
  readonly clientId: string;
  /** Asks the service; rejects when no reply comes. */
  readonly forward: ArrivedHandler;
}

/** The socket of a client, with what becomes of its connection once the faults know of it. */
type ProxiedSocket = SessionSocket & { begin(opened: OpenConnection): Session };

/** A request or an event as the places of edges have it, with what is done where nothing is in its way. */
type Passing<T> = T & { readonly text: string; pass(): void };

export type ProxyFaults = ReturnType<typeof createProxyFaults>;

export function createProxyFaults({ clock, random, dialect, clientId, forward }: ProxyParts) {
  const edges = createEdges([], { clock, random });
  const engine = createFaultEngine({ clock, random, dialect, journal: { note: () => undefined } });
  const origins = createOrigins(clock);
  const connections = createConnections(origins);
  const client = { clientId } as ApiClient;
  const taken = success(client);
  const connect = edges.place('connect', () => taken);
  const frames = createFrames(dialect, random.stream('refusals of the proxy'), edges);
  const open = connections.opening(
    edges.place('opening', (opened) => (opened.socket as ProxiedSocket).begin(opened)),
  );
  const nothing = {
    fleet: { identity: () => undefined },
    ports: { tickets: { expireAll: () => undefined } },
  };
  engine.attach({ ...nothing, connections, edges, authenticate: () => taken } as unknown as World);
  return {
    order: (written: unknown): ReadResult<string> => {
      const read = readFaultOrder(written);
      return read.ok ? accepted(engine.add(read.value)) : read;
    },
    /** A request over REST, and what is answered: its delivery says where nothing is. */
    rest: createArrival(
      dialect.path,
      origins,
      edges.place('rest', forward),
      edges.place('leaving', (reply) => reply),
    ),
    /** No connection is opened: the service is taken for gone. */
    get isDown(): boolean {
      const opening = connect.now(undefined, undefined);
      return 'ok' in opening && !opening.ok;
    },
    /** A connection of a client. @param toService passes a frame on. */
    opened: (socket: SessionSocket, toService: (text: string) => void) => {
      let connection: Connection | undefined;
      const begin: ProxiedSocket['begin'] = (opened) => {
        ({ connection } = opened);
        opened.session = {
          receive: (text) => void frames.asked(text, clientId, socket, () => toService(text)),
          end: () => undefined,
        };
        return opened.session;
      };
      const tell = (text: string): void =>
        connection ? frames.told(text, connection, socket) : socket.send(text);
      const session = open(client, { ...socket, send: tell, begin } as ProxiedSocket);
      /** `told` takes a frame for the client: an event as the day has it, anything else as it is. */
      return { ...session, told: tell };
    },
    stop: engine.clearAll,
  };
}

/** Frames of both directions: what they are is read, and what is neither a request nor an event passes as it is. */
function createFrames(dialect: Dialect, ids: RandomStream, edges: Edges) {
  const message = edges.place('message', (_, request) => {
    (request as Passing<typeof request>).pass();
    return success('');
  });
  const frame = edges.place('frame', (event) => (event as Passing<ServiceEvent>).text);
  const event = edges.place('event', (sent, to) => to.send(frame.now(sent, to.connection)));
  const refusalFrame = (refusal: Refusal, requestId: string): string => {
    const envelope = JSON.parse(refusalReply(refusal, dialect, ids).body) as Record<string, unknown>;
    return JSON.stringify({ type: 'reply', ...envelope, requestId });
  };
  return {
    asked: async (
      text: string,
      clientId: string,
      { send }: SessionSocket,
      pass: () => void,
    ): Promise<void> => {
      const wire = jsonIn(text);
      const read = isObject(wire) ? dialect.shapes.wsRequest.decode(wire) : undefined;
      if (!read?.ok) return pass();
      const request: Passing<typeof read.value> = { ...read.value, text, pass };
      const outcome = await message.now({ clientId } as WebSocketCaller, request);
      if (!outcome.ok) send(refusalFrame(outcome.refusal, request.requestId));
    },
    told: (text: string, connection: Connection, { send }: SessionSocket): void => {
      const wire = jsonIn(text);
      const read = isObject(wire) ? dialect.shapes.wsEvent.decode(wire) : undefined;
      if (!read?.ok) return send(text);
      const topic = read.value.topic as EventTopic;
      event.now({ topic, text } as unknown as ServiceEvent, { connection, send });
    },
  };
}

/** The faults that need nothing of the service behind the proxy. */
const STAGEABLE = [
  'rate-limited',
  'internal-error',
  'latency',
  'request-lost',
  'response-lost',
  'close',
  'restart',
  'duplicate-events',
  'unknown-fields',
  'unknown-topics',
] as const;

export function canBeStaged(fault: string): boolean {
  return STAGEABLE.some((each) => each === fault);
}
