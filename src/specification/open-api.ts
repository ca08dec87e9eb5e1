// The OpenAPI document (3.1) of the REST channel in a dialect, made from the contract.
import { type Endpoint, ENDPOINT_NAMES, ENDPOINTS } from '../contract/endpoints.js';
import type { Dialect } from '../dialect/dialect.js';
import { componentsFor } from './components.js';
import { has } from './has.js';
import { type DocumentFacts, infoOf } from './info.js';
import { openApiOperation } from './open-api-operation.js';

/** What the endpoints of a group are for. */
const GROUPS: Readonly<Record<string, string>> = {
  token: 'Access tokens of API clients',
  devices: 'Devices, their state and their configuration',
  profiles: 'Types of devices',
  commands: 'Commands and what became of them',
  relays: 'Switching relays',
  rs485: 'Bytes on the RS485 port',
  ticket: 'One-time tickets for the WebSocket channel',
  websocket: 'The WebSocket channel; the AsyncAPI document describes what travels on it',
};

export function openApiDocument(dialect: Dialect, about: DocumentFacts = {}): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const there = ENDPOINT_NAMES.filter((name) => has(dialect, ENDPOINTS[name] as Endpoint));
  for (const name of there) {
    const { method, path } = ENDPOINTS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: openApiOperation(name, dialect) };
  }
  const groups = new Set(there.map((name) => name.split('.')[0]));
  return {
    openapi: '3.1.0',
    info: infoOf(dialect, about),
    servers: [{ url: about.serverUrl ?? '/' }],
    tags: [...groups].map((name = '') => ({ name, description: GROUPS[name] ?? name })),
    paths,
    components: {
      schemas: componentsFor(paths, dialect),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: `From POST ${ENDPOINTS['token.create'].path}.`,
        },
        ticket: {
          type: 'apiKey',
          in: 'query',
          name: 'ticket',
          description: `From POST ${ENDPOINTS['ticket.create'].path}; good for one connection.`,
        },
      },
    },
  };
}
