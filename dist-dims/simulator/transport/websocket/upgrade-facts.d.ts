import type { IncomingHttpHeaders } from 'node:http';
import type { Upgrade } from '../../service/origin.js';
/** @param search the query of the request. */
export declare function upgradeOf(search: string, headers: IncomingHttpHeaders, instance?: string): Upgrade;
