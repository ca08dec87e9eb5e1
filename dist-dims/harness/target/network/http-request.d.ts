import type { Pool } from 'undici';
import type { HttpOutcome, HttpRequest } from '../transport.js';
/** @param prefix the path of the base address, which every path follows. */
export declare function httpRequest(pool: Pool, base: URL, prefix: string, request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpOutcome>;
