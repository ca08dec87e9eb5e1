// What a request of the control plane is about decides which instances of a cluster do it: the one that has the device,
// all of them, or the one that was asked.
import type { Membership } from '../cluster/membership.js';
import type { ControlAsked } from '../cluster/messages.js';
import {
  readInput,
  type ControlReply,
  type ControlRoute,
  refused,
  guard,
  guardHost,
  assetFor,
  type ControlContext,
} from './route.js';
import type { IncomingMessage } from 'node:http';
import { isUtf8 } from 'node:buffer';
import { CONTROL_LIMITS } from '../limits/limits.js';
import { CONTROL_PREFIX } from './prefix.js';
import { CONTROL_ROUTES } from './routes/routes.js';
import findMyWay from 'find-my-way';
import getRawBody from 'raw-body';

interface Found {
  readonly route: ControlRoute;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly asked: ControlAsked;
  /** Of the address, without `?`. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

type Here = () => Promise<ControlReply>;

function createSpread(
  membership: () => Membership | undefined,
): (found: Found, here: Here) => Promise<ControlReply> {
  return async ({ route, parameters: { deviceId }, asked, search }, here) => {
    const cluster = membership();
    if (!cluster) return here();
    if (deviceId !== undefined) {
      try {
        return (await cluster.atOwner(deviceId, asked, here)) as ControlReply;
      } catch {
        return refused(503, `The instance that has ${deviceId} does not answer.`, { hint: 'Try again.' });
      }
    }
    if (!route.shared) {
      const reply = await here();
      if (route.method !== 'GET') await cluster.told();
      return reply;
    }
    // What cannot be read is refused here, and is nothing to the others.
    const input = readInput(route, asked.body, search);
    if (!input.ok) return here();
    try {
      const reply = await cluster.share(asked, route.clockAct?.(input.body as never));
      return (reply as ControlReply | undefined) ?? (await here());
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'LinkDown') throw error;
      return withoutCluster(error);
    }
  };
}

/** @param error a `LinkDown`. */
function withoutCluster(error: Error): ControlReply {
  const hint = 'Try again; whether it has been done is not known where Redis went away meanwhile.';
  return refused(503, `The cluster cannot do that now: ${error.message}.`, { hint });
}

// Answers one request of the control plane: who asks, what for, with what.

type AnswerControl = (request: IncomingMessage) => Promise<ControlReply>;

/** The answer never rejects: what fails is told to `onBug`, and answered with 500. */
export function createAnswer(
  token: string,
  context: ControlContext,
  onBug: (error: unknown) => void,
): AnswerControl {
  const router = createRouter();
  const spread = createSpread(() => context.installation.simulator.membership);
  return async (request) => {
    const foreign = guardHost(request.headers);
    if (foreign) return foreign;
    const asset = assetFor(context.page?.assets, request.method, request.url);
    if (asset) return { kind: 'asset', ...asset };
    const stopped = guard(request.headers, token);
    if (stopped) return stopped;
    const target = readTarget(request.url ?? '');
    if (!target.ok) return refused(400, target.message);
    const found = router.find(request.method as 'GET', target.path);
    if (!found) return notFound(request.method ?? '', target.path);
    // Only a path that cannot be decoded is found without a route.
    if (!found.store) return refused(400, 'The path is not percent-encoded correctly.');
    const route = found.store as ControlRoute;
    const text = await readText(request, route);
    if (typeof text !== 'string') return text;
    const headers = request.headers as Record<string, string | undefined>;
    const asked = { method: route.method, target: request.url ?? '', body: text };
    const whole = { route, parameters: found.params, asked, search: target.search, headers };
    return spread(whole, () => handleRoute(whole, context, onBug));
  };
}

/** Answers what another instance of a cluster passes on; it has looked at who asks. */
export function createAnswerHere(context: ControlContext, onBug: (error: unknown) => void): AnswerHere {
  const router = createRouter();
  return async (asked) => {
    const target = readTarget(asked.target);
    const found = target.ok ? router.find(asked.method as 'GET', target.path) : null;
    if (!target.ok || !found?.store) return refused(404, 'The instances of the cluster differ.');
    const route = found.store as ControlRoute;
    const whole = { route, parameters: found.params, asked, search: target.search, headers: {} };
    return handleRoute(whole, context, onBug);
  };
}

type AnswerHere = (asked: ControlAsked) => Promise<ControlReply>;

async function handleRoute(
  { route, parameters, asked, search, headers }: Found,
  context: ControlContext,
  onBug: (error: unknown) => void,
): Promise<ControlReply> {
  const input = readInput(route, asked.body, search);
  if (!input.ok) return { kind: 'refused', status: 400, problems: input.problems };
  const { body, query } = input;
  try {
    await lookFirst(context, route, parameters['deviceId']);
    return await route.handle({ parameters, headers, body: body as never, query: query as never }, context);
  } catch (error) {
    if (error instanceof Error && error.name === 'LinkDown') return withoutCluster(error);
    onBug(error);
    return refused(500, 'The control plane has failed by its own fault.');
  }
}

type Router = findMyWay.Instance<findMyWay.HTTPVersion.V1>;

function createRouter(): Router {
  const unused = (): void => undefined;
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 1024, onBadUrl: unused });
  for (const route of CONTROL_ROUTES) {
    const path = `${CONTROL_PREFIX}${route.path}`.replace(/\{(\w+)\}/g, ':$1');
    router.on(route.method, path, unused, route);
  }
  return router;
}

