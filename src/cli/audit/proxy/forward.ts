// Passes one request on to the service behind the proxy, and brings its reply whole.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import type { Pool } from 'undici';
import type { RestRequest, WholeReply } from '../../../simulator/transport/rest/message.js';

const LARGEST_BODY = 1024 * 1024;
const LARGEST_REPLY = 4 * 1024 * 1024;

/** What belongs to one network connection, and what is made anew on the next one. */
const OWN = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'host',
  'expect',
  'te',
  'trailer',
  'content-encoding',
  'accept-encoding',
]);

/** Rejects where its body is too large, or breaks off. */
export async function arrivedRequest(request: IncomingMessage): Promise<RestRequest> {
  const body = await getRawBody(request, { limit: LARGEST_BODY });
  const { method = 'GET', url: target = '/' } = request;
  return { method, target, headers: request.headers as RestRequest['headers'], body: body.toString('utf8') };
}

/** Rejects when no reply comes. */
export async function forward(
  pool: Pool,
  { method, target, headers, body }: RestRequest,
): Promise<WholeReply> {
  const reply = await pool.request({
    method,
    path: target,
    headers: passedOn(headers),
    ...(body !== '' && { body }),
  });
  const text = await reply.body.text();
  if (text.length > LARGEST_REPLY) throw new Error('the reply is larger than a proxy passes on');
  return { status: reply.statusCode, headers: passedOn(reply.headers), body: text };
}

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OWN.has(name) || value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
