// What the service remembers, over a store of the test's choice: two clients, three devices, small limits.
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import { createAccess, createTicketOffice } from '../../../src/simulator/service/access.js';
import { createCommandLedger } from '../../../src/simulator/service/command-ledger.js';
import {
  createDeviceLane,
  createEventBus,
  type ServicePorts,
  createQuotas,
  createRefreshBudget,
} from '../../../src/simulator/service/ports.js';
import { type ServiceState, createMemoryState } from '../../../src/simulator/service/service-state.js';
import { createStateStore } from '../../../src/simulator/state/create-state-store.js';
import { keepPorts, createLastingState } from '../../../src/simulator/state/lasting-state.js';
import type { StateStore, Tables } from '../../../src/simulator/state/state-book.js';
import { createStoredShelf } from '../../../src/simulator/state/stored-shelf.js';
import { STATE_LIMITS } from '../../suites/state-model.js';
import { quotasBut } from '../service/small-service.js';

export interface StateRig {
  readonly state: ServiceState;
  readonly ports: ServicePorts;
  readonly clock: ManualClock;
}

export function memoryRig(clock = createManualClock()): StateRig {
  const ports = portsOf(clock, 0, undefined);
  return { state: createMemoryState(ports), ports, clock };
}

/** One life of a service over these tables. */
export function lastingRig(
  tables: Tables,
  clock = createManualClock(),
): StateRig & { readonly store: StateStore } {
  const store = createStateStore({ tables, machine: clock, digest: (secret) => `digest of ${secret}` });
  const ports = keepPorts(portsOf(clock, store.lives, store), store, clock);
  for (const [deviceId, readyAt] of store.book.entries('budgets'))
    if (Number(readyAt) > clock.now()) ports.budget.recall(String(deviceId), Number(readyAt) - clock.now());
  for (const [key, value] of store.book.entries('quotas')) {
    const [clientId = '', quotaClass = 'query'] = String(key).split('\n');
    const { limit, left, endsAt } = value as { limit: number; left: number; endsAt: number };
    const resetsIn = endsAt - clock.now();
    if (resetsIn > 0) ports.quotas.recall(clientId, quotaClass as 'query', { limit, left, resetsIn });
  }
  ports.ledger.endRunning();
  return { state: createLastingState(createMemoryState(ports), store.book), ports, clock, store };
}

function portsOf(clock: ManualClock, lives: number, store: StateStore | undefined): ServicePorts {
  const random = createRandom(7);
  const { retention, control, query, refreshInterval } = STATE_LIMITS;
  const clients = ['one', 'two'].map((clientId) => ({
    clientId,
    scopes: ['device:control' as const],
    disabledAtStart: false,
    sees: () => true,
    allow: () => undefined,
  }));
  const registry = {
    find: (id: string) => clients.find(({ clientId }) => clientId === id),
    forgetDevice: () => undefined,
    secretMatches: (id: string, secret: string) => secret === `${id}-secret`,
  };
  return {
    access: createAccess(clock, random.stream(`token ${lives}`), registry, 60_000),
    quotas: createQuotas(clock, quotasBut({ control, query })),
    budget: createRefreshBudget(clock, refreshInterval),
    lane: createDeviceLane(),
    ledger: createCommandLedger(
      clock,
      random.stream(`command ${lives}`),
      { retention, maxCommands: 1000 },
      store && createStoredShelf(clock, store.book),
    ),
    tickets: createTicketOffice(clock, random.stream(`ticket ${lives}`), 60_000),
    events: createEventBus(),
  };
}