async function readText(request: IncomingMessage, route: ControlRoute): Promise<string | ControlReply> {
  const limit = route.large ? CONTROL_LIMITS.maxSnapshot : CONTROL_LIMITS.maxBody;
  try {
    const bytes = await getRawBody(request, { limit, length: request.headers['content-length'] ?? null });
    return isUtf8(bytes) ? bytes.toString('utf8') : refused(400, 'The body is not UTF-8.');
  } catch (error) {
    const tooLarge = (error as { type?: string }).type === 'entity.too.large';
    return tooLarge
      ? refused(413, `A body has at most ${limit} bytes.`)
      : refused(400, 'The body broke off.');
  }
}

function notFound(method: string, path: string): ControlReply {
  const hint = `GET ${CONTROL_PREFIX} lists what there is.`;
  return refused(404, `There is no ${method} ${path.slice(0, 200)} in the control plane.`, { hint });
}

// In a cluster, what a route shows is read from Redis before the route shows it.

/** Rejects with `LinkDown`. */
async function lookFirst(
  { installation, pull }: Pick<ControlContext, 'installation' | 'pull'>,
  { looks = [] }: Pick<ControlRoute, 'looks'>,
  deviceId: string | undefined,
): Promise<void> {
  const { membership, fleet } = installation.simulator;
  if (!membership) return;
  const { picture } = membership;
  if (deviceId !== undefined) return picture.devices([deviceId]);
  const looking = {
    fleet: picture.fleet,
    commands: picture.commands,
    clients: () => picture.clients(fleet.clients.map(({ clientId }) => clientId)),
    records: async () => pull?.(),
  };
  await Promise.all(looks.map((what) => looking[what]()));
}

// The target of a request of the control plane, as far as it is in order: what is odd gets no further.

type ReadTarget =
  | { readonly ok: true; readonly path: string; readonly search: string }
  | { readonly ok: false; readonly message: string };

/** The characters of a path and of a query (RFC 3986, 3.3 and 3.4), each percent-encoding whole. */
const PLAIN = /^(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*$/i;

function readTarget(target: string): ReadTarget {
  const { maxTarget } = CONTROL_LIMITS;
  if (target.length > maxTarget) return odd(`The request target has more than ${maxTarget} characters.`);
  if (!target.startsWith('/')) return odd('The request target is no path.');
  if (!PLAIN.test(target)) return odd('The request target has characters that must be percent-encoded.');
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const search = at < 0 ? '' : target.slice(at + 1);
  if (decoded(path) === undefined || decoded(search) === undefined)
    return odd('The request target is not percent-encoded UTF-8.');
  const segments = path.slice(1).split('/');
  // One empty segment at the end is a slash too many, and harmless.
  if (segments.slice(0, -1).includes('')) return odd('The path has an empty segment.');
  if (segments.some((segment) => /^\.\.?$/.test(decoded(segment) ?? '')))
    return odd('The path has a dot segment.');
  if (segments.some((segment) => CONTROL_CHARACTER.test(decoded(segment) ?? '')))
    return odd('The path has control characters.');
  return { ok: true, path, search };
}

function odd(message: string): ReadTarget {
  return { ok: false, message };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const CONTROL_CHARACTER = /\p{Cc}/u;
