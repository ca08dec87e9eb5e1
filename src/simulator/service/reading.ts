// What callers read: devices, their state afresh, configuration, profiles and commands.
import type { Device as DeviceRecord } from '../../contract/schemas/device.js';
import type { ServiceParts } from './create-service.js';
import { type Outcome, rateLimited, refuse, success } from './outcome.js';
import type { Caller, Page, Service } from './service.js';

type Reading = Pick<Service, 'listDevices' | 'refresh' | 'readConfig' | 'listProfiles' | 'readCommand'>;

const MAX_PAGE = 1000;

export function createReading({ ports, devices }: ServiceParts, spend: Service['spend']): Reading {
  const { quotas, budget, lane, ledger } = ports;

  const refresh: Service['refresh'] = async (caller, deviceId) => {
    const device = caller.sees(deviceId) ? devices.find(deviceId) : undefined;
    if (!device) return noDevice();
    if (!device.isOnline()) return offline();
    // The lane comes before the budget: what overlaps is answered with DEVICE_BUSY, also a second refresh.
    const leave = lane.enter(deviceId);
    if (!leave) return busy();
    try {
      const wait = quotas.waitFor(caller.clientId, 'refresh') ?? budget.waitFor(deviceId);
      if (wait !== undefined) return rateLimited(wait, 'The device may not be refreshed yet.');
      quotas.take(caller.clientId, 'refresh');
      budget.spend(deviceId);
      const read = await device.refresh();
      const record = devices.describe(deviceId);
      return read.kind === 'done' && record
        ? success({ device: record, peripherals: read.value })
        : offline();
    } finally {
      leave();
    }
  };

  return {
    refresh,
    listDevices: (caller, page) => {
      const counted = spend(caller, 'query');
      if (!counted.ok) return counted;
      return pageOf(devices.list(), caller, page);
    },
    readConfig: (caller, deviceId) => {
      const device = caller.sees(deviceId) ? devices.find(deviceId) : undefined;
      if (!device) return noDevice();
      const counted = spend(caller, 'query');
      return counted.ok ? success(device.config()) : counted;
    },
    listProfiles: (caller) => {
      const counted = spend(caller, 'query');
      return counted.ok ? success({ profiles: [...devices.profiles] }) : counted;
    },
    readCommand: (caller, commandId) => {
      const entry = ledger.find(commandId);
      // A command of a device that the client may not access is as good as none (scope.commands-within-devices).
      if (!entry || !caller.sees(entry.command.deviceId) || !devices.has(entry.command.deviceId)) {
        return refuse('COMMAND_NOT_FOUND', 'There is no such command.');
      }
      const counted = spend(caller, 'query');
      return counted.ok ? success(entry.command) : counted;
    },
  };
}

function pageOf(
  all: ReturnType<ServiceParts['devices']['list']>,
  caller: Caller,
  page: Page,
): ReturnType<Service['listDevices']> {
  const listed: DeviceRecord[] = [];
  const limit = page.limit === undefined ? Number.POSITIVE_INFINITY : Math.min(page.limit, MAX_PAGE);
  let started = page.cursor === undefined;
  for (const device of all) {
    if (started && caller.sees(device.deviceId)) {
      const last = listed.at(-1);
      if (last && listed.length === limit) return success({ devices: listed, nextCursor: last.deviceId });
      listed.push(device);
    }
    if (device.deviceId === page.cursor) started = true;
  }
  if (!started) return refuse('INVALID_PARAMETER', 'The cursor is unknown; start again without one.');
  return success({ devices: listed });
}

export function noDevice(): Outcome<never> {
  return refuse('DEVICE_NOT_FOUND', 'There is no such device.');
}

export function offline(): Outcome<never> {
  return refuse('DEVICE_OFFLINE', 'The device is not connected, or did not answer.');
}

export function busy(): Outcome<never> {
  return refuse('DEVICE_BUSY', 'Another operation is using the device.');
}
