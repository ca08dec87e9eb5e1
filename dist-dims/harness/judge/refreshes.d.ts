import type { SeenExchange } from './trace-view.js';
/** An explicit refresh of one device, over either channel. */
export declare function isRefresh({ request: { what, deviceId } }: SeenExchange): boolean;
