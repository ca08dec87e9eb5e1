import type { Breakage, HttpRequest } from '../transport.js';
import { type NetworkSettings } from './settings.js';
/**
 * An HTTP client library gives no such promise: aborting a request may drop what it has not written yet. So
 * the bytes are written here, on a socket of their own, and `hangUp` sees to it that they arrive.
 */
export declare function httpCut(settings: Pick<NetworkSettings, 'tls' | 'clock'>, linger: number, base: URL, prefix: string, request: HttpRequest, signal: AbortSignal | undefined): Promise<Breakage>;
