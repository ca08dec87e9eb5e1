// Defects of the refresh budget: how often one device may be refreshed.
import type { Decoration } from '../decoration.js';
import type { Origin, WebSocketOrigin } from '../service/origin.js';
import type { RefreshBudget } from '../service/ports.js';
import type { Defect } from './defect.js';
import { withFiledBudgets } from './wrap/budget.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';

/** Ms between two refreshes of a device. */
const INTERVAL = 3000;

export const REFRESH_DEFECTS: readonly Defect[] = [
  // Limits: at least three seconds lie between two explicit refreshes of one device.
  {
    id: 'budget-missing',
    rule: 'refresh.min-interval',
    summary: 'Refreshes of one device are accepted without any distance between them.',
    decorate: () => withPorts(() => ({ budget: { waitFor: () => undefined } })),
  },
  // Limits: at least three seconds lie between two explicit refreshes, whatever is done to the device meanwhile.
  {
    id: 'budget-reset-by-control',
    rule: 'refresh.min-interval',
    summary: 'After a control the device may be refreshed at once, however short ago it was refreshed.',
    decorate: () =>
      withPorts(({ budget, ledger }) => {
        const outdated = new Set<string>();
        return {
          ledger: {
            open: (request) => {
              outdated.add(request.deviceId);
              return ledger.open(request);
            },
          },
          budget: {
            waitFor: (deviceId, origin) =>
              outdated.has(deviceId) ? undefined : budget.waitFor(deviceId, origin),
            spend: (deviceId, origin) => {
              outdated.delete(deviceId);
              budget.spend(deviceId, origin);
            },
          },
        };
      }),
  },
  // Limits: GET device and device.state.get share one refresh budget.
  {
    id: 'budget-not-shared',
    rule: 'refresh.shared-budget',
    summary: 'GET device and device.state.get each have their own refresh budget.',
    decorate: () => withFiledBudgets((deviceId, origin) => `${origin?.channel} ${deviceId}`),
  },
  // Limits: the budget is shared in both directions; switching the protocol does not bypass it.
  {
    id: 'budget-shared-one-way',
    rule: 'refresh.shared-budget',
    summary: 'device.state.get waits for an earlier GET device, but GET device not for device.state.get.',
    decorate: () => withOwnBudgets(({ channel }) => channel),
  },
  // Limits: the refresh budget is one for each device.
  {
    id: 'budget-for-all-devices',
    rule: 'refresh.per-device',
    summary: 'A refresh of one device keeps every other device from being refreshed.',
    decorate: () => withFiledBudgets(() => 'all'),
  },
  // Limits: the refresh budget is one for each device, however alike the identifiers are.
  {
    id: 'budget-by-id-prefix',
    rule: 'refresh.per-device',
    summary: 'Devices whose identifiers begin with the same six characters share one refresh budget.',
    decorate: () => withFiledBudgets((deviceId) => deviceId.slice(0, 6)),
  },
  // Limits: the refresh budget is one for each device, so all API clients share it.
  {
    id: 'budget-per-client',
    rule: 'refresh.across-clients',
    summary: 'Two API clients refresh one device within three seconds of each other.',
    decorate: () => {
      const clients = new Map<Origin | undefined, string>();
      return {
        ...withService((service) => ({
          refresh: async (caller, deviceId) => {
            clients.set(caller.origin, caller.clientId);
            try {
              return await service.refresh(caller, deviceId);
            } finally {
              clients.delete(caller.origin);
            }
          },
        })),
        ...withFiledBudgets((deviceId, origin) => `${clients.get(origin)} ${deviceId}`),
      };
    },
  },
  // Limits: the refresh budget is one for each device, so all API clients share it on WebSocket as well.
  {
    id: 'budget-per-client-on-websocket',
    rule: 'refresh.across-clients',
    summary: 'device.state.get of two API clients is accepted within three seconds on one device.',
    decorate: () => withOwnBudgets(({ connection }) => connection.clientId),
  },
  // Limits: a rejection with 429 does not extend the current window.
  {
    id: 'budget-extended-by-rejections',
    rule: 'refresh.rejection-is-free',
    summary: 'A refused refresh starts the waiting time anew.',
    decorate: () =>
      withPorts(({ budget }) => ({
        budget: {
          waitFor: (deviceId, origin) => {
            const wait = budget.waitFor(deviceId, origin);
            if (wait !== undefined) budget.spend(deviceId, origin);
            return wait;
          },
        },
      })),
  },
  // Limits: a rejection with 429 does not extend the current window, however many there were before.
  {
    id: 'hammering-punished',
    rule: 'refresh.rejection-is-free',
    summary: 'The third refused refresh in a row starts the waiting time anew.',
    decorate: () =>
      withPorts(({ budget }) => {
        const refused = new Map<string, number>();
        return {
          budget: {
            waitFor: (deviceId, origin) => {
              const wait = budget.waitFor(deviceId, origin);
              if (wait === undefined) return undefined;
              const times = (refused.get(deviceId) ?? 0) + 1;
              refused.set(deviceId, times);
              if (times > 2) budget.recall(deviceId, INTERVAL);
              return wait;
            },
            spend: (deviceId, origin) => {
              refused.delete(deviceId);
              budget.spend(deviceId, origin);
            },
          },
        };
      }),
  },
  // Limits: explicit refreshes are counted, and one that DEVICE_BUSY refused has not refreshed anything.
  {
    id: 'budget-spent-when-busy',
    rule: 'refresh.busy-is-free',
    summary: 'A refresh refused with DEVICE_BUSY spends the refresh budget.',
    decorate: () =>
      withPorts(({ budget, lane }, { clock }) => {
        const wrongly = new Map<string, number>();
        return {
          lane: {
            enter: (deviceId, origin) => {
              const leave = lane.enter(deviceId, origin);
              if (!leave) wrongly.set(deviceId, clock.now());
              return leave;
            },
          },
          budget: {
            waitFor: (deviceId, origin) => {
              const since = wrongly.get(deviceId);
              const left = since === undefined ? 0 : since + INTERVAL - clock.now();
              return left > 0 ? left : budget.waitFor(deviceId, origin);
            },
          },
        };
      }),
  },
  // Limits: explicit refreshes are counted, and a device.state.get that DEVICE_BUSY refused has refreshed nothing.
  {
    id: 'budget-spent-when-busy-on-websocket',
    rule: 'refresh.busy-is-free',
    summary: 'A device.state.get refused with DEVICE_BUSY spends the refresh budget.',
    decorate: () => {
      let budget: RefreshBudget | undefined;
      return {
        ...withPorts((ports) => {
          ({ budget } = ports);
          return {};
        }),
        ...withService((service) => ({
          refresh: async (caller, deviceId) => {
            const outcome = await service.refresh(caller, deviceId);
            const busy = !outcome.ok && outcome.refusal.code === 'DEVICE_BUSY';
            if (busy && caller.origin?.channel === 'ws') budget?.spend(deviceId, caller.origin);
            return outcome;
          },
        })),
      };
    },
  },
];

/**
 * Counts the refreshes over WebSocket apart: they wait for those over REST, and none over REST waits for them.
 * @param owner whose budget such a refresh is counted under; owners do not wait for each other.
 */
function withOwnBudgets(owner: (origin: WebSocketOrigin) => string): Decoration {
  const filed = (deviceId: string, origin: Origin | undefined): string =>
    origin?.channel === 'ws' ? `${owner(origin)} ${deviceId}` : deviceId;
  return withPorts(({ budget }) => ({
    budget: {
      waitFor: (deviceId, origin) =>
        budget.waitFor(deviceId, origin) ?? budget.waitFor(filed(deviceId, origin), origin),
      spend: (deviceId, origin) => budget.spend(filed(deviceId, origin), origin),
    },
  }));
}
