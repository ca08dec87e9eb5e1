// A service over two devices that do nothing but take their time: enough to see every check of the service.
import type { QuotaClass } from '../../../src/contract/endpoints.js';
import type { Scope } from '../../../src/contract/scopes.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import type { Device, DeviceOutcome, DeviceEvent } from '../../../src/simulator/device/device.js';
import { createAccess, type ApiClient, createTicketOffice } from '../../../src/simulator/service/access.js';
import { createCommandLedger } from '../../../src/simulator/service/command-ledger.js';
import { createService } from '../../../src/simulator/service/create-service.js';
import { atOnce, type DeviceDirectory } from '../../../src/simulator/service/service.js';
import {
  createDeviceLane,
  createEventBus,
  createQuotas,
  createRefreshBudget,
} from '../../../src/simulator/service/ports.js';
import {
  DEFAULT_SETTINGS,
  type Quota,
  type ServiceSettings,
} from '../../../src/simulator/service/settings.js';
import { createMemoryState } from '../../../src/simulator/service/service-state.js';

/** How long the devices take for anything, in ms. */
export const DEVICE_TIME = 200;

const nothing = { relays: [], digitalInputs: [], analogInputs: [], sensors: [] };

export interface IdleDevice extends Device {
  performed: number;
  online: boolean;
  next: DeviceOutcome<undefined>['kind'] | 'breaks';
}

function idleDevice(deviceId: string, clock: Clock): IdleDevice {
  const unused = (): never => {
    throw new Error('not part of this test');
  };
  const device: IdleDevice = {
    deviceId,
    performed: 0,
    online: true,
    next: 'done',
    channels: { relays: 4, digitalInputs: 0, analogInputs: 0, sensors: [], rs485: true },
    isOnline: () => device.online,
    isPowered: () => true,
    config: () => ({ relays: [], baudRate: 9600 }),
    peripherals: () => nothing,
    refresh: async () => {
      await clock.sleep(DEVICE_TIME);
      return { kind: 'done', value: nothing };
    },
    perform: async () => {
      await clock.sleep(DEVICE_TIME);
      device.performed++;
      if (device.next === 'breaks') throw new Error('the device broke');
      return device.next === 'done' ? { kind: 'done', value: undefined } : { kind: device.next };
    },
    physical: unused,
    listen: () => () => undefined,
    get stimuli() {
      return unused();
    },
  };
  return device;
}

/** The default quotas, but for these. */
export function quotasBut(changes: Partial<Record<QuotaClass, Quota>>): ServiceSettings['quotas'] {
  return { ...DEFAULT_SETTINGS.quotas, ...changes };
}

export function smallService(changes: Partial<ServiceSettings> = {}) {
  const clock = createManualClock();
  const random = createRandom(7);
  const settings = { ...DEFAULT_SETTINGS, ...changes };
  const plant = idleDevice('plant', clock);
  const pump = idleDevice('pump', clock);
  const directory = directoryOf([plant, pump], (deviceId) => idleDevice(deviceId, clock));
  const clients = [
    client('operator', ['device:control', 'device:config', 'device:manage']),
    client('reader', ['device:read']),
    client('guest', ['device:control'], ['pump']),
  ];
  const registry = {
    find: (id: string) => clients.find(({ clientId }) => clientId === id),
    forgetDevice: (deviceId: string) => clients.forEach((each) => each.forget(deviceId)),
    secretMatches: (id: string, secret: string) =>
      clients.some((c) => c.clientId === id) && secret === `${id}-secret`,
  };
  const ports = {
    access: createAccess(clock, random.stream('access-token'), registry, settings.accessTokenLifetime),
    quotas: createQuotas(clock, settings.quotas),
    budget: createRefreshBudget(clock, settings.refreshInterval),
    lane: createDeviceLane(),
    ledger: createCommandLedger(clock, random.stream('command-id'), { retention: 60_000, maxCommands: 100 }),
    tickets: createTicketOffice(clock, random.stream('ticket'), settings.ticketLifetime),
    events: createEventBus(),
  };
  const served = createService({
    ports,
    state: createMemoryState(ports),
    devices: directory,
    settings,
    clock,
    random: random.stream('event-id'),
    connectionsOf: () => 0,
  });
  const service = atOnce(served);
  const [operator, reader, guest] = clients as [TestClient, TestClient, TestClient];
  return { clock, service, ports, plant, pump, operator, reader, guest, emit: directory.emit };
}

interface TestClient extends ApiClient {
  readonly disabledAtStart: boolean;
  forget(deviceId: string): void;
}

function client(clientId: string, scopes: readonly Scope[], devices = ['plant', 'pump']): TestClient {
  const seen = new Set(devices);
  return {
    clientId,
    scopes,
    disabledAtStart: false,
    sees: (deviceId: string) => seen.has(deviceId),
    allow: (deviceId: string) => void seen.add(deviceId),
    forget: (deviceId: string) => void seen.delete(deviceId),
  };
}

function directoryOf(
  devices: Device[],
  make: (deviceId: string) => Device,
): DeviceDirectory & { emit(deviceId: string, event: DeviceEvent): void } {
  const listeners = new Set<(deviceId: string, event: DeviceEvent) => void>();
  let asked = 0;
  const find = (id: string): Device | undefined => devices.find(({ deviceId }) => deviceId === id);
  return {
    profiles: [{ profileId: 'idle' }],
    list: (after) =>
      devices
        .slice(after === undefined ? 0 : devices.findIndex(({ deviceId }) => deviceId === after) + 1)
        .map(({ deviceId }) => ({ deviceId })),
    has: (id) => find(id) !== undefined,
    addedCount: 0,
    // No list of it is kept.
    edition: () => ++asked,
    find,
    describe: (id) => find(id) && { deviceId: id },
    add: ({ deviceId }) => {
      devices.push(make(deviceId));
      return true;
    },
    remove: (id) => {
      const at = devices.findIndex(({ deviceId }) => deviceId === id);
      if (at >= 0) devices.splice(at, 1);
    },
    passwordMatches: (_, password) => password === 'device-secret',
    setPassword: () => undefined,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (deviceId, event) => listeners.forEach((listener) => listener(deviceId, event)),
  };
}
