// To whom the orders of a day go, where several processes are one client.
import { expect, test } from 'vitest';
import { orderLines } from '../../../src/audit/days/order-lines.js';

test('what is ordered for a device goes to one process, so that no other has to read that device', () => {
  const relays = [{ index: 2, action: 'on' }];
  const orders = [
    { do: 'setRelays', at: 0, times: 2, again: 1000, deviceId: 'bench-01', relays },
    { do: 'listen', at: 500, times: 1, deviceId: 'bench-02', input: 3, relay: 4 },
    { do: 'stop', at: 3000, times: 1 },
  ];
  const lines = orderLines({ orders } as unknown as Parameters<typeof orderLines>[0]);
  expect(lines.map(({ at, soleDevice }) => [at, soleDevice])).toEqual([
    [0, 'bench-01'],
    [500, 'bench-02'],
    [1000, 'bench-01'],
    [3000, undefined],
  ]);
});
