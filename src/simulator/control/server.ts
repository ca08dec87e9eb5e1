// The control plane on its own port of loopback: plain HTTP for programs of this machine.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import findMyWay from 'find-my-way';
import getRawBody from 'raw-body';
import { settled } from '../../kernel/host-time.js';
import { createControlToken, guard } from './guards.js';
import type { Installation } from './installation.js';
import { createMetrics } from './metrics.js';
import { readInput } from './read-input.js';
import { type ControlContext, type ControlReply, type ControlRoute, refused } from './route.js';
import { CONTROL_PREFIX } from './prefix.js';
import { CONTROL_ROUTES } from './routes/routes.js';
import { createSteering } from './steering.js';

export interface ControlPlane {
  readonly url: string;
  /** Needed for every request; a new one is made at each start. */
  readonly token: string;
  close(): Promise<void>;
}

/** In bytes: enough for the snapshot of a large fleet, which is the largest request body. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @param port 0 takes a free one. Rejects with the system's error when it cannot be had. */
export async function openControlPlane(installation: Installation, port: number): Promise<ControlPlane> {
  const token = createControlToken();
  const metrics = createMetrics(installation);
  const context: ControlContext = {
    installation,
    steering: createSteering(installation.clock),
    metrics: metrics.read,
  };
  const router = createRouter();
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    void answer(request, token, router, context)
      .catch((error: unknown) => refused(500, `The control plane failed: ${String(error)}`))
      .then((reply) => {
        if (reply.kind === 'stream') {
          streams.add(response);
          response.once('close', () => streams.delete(response));
        }
        write(response, reply);
      });
  });
  await bind(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${CONTROL_PREFIX}`,
    token,
    close: async () => {
      metrics.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      // Followers get what has been written to them so far.
      for (const stream of streams) stream.end();
      await settled();
      server.closeAllConnections();
      await closed;
    },
  };
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

async function answer(
  request: IncomingMessage,
  token: string,
  router: Router,
  context: ControlContext,
): Promise<ControlReply> {
  const stopped = guard(request.headers, token);
  if (stopped) return stopped;
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  const found = router.find(request.method as 'GET', path);
  if (!found) return notFound(request.method ?? '', path);
  const route = found.store as ControlRoute;
  let text: string;
  try {
    text = (await getRawBody(request, { limit: MOST_BYTES })).toString('utf8');
  } catch (error) {
    const tooLarge = (error as { type?: string }).type === 'entity.too.large';
    return tooLarge
      ? refused(413, `A body has at most ${MOST_BYTES} bytes.`)
      : refused(400, 'The body broke off.');
  }
  const input = readInput(route, text, search);
  if (!input.ok) return { kind: 'refused', status: 400, problems: input.problems };
  const headers = request.headers as Record<string, string | undefined>;
  const { body, query } = input;
  return route.handle(
    { parameters: found.params, headers, body: body as never, query: query as never },
    context,
  );
}

function notFound(method: string, path: string): ControlReply {
  const hint = `GET ${CONTROL_PREFIX} lists what there is.`;
  return refused(404, `There is no ${method} ${path.slice(0, 200)} in the control plane.`, { hint });
}

function write(response: ServerResponse, reply: ControlReply): void {
  switch (reply.kind) {
    case 'stream':
      reply.start(response);
      return;
    case 'text':
      response.writeHead(200, { 'content-type': reply.contentType }).end(reply.text);
      return;
    case 'json':
      send(response, reply.status, reply.value);
      return;
    case 'refused':
      send(response, reply.status, { problems: reply.problems });
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(value)}\n`);
}

function bind(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
