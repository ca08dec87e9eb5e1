// The AsyncAPI document (3.0) of the WebSocket channel in a dialect, made from the contract. It speaks for the
// service: requests are received, events are sent.
import { ENDPOINTS } from '../contract/endpoints.js';
import type { ErrorCode } from '../contract/error-codes.js';
import { HEARTBEAT_INTERVAL, WEBSOCKET_PATH } from '../contract/limits.js';
import { wsReply } from '../contract/schemas/message.js';
import type { ShapeName } from '../contract/schemas/shapes.js';
import { EVENT_TOPICS, type EventTopic, REQUEST_TOPICS, type RequestTopic } from '../contract/topics.js';
import type { Dialect, ShapeSchema } from '../dialect/dialect.js';
import {
  ANY_REFUSAL,
  componentsFor,
  dataWith,
  has,
  infoOf,
  OPERATING,
  refer,
  refusalsText,
  refusalSchema,
  successSchema,
  USING_DEVICE,
} from './components.js';

type Part = Readonly<Record<string, unknown>>;

interface RequestFacts {
  readonly summary: string;
  /** The shape of its data; absent where it wants none. */
  readonly data?: ShapeName;
  /** The data of the reply. */
  readonly reply: ShapeSchema;
  /** Beside those that any request may meet. */
  readonly refusals: readonly ErrorCode[];
}

const REQUESTS: Readonly<Record<RequestTopic, RequestFacts>> = {
  'session.ping': { summary: 'Application-level heartbeat', reply: { type: 'object' }, refusals: [] },
  'device.state.get': {
    summary: 'Refreshes and returns the state of one device',
    data: 'stateRequest',
    reply: refer('deviceState'),
    refusals: ['AUTH_SCOPE_DENIED', ...USING_DEVICE],
  },
  'device.operation.execute': {
    summary: 'Executes a device write operation',
    data: 'executeRequest',
    reply: dataWith('command', refer('command')),
    refusals: ['AUTH_SCOPE_DENIED', ...OPERATING],
  },
};

const EVENTS: Readonly<Record<EventTopic, readonly [data: ShapeName, summary: string]>> = {
  'device.connection.online': ['deviceNotice', 'The device came online'],
  'device.connection.offline': ['deviceNotice', 'The device went offline'],
  'device.state.changed': ['stateChanged', 'A relay or a digital input changed its state'],
  'device.power.lost': ['deviceNotice', 'The device lost power'],
  'device.power.restored': ['deviceNotice', 'The power is back'],
  'device.rs485.received': ['rs485Received', 'RS485 data arrived for which no request was waiting'],
};

const CHANNEL = { $ref: '#/channels/connection' };

/** @param serverUrl where the service is: `https://example.org`. */
export function asyncApiDocument(dialect: Dialect, serverUrl?: string): Record<string, unknown> {
  // A server without RS485 hears nothing there either.
  const events = EVENT_TOPICS.filter(
    (topic) => topic !== 'device.rs485.received' || has(dialect, { feature: 'rs485' }),
  );
  const messages = Object.fromEntries([
    ...REQUEST_TOPICS.flatMap((topic) => requestMessages(dialect, topic)),
    ...events.map((topic) => eventMessage(dialect, topic)),
  ]);
  const refs = Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]);
  return {
    asyncapi: '3.0.0',
    info: { ...infoOf(dialect), tags: [{ name: 'websocket', description: 'The WebSocket channel' }] },
    defaultContentType: 'application/json',
    servers: { service: serverOf(serverUrl) },
    channels: {
      connection: {
        address: dialect.path(WEBSOCKET_PATH),
        description: `A client sends \`${REQUEST_TOPICS[0]}\` about every ${HEARTBEAT_INTERVAL / 1000} seconds.`,
        messages: Object.fromEntries(refs) as Part,
        bindings: { ws: { method: ENDPOINTS['websocket.open'].method, query: QUERY } },
      },
    },
    operations: Object.fromEntries([...REQUEST_TOPICS.map(receiving), ...events.map(sending)]),
    components: {
      messages,
      schemas: componentsFor(messages, dialect),
      securitySchemes: {
        ticket: {
          type: 'httpApiKey',
          in: 'query',
          name: 'ticket',
          description: `From POST ${dialect.path(ENDPOINTS['ticket.create'].path)}; good for one connection.`,
        },
      },
    },
  };
}

const QUERY = { type: 'object', properties: { ticket: { type: 'string' } }, required: ['ticket'] };

function serverOf(serverUrl: string | undefined): Part {
  const security = [{ $ref: '#/components/securitySchemes/ticket' }];
  if (serverUrl === undefined) {
    const variables = { host: { description: 'Host and port' } };
    return { host: '{host}', protocol: 'wss', variables, security };
  }
  const { host, protocol } = new URL(serverUrl);
  return { host, protocol: protocol === 'http:' || protocol === 'ws:' ? 'ws' : 'wss', security };
}

function receiving(topic: RequestTopic): [string, Part] {
  const reply = { channel: CHANNEL, messages: [messageOf(`${topic}.reply`), messageOf(`${topic}.refusal`)] };
  const description = 'A client sends it; the reply has its requestId.';
  return [topic, { ...operation('receive', topic, REQUESTS[topic].summary, description), reply }];
}

function sending(topic: EventTopic): [string, Part] {
  const description = 'Goes to every open connection of an API client that may access the device.';
  return [topic, operation('send', topic, EVENTS[topic][1], description)];
}

function operation(action: string, topic: string, summary: string, description: string): Part {
  return { action, summary, description, channel: CHANNEL, messages: [messageOf(topic)] };
}

function messageOf(name: string): Part {
  return { $ref: `#/channels/connection/messages/${name}` };
}

// The messages, by name: a topic, a topic with `.reply`, or a topic with `.refusal`.

function requestMessages(dialect: Dialect, topic: RequestTopic): [string, Part][] {
  const { summary, reply, refusals } = REQUESTS[topic];
  const codes = [...ANY_REFUSAL, ...refusals];
  const correlationId = { location: '$message.payload#/requestId' };
  const correlated = (name: string, about: string, payload: ShapeSchema, more: Part = {}): [string, Part] => [
    name,
    { ...message(name, about, payload), correlationId, ...more },
  ];
  return [
    correlated(topic, summary, requestSchema(dialect, topic)),
    correlated(`${topic}.reply`, `Answers ${topic}`, successSchema(wsReply, reply)),
    correlated(`${topic}.refusal`, `Refuses ${topic}`, refusalSchema(wsReply, codes, dialect), {
      description: refusalsText(codes, dialect),
    }),
  ];
}

function eventMessage(dialect: Dialect, topic: EventTopic): [string, Part] {
  const [data, summary] = EVENTS[topic];
  const payload = dialect.shapes.wsEvent.schema({ fixed: { topic }, open: { data: refer(data) } });
  return [topic, message(topic, summary, payload)];
}

/** `data` is one of the interface's own names, and there where the topic wants something. */
function requestSchema(dialect: Dialect, topic: RequestTopic): ShapeSchema {
  const { data } = REQUESTS[topic];
  const open = data && { open: { data: refer(data) } };
  const frame = dialect.shapes.wsRequest.schema({ fixed: { topic }, ...open });
  const required = frame['required'] as readonly string[];
  return data ? { ...frame, required: [...new Set([...required, 'data'])] } : frame;
}

function message(name: string, summary: string, payload: ShapeSchema): Part {
  return { name, summary, contentType: 'application/json', payload };
}
