// Defects of the refresh budget, and of what a refresh that comes too soon is told.
import type { Origin, WebSocketOrigin } from '../service/origin.js';
import type { RefreshBudget } from '../service/ports.js';
import { breaks, defects } from './defect.js';
import type { Edge, EdgeOf } from '../edge/edge.js';
import { dataOf, frames, isRefusedWith, onePort, portCall, replies, withData } from '../edge/helpers.js';
import { createTally, knowingClients, refreshes } from './parts.js';
import { commandsBegun, entered, filedBudgets, isOverWebSocket, waits } from './wrong-ports.js';

/** Ms between two refreshes of a device. */
const INTERVAL = 3000;

export const REFRESH_DEFECTS = defects({
  // Limits: at least three seconds lie between two explicit refreshes of one device.
  'budget-missing': breaks('refresh.min-interval', {
    summary: 'Refreshes of one device are accepted without any distance between them.',
    edge: portCall('budget', 'waitFor', () => undefined),
  }),
  // Limits: at least three seconds lie between two explicit refreshes, whatever is done to the device meanwhile.
  'budget-reset-by-control': breaks('refresh.min-interval', {
    summary: 'After a control the device may be refreshed at once, however short ago it was refreshed.',
    edge: letAfterControl(() => true),
  }),
  // Limits: a refresh within three seconds of the last is refused, whatever was done between them.
  'budget-shortened-by-control': breaks('refresh.min-interval', {
    summary: 'After an operation a refresh is granted up to nine tenths of a second too early.',
    edge: letAfterControl((wait) => wait < 900),
  }),
  // Limits: GET device and device.state.get share one refresh budget.
  'budget-not-shared': breaks('refresh.shared-budget', {
    summary: 'GET device and device.state.get each have their own refresh budget.',
    edge: filedBudgets((deviceId, origin) => `${origin?.channel} ${deviceId}`),
  }),
  // Limits: the budget is shared in both directions; switching the protocol does not bypass it.
  'budget-shared-one-way': breaks('refresh.shared-budget', {
    summary: 'device.state.get waits for an earlier GET device, but GET device not for device.state.get.',
    edge: withOwnBudgets(({ channel }) => channel),
  }),
  // Limits: the refresh budget is one for each device.
  'budget-for-all-devices': breaks('refresh.per-device', {
    summary: 'A refresh of one device keeps every other device from being refreshed.',
    edge: filedBudgets(() => 'all'),
  }),
  // Limits: the refresh budget is one for each device, however alike the identifiers are.
  'budget-by-id-prefix': breaks('refresh.per-device', {
    summary: 'Devices whose identifiers begin with the same six characters share one refresh budget.',
    edge: filedBudgets((deviceId) => deviceId.slice(0, 6)),
  }),
  // Limits: the refresh budget is one for each device, so all API clients share it.
  'budget-per-client': breaks('refresh.across-clients', {
    summary: 'Two API clients refresh one device within three seconds of each other.',
    edge: knowingClients((clientOf) => filedBudgets((deviceId, origin) => `${clientOf(origin)} ${deviceId}`)),
  }),
  // Limits: the refresh budget is one for each device, so all API clients share it on WebSocket as well.
  'budget-per-client-on-websocket': breaks('refresh.across-clients', {
    summary: 'device.state.get of two API clients is accepted within three seconds on one device.',
    edge: withOwnBudgets(({ connection }) => connection.clientId),
  }),
  // Limits: a rejection with 429 does not extend the current window.
  'budget-extended-by-rejections': breaks('refresh.rejection-is-free', {
    summary: 'A refused refresh starts the waiting time anew.',
    edge: waits((wait, deviceId, budget, origin) => {
      if (wait !== undefined) budget.spend(deviceId, origin);
      return wait;
    }),
  }),
  // Limits: a rejection with 429 does not extend the current window, however many there were before.
  'hammering-punished': breaks('refresh.rejection-is-free', {
    summary: 'The third refused refresh in a row starts the waiting time anew.',
    edge: () => {
      const refused = createTally();
      return waits(
        (wait, deviceId, budget) => {
          if (wait !== undefined && refused.add(deviceId) > 2) budget.recall(deviceId, INTERVAL);
          return wait;
        },
        (deviceId) => refused.add(deviceId, -refused.of(deviceId)),
      );
    },
  }),
  // Limits: explicit refreshes are counted, and one that DEVICE_BUSY refused has not refreshed anything.
  'budget-spent-when-busy': breaks('refresh.busy-is-free', {
    summary: 'A refresh refused with DEVICE_BUSY spends the refresh budget.',
    edge: ({ clock }) => {
      const wrongly = new Map<string, number>();
      return [
        entered((leave, deviceId) => {
          if (!leave) wrongly.set(deviceId, clock.now());
          return leave;
        }),
        portCall('budget', 'waitFor', (deviceId, origin, next) => {
          const left = (wrongly.get(deviceId) ?? -Infinity) + INTERVAL - clock.now();
          return left > 0 ? left : next(deviceId, origin);
        }),
      ];
    },
  }),
  // Limits: explicit refreshes are counted, and a device.state.get that DEVICE_BUSY refused has refreshed nothing.
  'budget-spent-when-busy-on-websocket': breaks('refresh.busy-is-free', {
    summary: 'A device.state.get refused with DEVICE_BUSY spends the refresh budget.',
    edge: () => {
      let budget: RefreshBudget | undefined;
      return {
        ports: (ports) => {
          ({ budget } = ports);
          return {};
        },
        ...refreshes((outcome, deviceId, { origin }) => {
          if (isRefusedWith(outcome, 'DEVICE_BUSY') && isOverWebSocket(origin))
            budget?.spend(deviceId, origin);
          return outcome;
        }),
      };
    },
  }),
  // Limits: a rate-limited response has the header Retry-After.
  'retry-after-header-missing': breaks('refresh.rate-limited-rest', {
    summary: 'A refused refresh over REST comes without the Retry-After header.',
    edge: replies((_, { status }) => (status === 429 ? { headers: {} } : undefined)),
  }),
  // Limits: Retry-After is given in seconds. HTTP also knows a date there, this interface does not.
  'retry-after-as-date': breaks('refresh.rate-limited-rest', {
    summary: 'The Retry-After header of a refused refresh is a date instead of a number of seconds.',
    edge: ({ clock }) =>
      replies((_, { status, headers }) => {
        const seconds = Number(headers['retry-after']);
        if (status !== 429 || Number.isNaN(seconds)) return undefined;
        const date = new Date(clock.now() + seconds * 1000).toUTCString();
        return { headers: { ...headers, 'retry-after': date } };
      }),
  }),
  // Errors: a rate-limited WebSocket request gets a reply with data.retryAfterSeconds.
  'retry-after-missing-on-websocket': breaks('refresh.rate-limited-websocket', {
    summary: 'A rate-limited reply on the WebSocket has no data.retryAfterSeconds.',
    edge: frames((frame) => (frame['code'] === 'RATE_LIMITED' ? { ...frame, data: {} } : undefined)),
  }),
  // Errors: data.retryAfterSeconds is a number of seconds, in a WebSocket reply too.
  'retry-after-as-text-on-websocket': breaks('refresh.rate-limited-websocket', {
    summary: 'data.retryAfterSeconds of a rate-limited reply on the WebSocket is a text such as "3 s".',
    edge: frames((frame) =>
      frame['code'] === 'RATE_LIMITED'
        ? withData(frame, { retryAfterSeconds: `${String(dataOf(frame)['retryAfterSeconds'])} s` })
        : undefined,
    ),
  }),
  // Limits: Retry-After and data.retryAfterSeconds give the actual delay.
  'retry-after-too-short': breaks('refresh.retry-after-truthful', {
    summary: 'A refused refresh announces a delay of one second, whatever the real one is.',
    edge: withAnnouncedDelay(() => 1),
  }),
  // Limits: Retry-After and data.retryAfterSeconds give the actual delay, in seconds.
  'retry-after-in-milliseconds': breaks('refresh.retry-after-truthful', {
    summary: 'The announced delay of a refused refresh is in milliseconds.',
    edge: withAnnouncedDelay((seconds) => seconds * 1000),
  }),
  // Limits: after the announced delay a refresh is accepted, so fractions of a second are rounded up.
  'retry-after-rounded-down': breaks('refresh.retry-after-truthful', {
    summary: 'The announced delay of a refused refresh is rounded down to whole seconds.',
    edge: withAnnouncedDelay((seconds) => Math.max(0, seconds - 1)),
  }),
  // Limits: after the announced delay a refresh is accepted, however short the delay is.
  'retry-after-nothing-in-last-second': breaks('refresh.retry-after-truthful', {
    summary: 'In the last second of its budget a refused refresh announces a delay of 0.',
    edge: withAnnouncedDelay((seconds) => (seconds <= 1 ? 0 : seconds)),
  }),
});

