import type { OpenOptions, OpenOutcome, SocketHandlers } from '../transport.js';
import { type NetworkLimits, type NetworkSettings } from './settings.js';
export declare function openWebSocket(settings: NetworkSettings, limits: NetworkLimits, path: string, handlers: SocketHandlers, { signal, bearer }: OpenOptions): Promise<OpenOutcome>;
