// One API client of the soak over REST: gets itself an access token when it needs one, and takes failures as they come.
import { Agent, request } from 'undici';
import { SECRET } from './fleet.js';

/** `undefined` when no answer came: nobody knows what became of the request. */
export type Answer = { readonly status: number; readonly code: string; readonly data: unknown } | undefined;

export interface RestClient {
  readonly clientId: string;
  ask(method: 'GET' | 'POST' | 'PUT', path: string, options?: Asking): Promise<Answer>;
}

interface Asking {
  readonly body?: unknown;
  readonly key?: string;
}

const PATIENCE = 8000;

export function createAgent(): Agent {
  return new Agent({ connections: 64, headersTimeout: PATIENCE, bodyTimeout: PATIENCE });
}

export function createRestClient(base: string, clientId: string, agent: Agent): RestClient {
  let token: string | undefined;

  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { body, key }: Asking,
  ): Promise<Answer> => {
    try {
      const response = await request(`${base}${path}`, {
        method,
        dispatcher: agent,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { code, data } = (await response.body.json()) as { code: string; data: unknown };
      return { status: response.statusCode, code, data };
    } catch {
      return undefined;
    }
  };
  const renew = async (): Promise<void> => {
    token = undefined;
    const answer = await send('POST', '/auth/token', { body: { clientId, clientSecret: SECRET } });
    if (answer?.status === 200) token = (answer.data as { accessToken: string }).accessToken;
  };

  return {
    clientId,
    ask: async (method, path, options = {}) => {
      if (token === undefined) await renew();
      const answer = await send(method, path, options);
      if (answer?.status !== 401) return answer;
      await renew();
      return send(method, path, options);
    },
  };
}