/**
 * Counts the refreshes over WebSocket apart: they wait for those over REST, and none over REST waits for them.
 * @param owner whose budget such a refresh is counted under; owners do not wait for each other.
 */
function withOwnBudgets(owner: (origin: WebSocketOrigin) => string): Edge {
  const filed = (deviceId: string, origin: Origin | undefined): string =>
    origin?.channel === 'ws' ? `${owner(origin)} ${deviceId}` : deviceId;
  return onePort('budget', (budget) => ({
    waitFor: (deviceId, origin) =>
      budget.waitFor(deviceId, origin) ?? budget.waitFor(filed(deviceId, origin), origin),
    spend: (deviceId, origin) => budget.spend(filed(deviceId, origin), origin),
  }));
}

/** @param announced what a refused refresh announces, from the right delay; both in seconds. */
function withAnnouncedDelay(announced: (seconds: number) => number): Edge {
  return refreshes((outcome) => {
    if (outcome.ok || outcome.refusal.retryAfterSeconds === undefined) return outcome;
    const retryAfterSeconds = announced(outcome.refusal.retryAfterSeconds);
    return { ok: false, refusal: { ...outcome.refusal, retryAfterSeconds } };
  });
}

/** @param isLet whether a device on which something was done since its last refresh is let off the wait, in ms. */
function letAfterControl(isLet: (wait: number) => boolean): EdgeOf {
  return () => {
    const done = new Set<string>();
    return [
      commandsBegun(({ deviceId }) => void done.add(deviceId)),
      waits(
        (wait, deviceId) => (wait !== undefined && done.has(deviceId) && isLet(wait) ? undefined : wait),
        (deviceId) => done.delete(deviceId),
      ),
    ];
  };
}
