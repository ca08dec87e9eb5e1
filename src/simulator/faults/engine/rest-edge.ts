// Passes REST requests and their answers through the active faults. The fault that was ordered first is outermost.
import { ENDPOINT_NAMES, type EndpointName, ENDPOINTS } from '../../../contract/endpoints.js';
import { credentials } from '../../../contract/schemas/access.js';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import { readJson } from '../../../kernel/json-limits.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import type { Interception } from '../../transport/interception.js';
import type { ArrivedHandler, ArrivedRequest, RestReply } from '../../transport/rest/message.js';
import type { InterceptedRequest } from '../fault.js';
import type { FaultInstance } from './instance.js';
import type { World } from './world.js';

export function createRestEdge(
  active: readonly FaultInstance[],
  world: () => Pick<World, 'authenticate'>,
): Pick<Interception, 'rest' | 'leaving'> {
  return {
    rest: async (request, handle) => pass(active, request, handle, world),
    leaving: (reply, { at }) =>
      active.reduce((left, instance) => instance.act()?.answered?.(left, at) ?? left, reply),
  };
}

async function pass(
  active: readonly FaultInstance[],
  request: ArrivedRequest,
  handle: ArrivedHandler,
  world: () => Pick<World, 'authenticate'>,
): Promise<RestReply> {
  const meant = active.filter((instance) => instance.act()?.rest);
  if (meant.length === 0) return handle(request);
  const described = describe(request, world());
  const exchange = described instanceof Promise ? await described : described;
  const step = async (at: number): Promise<RestReply> => {
    const instance = meant[at];
    if (!instance) return handle(request);
    // Looked up only now: a fault may have ended while another one delayed the request.
    const act = instance.act();
    if (!act?.rest || !instance.selects(exchange)) return step(at + 1);
    if (!instance.ahead) return act.rest(exchange, () => step(at + 1));
    const done = await instance.ahead();
    const answer = instance.act()?.rest?.(exchange, () => step(at + 1));
    done();
    return answer ?? step(at + 1);
  };
  return step(0);
}

function describe(
  request: ArrivedRequest,
  world: Pick<World, 'authenticate'>,
): MaybePromise<InterceptedRequest> {
  const matched = matchRoute(request.method, request.target.split('?', 1)[0] ?? '');
  const deviceId = matched?.parameters['deviceId'];
  const client = clientOf(request, matched?.route, world);
  return andThen(client instanceof Promise ? client.catch(() => undefined) : client, (clientId) => {
    const label = [
      matched?.route ?? `${request.method} of an unknown path`,
      ...(deviceId === undefined ? [] : [`on ${deviceId}`]),
      ...(clientId === undefined ? [] : [`by ${clientId}`]),
    ];
    return { request, route: matched?.route, deviceId, clientId, label: label.join(' ') };
  });
}

/** The client of a request; for a token request, the one that its body names. */
function clientOf(
  request: ArrivedRequest,
  route: InterceptedRequest['route'],
  world: Pick<World, 'authenticate'>,
): MaybePromise<string | undefined> {
  if (route !== undefined && ENDPOINTS[route].access === 'none') return claimedClient(request.body);
  const token = /^Bearer +(\S+) *$/i.exec(request.headers['authorization'] ?? '')?.[1];
  if (token === undefined) return undefined;
  return andThen(world.authenticate(token), (caller) => (caller.ok ? caller.value.clientId : undefined));
}

function claimedClient(body: string): string | undefined {
  const read = readJson(body, JSON_LIMITS);
  const given = credentials.pick({ clientId: true }).safeParse(read.ok ? read.value : undefined);
  return given.success ? given.data.clientId : undefined;
}

// Which endpoint a request is for, before the handler has looked at it.

interface MatchedRoute {
  readonly route: EndpointName;
  /** Decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

const ROUTES = ENDPOINT_NAMES.map((route) => {
  const { method, path } = ENDPOINTS[route];
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
  return { route, method, pattern };
});

export function matchRoute(method: string, path: string): MatchedRoute | undefined {
  for (const { route, method: expected, pattern } of ROUTES) {
    const match = method === expected ? pattern.exec(path) : null;
    if (match) return { route, parameters: decoded(match.groups ?? {}) };
  }
  return undefined;
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decode(text)]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
