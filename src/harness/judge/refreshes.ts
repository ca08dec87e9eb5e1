// Which requests are refreshes of a device: REST and WebSocket share one budget for them.
import type { SeenExchange } from './trace-view.js';

/** An explicit refresh of one device, over either channel. */
export function isRefresh({ request: { what, deviceId } }: SeenExchange): boolean {
  return deviceId !== undefined && (what === 'devices.read' || what === 'device.state.get');
}
