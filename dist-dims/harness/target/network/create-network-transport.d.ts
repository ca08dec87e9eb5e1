import type { Transport } from '../transport.js';
import { type NetworkSettings } from './settings.js';
export declare function createNetworkTransport(settings: NetworkSettings): Transport;
