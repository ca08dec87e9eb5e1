// Orders for a client before a real service: those of a day, on the devices and relays that a profile lists for it.
import type { Day } from '../../../audit/days/day.js';

export interface OrderedDevice {
  readonly deviceId: string;
  /** Indices of the relays that may be switched. */
  readonly relays: readonly number[];
  /** Bytes (hex) that a peripheral at its RS485 port answers. */
  readonly answered?: string;
}

type Order = Day['orders'][number];

/**
 * The devices of a day are taken for those of the service, in their order. What would need an input that somebody
 * changes, or would leave another configuration behind, is left out.
 */
export function proxiedOrders(orders: Day['orders'], devices: readonly OrderedDevice[]): Day['orders'] {
  const named = orders.flatMap(({ deviceId }) => (typeof deviceId === 'string' ? [deviceId] : []));
  const names = [...new Set(named)].toSorted();
  return orders.flatMap((order): Order[] => {
    if (order.do === 'stop') return [order];
    const device = devices[names.indexOf(String(order['deviceId']))];
    return device ? onDevice({ ...order, deviceId: device.deviceId }, device) : [];
  });
}

function onDevice(order: Order, { relays, answered }: OrderedDevice): Order[] {
  if (order.do === 'refresh') return [order];
  if (order.do === 'transceive') return answered === undefined ? [] : [{ ...order, data: answered }];
  if (order.do !== 'setRelays' || !Array.isArray(order['relays'])) return [];
  const asked = order['relays'] as readonly { readonly action: string }[];
  const switched = asked.flatMap(({ action }, at) => {
    const index = relays[at];
    return index === undefined ? [] : [{ index, action }];
  });
  return switched.length > 0 ? [{ ...order, relays: switched }] : [];
}
