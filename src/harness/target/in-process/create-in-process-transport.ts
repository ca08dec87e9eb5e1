// The way to a server in the same process: no sockets, and a latency on the clock of both, so that a whole run
// is a matter of virtual time. test/suites/transport.ts holds for it as for the network.
import { setMaxListeners } from 'node:events';
import type { Clock } from '../../../kernel/clock.js';
import { bodyText } from '../body-text.js';
import { broken } from '../network/breakage.js';
import type { HttpOptions, HttpOutcome, HttpRequest, Transport } from '../transport.js';
import { createGivenUp, type GivenUp } from './given-up.js';
import type { InProcessServer } from './in-process-server.js';
import { createSockets } from './in-process-socket.js';

/** Made once: an abort without a reason makes one with a stack, and a search closes thousands of transports. */
const CLOSED = new Error('the transport was closed');

/** @param latency of every message, one way, in ms of the clock. */
export function createInProcessTransport(server: InProcessServer, clock: Clock, latency = 1): Transport {
  const closing = new AbortController();
  // Every request under way listens, and there may be many.
  setMaxListeners(0, closing.signal);
  const sockets = createSockets(clock, latency);
  return {
    http: async (request, options = {}) => {
      const givenUp = createGivenUp([options.signal, closing.signal]);
      return exchange(server, clock, latency, request, options, givenUp).finally(givenUp.dispose);
    },
    open: async (path, handlers, { signal, bearer } = {}) => {
      const givenUp = createGivenUp([signal, closing.signal]);
      return sockets.open(server, path, handlers, givenUp, bearer).finally(givenUp.dispose);
    },
    close: () => {
      closing.abort(CLOSED);
      sockets.cutAll();
      return Promise.resolve();
    },
  };
}

async function exchange(
  server: InProcessServer,
  clock: Clock,
  latency: number,
  { headers, ...request }: HttpRequest,
  { cutAfterSending }: HttpOptions,
  givenUp: GivenUp,
): Promise<HttpOutcome> {
  if (givenUp.already) return broken('refused', 'the request was given up before it was sent');
  await clock.sleep(latency);
  const answering = server.request(arrived({ ...request, headers: lowered(headers) }));
  if (cutAfterSending) {
    answering.catch(() => undefined);
    return broken('cut', 'the connection was cut on purpose');
  }
  const answer = await Promise.race([answering, givenUp.came]);
  if (answer === 'given up') return broken('aborted', 'the request was given up');
  await clock.sleep(latency);
  if (answer === 'break') return broken('reset', 'the connection broke');
  return { kind: 'reply', reply: { ...answer, headers: lowered(answer.headers) } };
}

/** The request as a server reads it: chunks are told by their header. */
export function arrived({ body: given, bodyAs, ...request }: HttpRequest): HttpRequest {
  const body = bodyText({ ...(given !== undefined && { body: given }), ...(bodyAs && { bodyAs }) });
  const headers = bodyAs === 'pieces' ? { 'transfer-encoding': 'chunked' } : {};
  return { ...request, headers: { ...request.headers, ...headers }, ...(body !== undefined && { body }) };
}

function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  const low: Record<string, string> = {};
  for (const name in headers) low[name.toLowerCase()] = headers[name] ?? '';
  return low;
}
