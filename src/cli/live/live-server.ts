// Serves a run to those who watch it: the page, and one stream of what happens, on a port of loopback. It has the same
// guards as the control plane of a simulator.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock, Timer } from '../../kernel/clock.js';
import { within } from '../../kernel/within.js';
import type { LiveRun } from '../../report/html/html.js';
import {
  createControlToken,
  guard,
  guardHost,
  assetFor,
  PAGE_HEADERS,
} from '../../simulator/control/route.js';
import { loadPageAssets } from '../load/page.js';
import { listenHere } from '../open-port.js';

export type LiveServer = Awaited<ReturnType<typeof openLiveServer>>;

const STREAM = '/run/v1/live';
/** Pages that watch at once. */
const MOST_WATCHERS = 16;
/** A watcher that has not read so many bytes is cut off; it comes back and catches up. */
const MOST_UNREAD = 16 * 1024 * 1024;
/** In ms of the machine: the page takes a longer silence for a broken line. */
const HEARTBEAT = 1000;
/** How long watchers have to read the end, in ms. */
const PATIENCE = 1500;

/** @param clock the machine's. */
export async function openLiveServer(clock: Clock) {
  const token = createControlToken();
  const assets = loadPageAssets('report');
  const watchers = new Set<ServerResponse>();
  const past = createPast();
  const send = (response: ServerResponse, message: LiveRun): void => {
    response.write(`event: ${message.kind}\ndata: ${JSON.stringify(message)}\n\n`);
    if (response.writableLength > MOST_UNREAD) response.destroy();
  };
  const watch = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    watchers.add(response);
    response.on('close', () => watchers.delete(response));
    response.on('error', () => watchers.delete(response));
    for (const message of past.all()) send(response, message);
  };
  const server = createServer((request, response) => {
    const asset = guardHost(request.headers) ? undefined : assetFor(assets, request.method, request.url);
    if (asset)
      response.writeHead(200, { ...PAGE_HEADERS, 'content-type': asset.contentType }).end(asset.text);
    else if (mayWatch(request, token) && watchers.size < MOST_WATCHERS) watch(response);
    else response.writeHead(guardHost(request.headers) ? 403 : 401).end();
  });
  const origin = await listenHere(server, 0);
  let beat: Timer;
  const next = (): void => {
    beat = clock.setTimer('heartbeat of the page', HEARTBEAT, () => {
      for (const response of watchers) response.write(': still here\n\n');
      next();
    });
  };
  next();
  return {
    /** It carries the token where no server sees it. */
    address: `${origin}/#token=${token}`,
    /** Sends it to all who watch; whoever comes later gets what is needed to catch up. */
    tell: (message: LiveRun): void => {
      past.keep(message);
      for (const response of watchers) send(response, message);
    },
    /** Resolves when those who watch have read the end, or have had the time for it. */
    close: async (): Promise<void> => {
      beat.cancel();
      const ended = [...watchers].map((response) => new Promise((resolve) => response.end(resolve)));
      await within(clock, PATIENCE, Promise.all(ended));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function mayWatch({ method, url, headers }: IncomingMessage, token: string): boolean {
  return method === 'GET' && url === STREAM && guard(headers, token) === undefined;
}

/** What somebody has to be told who comes now: the beginning, what each check came to, and how far the run is. */
function createPast() {
  const kept = new Map<string, LiveRun>();
  return {
    keep: (message: LiveRun): void => {
      if (message.kind === 'ended') kept.clear();
      kept.set(message.kind === 'check' ? `check ${message.check.id}` : message.kind, message);
    },
    all: () => [...kept.values()],
  };
}
