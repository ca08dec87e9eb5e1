// The AsyncAPI document (3.0) of the WebSocket channel in a dialect, made from the contract. It speaks for the
// service: requests are received, events are sent.
import { ENDPOINTS } from '../contract/endpoints.js';
import { HEARTBEAT_INTERVAL, WEBSOCKET_PATH } from '../contract/limits.js';
import { REQUEST_TOPICS } from '../contract/topics.js';
import type { Dialect } from '../dialect/dialect.js';
import { asyncApiMessages, eventMessages, SUMMARIES } from './async-api-messages.js';
import { componentsFor } from './components.js';
import { type DocumentFacts, infoOf } from './info.js';

type Part = Readonly<Record<string, unknown>>;

const CHANNEL = { $ref: '#/channels/connection' };

export function asyncApiDocument(dialect: Dialect, about: DocumentFacts = {}): Record<string, unknown> {
  const messages = asyncApiMessages(dialect);
  const refs = Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]);
  const bindings = { ws: { method: ENDPOINTS['websocket.open'].method, query: QUERY } };
  return {
    asyncapi: '3.0.0',
    info: { ...infoOf(dialect, about), tags: [{ name: 'websocket', description: 'The WebSocket channel' }] },
    defaultContentType: 'application/json',
    servers: { service: serverOf(about) },
    channels: {
      connection: {
        address: WEBSOCKET_PATH,
        description: `A client sends \`${REQUEST_TOPICS[0]}\` about every ${HEARTBEAT_INTERVAL / 1000} seconds.`,
        messages: Object.fromEntries(refs) as Part,
        bindings,
      },
    },
    operations: operations(dialect),
    components: {
      messages,
      schemas: componentsFor(messages, dialect),
      securitySchemes: {
        ticket: {
          type: 'httpApiKey',
          in: 'query',
          name: 'ticket',
          description: `From POST ${ENDPOINTS['ticket.create'].path}; good for one connection.`,
        },
      },
    },
  };
}

const QUERY = { type: 'object', properties: { ticket: { type: 'string' } }, required: ['ticket'] };

function serverOf({ serverUrl }: DocumentFacts): Part {
  const security = [{ $ref: '#/components/securitySchemes/ticket' }];
  if (serverUrl === undefined) {
    return {
      host: '{host}',
      protocol: 'wss',
      variables: { host: { description: 'Host and port' } },
      security,
    };
  }
  const { host, protocol } = new URL(serverUrl);
  return { host, protocol: protocol === 'http:' || protocol === 'ws:' ? 'ws' : 'wss', security };
}

function operations(dialect: Dialect): Part {
  const requests = REQUEST_TOPICS.map((topic) => [
    topic,
    {
      action: 'receive',
      summary: SUMMARIES[topic],
      description: `A client sends it; the reply has its requestId.`,
      channel: CHANNEL,
      messages: [messageOf(topic)],
      reply: { channel: CHANNEL, messages: [messageOf(`${topic}.reply`), messageOf(`${topic}.refusal`)] },
    },
  ]);
  const events = eventMessages(dialect).map((topic) => [
    topic,
    {
      action: 'send',
      summary: SUMMARIES[topic],
      description: 'Goes to every open connection of an API client that may access the device.',
      channel: CHANNEL,
      messages: [messageOf(topic)],
    },
  ]);
  return Object.fromEntries([...requests, ...events]) as Part;
}

function messageOf(name: string): Part {
  return { $ref: `#/channels/connection/messages/${name}` };
}
