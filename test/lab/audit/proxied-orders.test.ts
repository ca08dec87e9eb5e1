import { describe, expect, test } from 'vitest';
import { proxiedOrders } from '../../../src/lab/days/stage-day.js';

const order = (what: 'setRelays' | 'refresh' | 'transceive' | 'listen' | 'stop', rest: object = {}) => ({
  do: what,
  at: 0,
  times: 1,
  ...rest,
});
const TWO = [
  { index: 2, action: 'on' },
  { index: 3, action: 'off' },
];
const lab = { deviceId: 'lab-7', relays: [5, 9], answered: '0a' };

describe('orders before a real service', () => {
  test('name its devices, and switch only the relays that the profile lists', () => {
    const orders = [
      order('setRelays', { deviceId: 'bench-01', relays: TWO }),
      order('refresh', { deviceId: 'bench-02' }),
    ];
    expect(proxiedOrders(orders, [lab, { deviceId: 'lab-8', relays: [] }])).toEqual([
      order('setRelays', {
        deviceId: 'lab-7',
        relays: [
          { index: 5, action: 'on' },
          { index: 9, action: 'off' },
        ],
      }),
      order('refresh', { deviceId: 'lab-8' }),
    ]);
  });

  test('leave out what the service has no device, relay or peripheral for', () => {
    const set = order('setRelays', { deviceId: 'bench-01', relays: TWO });
    const send = order('transceive', { deviceId: 'bench-01', data: 'ff' });
    expect(proxiedOrders([set, send], [{ deviceId: 'lab-8', relays: [] }])).toEqual([]);
    expect(proxiedOrders([set, send], [])).toEqual([]);
    expect(proxiedOrders([send], [lab])).toEqual([{ ...send, deviceId: 'lab-7', data: '0a' }]);
    expect(proxiedOrders([set], [{ deviceId: 'lab-8', relays: [4] }])).toEqual([
      { ...set, deviceId: 'lab-8', relays: [{ index: 4, action: 'on' }] },
    ]);
  });

  test('follow no inputs, which nobody changes there', () => {
    const listen = order('listen', { deviceId: 'bench-01', input: 3, relay: 4 });
    expect(proxiedOrders([listen, order('stop')], [lab])).toEqual([order('stop')]);
  });
});
