// What several defects are made of: who is admitted, what is shown of devices, what passes on connections.
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { EndpointName } from '../../contract/endpoints.js';
import type { DeviceDetail, Peripherals } from '../../contract/schemas/device.js';
import type { EventTopic } from '../../contract/topics.js';
import type { Channel } from '../../trace/record.js';
import type { Edge } from '../edge/edge.js';
import {
  call,
  editing,
  type FrameEdit,
  isReply,
  type Json,
  onePort,
  texts,
  withoutEvents,
} from '../edge/helpers.js';
import type { Access, ApiClient } from '../service/access.js';
import type { Connection, Origin } from '../service/origin.js';
import { type Refusal, type ServiceResult, success } from '../service/outcome.js';
import type { Caller } from '../service/service.js';

export const OFFLINE = 'device.connection.offline';

type Tally = ReturnType<typeof createTally>;

/** Counts by names. */
export function createTally() {
  const counts = new Map<string, number>();
  const of = (name: string): number => counts.get(name) ?? 0;
  return {
    of,
    add: (name: string, by = 1): number => {
      counts.set(name, of(name) + by);
      return of(name);
    },
  };
}

// Access and calls of the service.

interface Refused {
  readonly endpoint: EndpointName;
  readonly token: string | undefined;
  readonly code: string;
}

/**
 * Serves requests that were refused, in the name of the client that was admitted last.
 * @param admits whether a request that was refused is served all the same.
 */
export function admission(admits: (refused: Refused) => boolean): Edge {
  return {
    calls: (service) => {
      let last: Caller | undefined;
      return {
        admit: (endpoint, token) => {
          const admitted = service.admit(endpoint, token);
          if (admitted.ok) last = admitted.value;
          else if (last && admits({ endpoint, token, code: admitted.refusal.code })) return success(last);
          return admitted;
        },
      };
    },
  };
}

/** @param accepts whether a token that was good before is accepted in spite of this refusal. */
export function keptTokens(accepts: (refusal: Refusal) => boolean): Edge {
  const holders = new Map<string, ApiClient>();
  return authenticating((found, token) => {
    const holder = holders.get(token);
    if (found.ok) holders.set(token, found.value);
    return !found.ok && holder && accepts(found.refusal) ? success(holder) : found;
  });
}

/** @param edit what it comes to instead that a token is looked at. */
export function authenticating(
  edit: (found: ServiceResult<ApiClient>, token: string, access: Access) => ServiceResult<ApiClient>,
): Edge {
  return onePort('access', (access) => ({
    authenticate: (token = '') => edit(access.authenticate(token), token, access),
  }));
}

/** Secrets that were issued, found by one that is like them in its length and its first half. */
export function createLikenesses() {
  const issued = new Map<string, string>();
  const likeness = (secret: string): string => `${secret.length} ${secret.slice(0, secret.length / 2)}`;
  return {
    keep: (secret: string): void => void issued.set(likeness(secret), secret),
    find: (secret: string): string => issued.get(likeness(secret)) ?? secret,
  };
}

/** @param edit what a refresh comes to instead. */
export function refreshes(
  edit: (
    outcome: ServiceResult<DeviceDetail>,
    deviceId: string,
    caller: Caller,
  ) => ServiceResult<DeviceDetail>,
): Edge {
  return call('refresh', async (caller, deviceId, next) =>
    edit(await next(caller, deviceId), deviceId, caller),
  );
}

/** @param edit what a refresh shows instead of what it has read. */
export function shownPeripherals(
  edit: (read: Peripherals, deviceId: string, caller: Caller) => Partial<Peripherals>,
): Edge {
  return refreshes((outcome, deviceId, caller) => {
    if (!outcome.ok) return outcome;
    const { peripherals: read, ...detail } = outcome.value;
    return success({ ...detail, peripherals: { ...read, ...edit(read, deviceId, caller) } });
  });
}

/**
 * @param kept what a refresh shows of the first one of its device.
 * @param channel over which; default: both.
 * @param begins whether the first one may be that of this device; default: of each.
 */
export function frozen(
  kept: (first: Peripherals, now: Peripherals) => Partial<Peripherals>,
  channel?: Channel,
  begins: (deviceId: string) => boolean = () => true,
): Edge {
  const firsts = new Map<string, Peripherals>();
  return shownPeripherals((read, deviceId, { origin }) => {
    const first = firsts.get(deviceId) ?? read;
    if (begins(deviceId)) firsts.set(deviceId, first);
    return channel === undefined || origin?.channel === channel ? kept(first, read) : read;
  });
}

/** @param edge made of what gives the client whose refresh or operation has this origin. */
export function knowingClients(
  edge: (clientOf: (origin: Origin | undefined) => string | undefined) => Edge,
): () => readonly Edge[] {
  return () => {
    const clients = new Map<Origin | undefined, string>();
    const known = async <T>({ clientId, origin }: Caller, act: () => MaybePromise<T>): Promise<T> => {
      clients.set(origin, clientId);
      try {
        return await act();
      } finally {
        clients.delete(origin);
      }
    };
    return [
      call('refresh', (caller, deviceId, next) => known(caller, () => next(caller, deviceId))),
      call('operate', (caller, request, next) => known(caller, () => next(caller, request))),
      edge((origin) => clients.get(origin)),
    ];
  };
}

// Connections and their frames.

interface Watcher {
  begun?(connection: Connection): void;
  /** The connection has ended, cleanly or not. */
  ended?(connection: Connection): void;
}

export function connections({ begun, ended }: Watcher): Edge {
  return texts((connection) => {
    begun?.(connection);
    return { ended: () => ended?.(connection) };
  });
}

interface Conversation {
  /** A request has arrived. */
  asked?(requestId: string): void;
  readonly edit: FrameEdit;
}

/** Requests that came together are under way together: the service itself answers most of them one by one. */
async function later(act: () => void): Promise<void> {
  await Promise.resolve();
  act();
}

export function requestIdIn(text: string): string | undefined {
  return /"requestId":"([^"]+)"/.exec(text)?.[1];
}

/** Changes what is sent in view of the requests that came. @param start called once for each connection. */
export function conversations(start: () => Conversation): Edge {
  return texts(() => {
    const { asked, edit } = start();
    return {
      sent: editing(edit),
      received: (text, pass, socket) => {
        const requestId = requestIdIn(text);
        if (requestId !== undefined) asked?.(requestId);
        later(pass).catch(() => socket.close('failed'));
      },
    };
  });
}

/** Malformed frames are answered as if the server had failed. */
export function failedFrame(frame: Json): Json | undefined {
  const isMalformed = isReply(frame) && frame['code'] === 'INVALID_REQUEST';
  return isMalformed ? { ...frame, code: 'INTERNAL_ERROR' } : undefined;
}

// What has become of devices before.

/** @param act called for each event of this topic that is published. */
function onTopic(topic: EventTopic, act: (deviceId: string) => void): Edge {
  return withoutEvents((event) => {
    if (event.topic === topic) act(event.deviceId);
    return false;
  });
}

/** @param edge of a service that counts how often events of this topic have told of each device. */
export function sinceTopic(topic: EventTopic, edge: (told: Tally) => Edge): () => readonly Edge[] {
  return () => {
    const told = createTally();
    return [onTopic(topic, (deviceId) => void told.add(deviceId)), edge(told)];
  };
}
