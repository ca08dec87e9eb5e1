// What a request to open a connection says of the client.
import type { IncomingHttpHeaders } from 'node:http';
import type { Upgrade } from '../../service/origin.js';
import { bearerOf } from '../rest/bearer.js';
import { tellingHeaders } from '../rest/telling-headers.js';

/** @param search the query of the request. */
export function upgradeOf(search: string, headers: IncomingHttpHeaders, instance?: string): Upgrade {
  const ticket = new URLSearchParams(search).get('ticket') ?? undefined;
  return { ticket, bearer: bearerOf(headers.authorization), headers: tellingHeaders(headers), instance };
}
