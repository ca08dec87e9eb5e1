// The parts that the service is put together from. A defect replaces one of them by a wrong one, without a change to the
// service.
import type { Origin } from './origin.js';
import type { Clock } from '../../kernel/clock.js';
import type { QuotaClass } from '../../contract/endpoints.js';
import type { Quota } from './settings.js';
import type { EventTopic } from '../../contract/topics.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { Access, TicketOffice } from './access.js';
import type { CommandLedger } from './command-ledger.js';

// One operation at a time on each device: refreshes and controls of both channels share the lane
// (busy.one-at-a-time). Nothing waits for it: a second operation is refused.

export interface DeviceLane {
  isTaken(deviceId: string): boolean;
  /**
   * Takes the lane and returns the way to leave it; undefined when it is taken. Leaving twice is harmless.
   * @param origin of the request, for decorations; the lane itself does not look at it.
   */
  enter(deviceId: string, origin?: Origin): (() => void) | undefined;
}

export function createDeviceLane(): DeviceLane {
  const taken = new Map<string, symbol>();
  return {
    isTaken: (deviceId) => taken.has(deviceId),
    enter: (deviceId) => {
      if (taken.has(deviceId)) return undefined;
      const ticket = Symbol(deviceId);
      taken.set(deviceId, ticket);
      return () => {
        if (taken.get(deviceId) === ticket) taken.delete(deviceId);
      };
    },
  };
}

// The refresh budget: one explicit refresh of a device in three seconds, over all clients and both channels
// (refresh.min-interval, refresh.shared-budget, refresh.across-clients).

/** The origin of the request is there for decorations; the budget itself does not look at it. */
export interface RefreshBudget {
  /** Ms until the device may be refreshed, or undefined when it may be now. Takes nothing. */
  waitFor(deviceId: string, origin?: Origin): number | undefined;
  /** Counts a refresh that starts now. */
  spend(deviceId: string, origin?: Origin): void;
  /** Makes the device wait so many ms, as `waitFor` of another budget has said. */
  recall(deviceId: string, wait: number): void;
}

/** A budget that also tells how many devices it remembers: only those refreshed within the interval. */
export interface CountedRefreshBudget extends RefreshBudget {
  readonly size: number;
}

/** @param interval least time between two refreshes in ms. */
export function createRefreshBudget(clock: Clock, interval: number): CountedRefreshBudget {
  // In the order of the last refresh, so that the entries to forget are the first ones.
  const lastStart = new Map<string, number>();

  const forgetWhatIsOver = (now: number): void => {
    for (const [deviceId, last] of lastStart) {
      if (last + interval > now) return;
      lastStart.delete(deviceId);
    }
  };

  return {
    waitFor: (deviceId) => {
      const last = lastStart.get(deviceId);
      const wait = last === undefined ? 0 : last + interval - clock.now();
      return wait > 0 ? wait : undefined;
    },
    spend: (deviceId) => {
      const now = clock.now();
      forgetWhatIsOver(now);
      lastStart.delete(deviceId);
      lastStart.set(deviceId, now);
    },
    recall: (deviceId, wait) => void lastStart.set(deviceId, clock.now() + wait - interval),
    get size() {
      return lastStart.size;
    },
  };
}

// Request quotas: how often one API client may do things of one class. All its tokens and connections
// share them (limits.shared-per-client), and a rejection counts for nothing (limits.rejection-is-free).

export interface QuotaLevel {
  readonly limit: number;
  readonly left: number;
  /** Ms until the window ends and all is free again; 0 when no window runs. */
  readonly resetsIn: number;
}

interface Window {
  readonly endsAt: number;
  taken: number;
}

type Quotas = ReturnType<typeof createQuotas>;

export function createQuotas(clock: Clock, quotas: Readonly<Record<QuotaClass, Quota>>) {
  const windows = new Map<string, Map<QuotaClass, Window>>();

  const current = (clientId: string, quotaClass: QuotaClass): Window | undefined => {
    const window = windows.get(clientId)?.get(quotaClass);
    return window && window.endsAt > clock.now() ? window : undefined;
  };

  const booksOf = (clientId: string): Map<QuotaClass, Window> => {
    const books = windows.get(clientId) ?? new Map<QuotaClass, Window>();
    windows.set(clientId, books);
    return books;
  };

  return {
    /** Ms to wait until one more is free, or undefined when one is free now. Takes nothing. */
    waitFor: (clientId: string, quotaClass: QuotaClass): number | undefined => {
      const window = current(clientId, quotaClass);
      if (!window || window.taken < quotas[quotaClass].limit) return undefined;
      return window.endsAt - clock.now();
    },
    /** Counts one. */
    take: (clientId: string, quotaClass: QuotaClass): void => {
      const window = current(clientId, quotaClass);
      if (window) {
        window.taken++;
        return;
      }
      booksOf(clientId).set(quotaClass, { endsAt: clock.now() + quotas[quotaClass].window, taken: 1 });
    },
    /** Takes back one that was counted for a request which was then rejected (limits.rejection-is-free). */
    giveBack: (clientId: string, quotaClass: QuotaClass): void => {
      const window = current(clientId, quotaClass);
      if (window && window.taken > 0) window.taken--;
    },
    /** Sets the level to one that `level` of another simulator has returned. */
    recall: (clientId: string, quotaClass: QuotaClass, { limit, left, resetsIn }: QuotaLevel): void => {
      booksOf(clientId).set(quotaClass, { endsAt: clock.now() + resetsIn, taken: limit - left });
    },
    level: (clientId: string, quotaClass: QuotaClass): QuotaLevel => {
      const window = current(clientId, quotaClass);
      const { limit } = quotas[quotaClass];
      if (!window) return { limit, left: limit, resetsIn: 0 };
      return { limit, left: limit - window.taken, resetsIn: window.endsAt - clock.now() };
    },
  };
}

// Carries events from the devices to every open connection that is entitled to them (events.every-connection).
// Nothing is kept: a client that is not connected when an event happens never gets it (events.not-replayed).

interface EventStamp {
  readonly eventId: string;
  /** Clock time in ms. */
  readonly occurredAt: number;
  readonly deviceId: string;
}

export type ServiceEvent = EventStamp &
  (
    | { readonly topic: Exclude<EventTopic, 'device.state.changed' | 'device.rs485.received'> }
    | {
        readonly topic: 'device.state.changed';
        readonly changes: readonly ChannelChange[];
        readonly peripherals: Peripherals;
      }
    | { readonly topic: 'device.rs485.received'; readonly data: string }
  );

export interface Subscriber {
  /** Whether the subscriber may hear of this device (scope.devices-within-client). */
  mayHear(deviceId: string): boolean;
  deliver(event: ServiceEvent): void;
}

export interface EventBus {
  publish(event: ServiceEvent): void;
  /** Returns the way to stop. */
  subscribe(subscriber: Subscriber): () => void;
}

export function createEventBus(): EventBus {
  const subscribers = new Set<Subscriber>();
  return {
    publish: (event) => {
      for (const subscriber of subscribers) {
        if (subscriber.mayHear(event.deviceId)) subscriber.deliver(event);
      }
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
}

export interface ServicePorts {
  readonly access: Access;
  readonly quotas: Quotas;
  readonly budget: RefreshBudget;
  readonly lane: DeviceLane;
  readonly ledger: CommandLedger;
  readonly tickets: TicketOffice;
  readonly events: EventBus;
}
