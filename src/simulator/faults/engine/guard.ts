// The edge of a fault as it is put at its places: for what its selector selects, and for as long as it is active. A fault
// may end while another one delays what it would have met.
import { ENDPOINTS } from '../../../contract/endpoints.js';
import { credentials } from '../../../contract/schemas/access.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import { type Dialect, frameFacts } from '../../../dialect/dialect.js';
import { readJson } from '../../../kernel/json-limits.js';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import type { Edge, EventReceiver } from '../../edge/edge.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import type { ServiceEvent } from '../../service/ports.js';
import { bearerOf } from '../../transport/rest/arrive.js';
import type { ArrivedRequest } from '../../transport/rest/message.js';
import type { FaultInstance } from './instance.js';
import type { Asking, World } from './site.js';

export interface Guarding {
  readonly askings: Askings;
  /** False for a connection that was closed before the first fault became active. */
  isOpen(connectionId: string): boolean;
}

export function guarded(instance: FaultInstance, edge: Edge, { askings, isOpen }: Guarding): Edge {
  const { selects, ahead } = instance;
  const { rest, leaving, message, frame, event, connect, opening } = edge;
  const lasts = (): boolean => instance.edge() !== undefined;

  const ask = async <T>(
    asked: MaybePromise<Asking>,
    hit: () => MaybePromise<T>,
    pass: () => MaybePromise<T>,
  ): Promise<T> => {
    const asking = asked instanceof Promise ? await asked : asked;
    if (!lasts() || !selects(asking)) return pass();
    if (!ahead) return hit();
    const done = await ahead();
    const answer = lasts() ? hit() : undefined;
    done();
    return answer ?? pass();
  };
  const hears = ({ deviceId, topic }: ServiceEvent, { id, clientId }: EventReceiver['connection']): boolean =>
    lasts() && isOpen(id) && selects({ clientId, deviceId, topic });

  return {
    ...(rest && {
      rest: (request, next) =>
        ask(
          askings.rest(request),
          () => rest(request, next),
          () => next(request),
        ),
    }),
    ...(message && {
      message: (caller, request, next) =>
        ask(
          askings.message(request, caller.clientId),
          () => message(caller, request, next),
          () => next(caller, request),
        ),
    }),
    ...(leaving && {
      leaving: (reply, request, next) => (lasts() ? leaving(reply, request, next) : next(reply, request)),
    }),
    ...(frame && {
      frame: (sent, connection, next) =>
        hears(sent, connection) ? frame(sent, connection, next) : next(sent, connection),
    }),
    ...(event && {
      event: (sent, to, next) => (hears(sent, to.connection) ? event(sent, to, next) : next(sent, to)),
    }),
    ...(connect && {
      connect: (ticket, upgrade, next) => (lasts() ? connect(ticket, upgrade, next) : next(ticket, upgrade)),
    }),
    ...(opening && {
      opening: (opened, caller, next) =>
        lasts() && selects({ clientId: caller.clientId })
          ? opening(opened, caller, next)
          : next(opened, caller),
    }),
  };
}

const UNKNOWN: Asking = { what: 'a request' };

/** What requests are for; each is looked at once, however many faults there are. */
export type Askings = ReturnType<typeof createAskings>;

export function createAskings(dialect: Dialect, world: () => Pick<World, 'authenticate'>) {
  const known = new WeakMap<object, Asking>();
  const keep = (request: object, asking: Asking): Asking => {
    known.set(request, asking);
    return asking;
  };
  return {
    rest: (request: ArrivedRequest): MaybePromise<Asking> =>
      known.get(request) ??
      andThen(clientOf(request, world()), (clientId) => keep(request, restAsking(request, clientId))),
    message: (request: WsRequest, clientId: string): Asking =>
      known.get(request) ?? keep(request, messageAsking(dialect, request, clientId)),
    /** Of a request that has been looked at. */
    of: (request: ArrivedRequest | WsRequest): Asking => known.get(request) ?? UNKNOWN,
  };
}

function restAsking({ method, routed }: ArrivedRequest, clientId: string | undefined): Asking {
  const found = 'refusal' in routed ? undefined : routed;
  const deviceId = found?.parameters['deviceId'];
  const what = found?.endpoint ?? `${method} of an unknown path`;
  return { what: inWords(what, deviceId, clientId), route: found?.endpoint, deviceId, clientId };
}

function messageAsking(dialect: Dialect, request: WsRequest, clientId: string): Asking {
  const { deviceId } = frameFacts(dialect, request) ?? {};
  return { what: inWords(request.topic, deviceId, clientId), deviceId, clientId };
}

/** For the journal: `relays.set on bench-01 by operator`. */
function inWords(what: string, deviceId: string | undefined, clientId: string | undefined): string {
  const on = deviceId === undefined ? '' : ` on ${deviceId}`;
  return clientId === undefined ? what + on : `${what}${on} by ${clientId}`;
}

/** The client of a request; for a token request, the one that its body names. */
function clientOf(
  { routed, body, headers }: ArrivedRequest,
  world: Pick<World, 'authenticate'>,
): MaybePromise<string | undefined> {
  if (!('refusal' in routed) && ENDPOINTS[routed.endpoint].access === 'none') return claimedClient(body);
  const token = bearerOf(headers['authorization']);
  if (token === undefined) return undefined;
  const caller = andThen(world.authenticate(token), (found) => (found.ok ? found.value.clientId : undefined));
  return caller instanceof Promise ? caller.catch(() => undefined) : caller;
}

function claimedClient(body: string): string | undefined {
  const read = readJson(body, JSON_LIMITS);
  const given = credentials.pick({ clientId: true }).safeParse(read.ok ? read.value : undefined);
  return given.success ? given.data.clientId : undefined;
}
