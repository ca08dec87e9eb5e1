// Calls of the control plane, with the token as the header that it is.
import type { RefusedReply } from '../../simulator/control/replies.js';

const PREFIX = '/control/v1';

export type ApiAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: RefusedReply['problems'] };

export interface Api {
  get<T>(path: string): Promise<ApiAnswer<T>>;
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<ApiAnswer<T>>;
  /** A stream of server-sent events. */
  open(path: string, signal: AbortSignal): Promise<Response>;
}

export function createApi(token: string): Api {
  const headers = { authorization: `Bearer ${token}` };
  const call = async <T>(path: string, init: RequestInit): Promise<ApiAnswer<T>> => {
    try {
      const response = await fetch(PREFIX + path, init);
      const value: unknown = await response.json();
      if (response.ok) return { ok: true, value: value as T };
      return { ok: false, problems: (value as RefusedReply).problems };
    } catch {
      return { ok: false, problems: [{ message: 'The simulator does not answer.' }] };
    }
  };
  return {
    get: (path) => call(path, { headers }),
    send: (method, path, body) => {
      const isText = typeof body === 'string';
      const type = { 'content-type': isText ? 'application/yaml' : 'application/json' };
      return call(path, {
        method,
        headers: body === undefined ? headers : { ...headers, ...type },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
    },
    open: (path, signal) => fetch(PREFIX + path, { headers, signal }),
  };
}
