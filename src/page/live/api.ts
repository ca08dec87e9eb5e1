// Calls of the control plane, with the token as the header that it is.
import type { RefusedReply } from '../../simulator/control/replies.js';
import { type Signal, signal } from '@preact/signals';

const PREFIX = '/control/v1';

export type ApiAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: RefusedReply['problems'] };

export type Api = ReturnType<typeof createApi>;

export function createApi(token: string) {
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
    get: <T>(path: string): Promise<ApiAnswer<T>> => call(path, { headers }),
    send: <T>(
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      body?: unknown,
    ): Promise<ApiAnswer<T>> => {
      const isText = typeof body === 'string';
      const type = { 'content-type': isText ? 'application/yaml' : 'application/json' };
      return call(path, {
        method,
        headers: body === undefined ? headers : { ...headers, ...type },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
    },
    /** A stream of server-sent events. */
    open: (path: string, until: AbortSignal): Promise<Response> =>
      fetch(PREFIX + path, { headers, signal: until }),
  };
}

// Which view is shown: it stands in the fragment of the address, so that it can be kept and shared.

export const VIEWS = ['fleet', 'traffic', 'faults', 'clock'] as const;
export type ViewName = (typeof VIEWS)[number];

/** `demo` is the fleet for people who look from afar. */
export type PagePlace =
  { readonly view: ViewName | 'demo' } | { readonly view: 'device'; readonly deviceId: string };

export function createPlace(): Signal<PagePlace> {
  const place = signal(placeIn(location.hash));
  addEventListener('hashchange', () => (place.value = placeIn(location.hash)));
  return place;
}

function placeIn(hash: string): PagePlace {
  const [, view = '', rest = ''] = /^#\/(\w+)(?:\/(.*))?$/.exec(hash) ?? [];
  if (view === 'device' && rest !== '') return { view, deviceId: decodeURIComponent(rest) };
  return { view: view === 'demo' ? view : (VIEWS.find((each) => each === view) ?? 'fleet') };
}

export function linkTo(place: PagePlace): string {
  return place.view === 'device' ? `#/device/${encodeURIComponent(place.deviceId)}` : `#/${place.view}`;
}
