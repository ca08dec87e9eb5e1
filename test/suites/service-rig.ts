// How suites speak to a service over REST: endpoints by name, canonical bodies in, canonical data out. Every
// reply that comes back has been held to the envelope.
import { expect } from 'vitest';
import { type EndpointName, ENDPOINTS, pathOf } from '../../src/contract/endpoints.js';
import { SUCCESS } from '../../src/contract/error-codes.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import type { RestReply, RestRequest } from '../../src/simulator/transport/rest/message.js';

export interface Call {
  /** The API client that calls; without it, the call has no token. */
  readonly as?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: string;
  readonly data: Record<string, unknown>;
}

/** Sends a request as it is and gives what comes back, in the service's own time. */
export type Send = (request: RestRequest) => Promise<RestReply>;

export interface Rig {
  readonly dialect: Dialect;
  send(request: RestRequest): Promise<Answer>;
  call(endpoint: EndpointName, call?: Call): Promise<Answer>;
  /** The access token of a client of the demo fleet. */
  tokenOf(client: string): Promise<string>;
}

export function createRig(dialect: Dialect, transmit: Send): Rig {
  const tokens = new Map<string, string>();
  const send: Rig['send'] = async (request) => readAnswer(await transmit(request));
  const tokenOf: Rig['tokenOf'] = async (client) => {
    const known = tokens.get(client);
    if (known !== undefined) return known;
    const body = { clientId: client, clientSecret: `demo-${client}-secret` };
    const issued = await call('token.create', { body });
    expect(issued.code).toBe(SUCCESS);
    const token = String(issued.data['accessToken']);
    tokens.set(client, token);
    return token;
  };
  const call: Rig['call'] = async (endpoint, { as, parameters, query, body, key, headers } = {}) => {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    return send({
      method: ENDPOINTS[endpoint].method,
      target: pathOf(endpoint, parameters) + search,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${await tokenOf(as)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      body: body === undefined ? '' : JSON.stringify(body),
    });
  };
  return { dialect, send, call, tokenOf };
}

/** The envelope of the interface, as far as every reply has to keep it (envelope.*). */
export function readAnswer({ status, headers, body }: RestReply): Answer {
  const envelope = JSON.parse(String(body)) as Record<string, unknown>;
  const { code, message, data = {} } = envelope;
  expect(typeof code).toBe('string');
  expect(typeof message).toBe('string');
  expect(data).toBeTypeOf('object');
  expect(code === SUCCESS).toBe(status === 200);
  if (status === 200) expect(message).toBe('OK');
  else expect(envelope['requestId']).toBeTypeOf('string');
  if (status === 429) {
    const seconds = (data as Record<string, unknown>)['retryAfterSeconds'];
    expect(seconds).toBeTypeOf('number');
    expect(headers['retry-after']).toBe(String(seconds));
  }
  return { status, headers, code: String(code), data: data as Record<string, unknown> };
}
