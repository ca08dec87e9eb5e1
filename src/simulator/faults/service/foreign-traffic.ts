// Another client uses the same devices.
import { z } from 'zod';
import { SCOPES } from '../../../contract/scopes.js';
import type { RelayAction } from '../../../contract/operations.js';
import type { Operation } from '../../../contract/schemas/command.js';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import type { DeviceIdentity } from '../../fleet/fleet.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { Caller } from '../../service/service.js';
import { defineFault } from '../fault.js';
import { delay, drawDelay } from '../scalars.js';

/** Sees every device; its quotas are its own. */
const NEIGHBOUR: Caller = {
  clientId: 'foreign-traffic',
  scopes: SCOPES,
  sees: () => true,
  allow: () => undefined,
};

export const foreignTraffic = defineFault({
  type: 'foreign-traffic',
  group: 'service',
  summary:
    'Another client refreshes and switches devices, so that they are busy or may not be refreshed yet.',
  occasion: 'request',
  selects: ['device', 'profile'],
  parameters: z.strictObject({
    every: delay().prefault('1s').describe('From one request to the next'),
    acts: z
      .array(z.enum(['refresh', 'relay']))
      .min(1)
      .default(['refresh', 'relay'])
      .describe('What it does, in turn'),
    relay: z.int().min(1).default(1).describe('The relay that it switches on and off'),
  }),
  legality: {
    legal: true,
    because: 'DEVICE_BUSY, RATE_LIMITED and events of others are legal at any moment.',
  },
  start: ({ every, acts, relay }, site) => {
    let turns = 0;
    let counted = -1;
    let devices: readonly DeviceIdentity[] = [];
    let switched: RelayAction = 'off';

    const request = (deviceId: string, act: 'refresh' | 'relay'): MaybePromise<ServiceResult<unknown>> => {
      if (act === 'refresh') return site.world.service.refresh(NEIGHBOUR, deviceId);
      switched = switched === 'on' ? 'off' : 'on';
      const operation: Operation = {
        name: 'device.relay.set',
        params: { relays: [{ index: relay, action: switched }] },
      };
      return site.world.service.operate(NEIGHBOUR, { deviceId, operation, idempotencyKey: undefined });
    };
    const turn = (): void => {
      // Listing the devices of a large fleet takes too long to do it at every turn.
      if (site.world.fleet.count !== counted) devices = [...site.devices()];
      counted = site.world.fleet.count;
      const device = devices[devices.length > 1 ? site.random.integer(0, devices.length - 1) : 0];
      const act = acts[turns++ % acts.length] ?? 'refresh';
      const what = `${act} on ${device?.deviceId ?? 'no device'}`;
      const firing = device && site.leads() && site.fire({ what, deviceId: device.deviceId });
      if (device && firing) {
        void andThen(request(device.deviceId, act), (outcome) =>
          firing.note(`${what}: ${outcome.ok ? 'SUCCESS' : outcome.refusal.code}`),
        );
      }
      site.after(Math.max(1, drawDelay(every, site.random)), turn);
    };
    return { begin: turn };
  },
});
