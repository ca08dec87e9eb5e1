import { bearerOf } from '../rest/bearer.js';
import { tellingHeaders } from '../rest/observe.js';
/** @param search the query of the request. */
export function upgradeOf(search, headers, instance) {
    const ticket = new URLSearchParams(search).get('ticket') ?? undefined;
    return { ticket, bearer: bearerOf(headers.authorization), headers: tellingHeaders(headers), instance };
}
