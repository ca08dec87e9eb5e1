// What callers read: devices, their refreshed state, configuration, profiles and commands.
import type { DeviceDetail } from '../../contract/schemas/device.js';
import type { Device } from '../device/device.js';
import type { ServiceParts } from './service-parts.js';
import { createPages } from './pages.js';
import { type ServiceResult, rateLimited, refuse, success } from './outcome.js';
import type { Service } from './service.js';

type Reading = Pick<Service, 'listDevices' | 'refresh' | 'readConfig' | 'listProfiles' | 'readCommand'>;

export function createReading({ ports, devices }: ServiceParts, spend: Service['spend']): Reading {
  const { quotas, budget, lane, ledger } = ports;
  const pages = createPages(devices);

  const refresh: Service['refresh'] = (caller, deviceId) => {
    const { origin } = caller;
    const device = caller.sees(deviceId) ? devices.find(deviceId, origin) : undefined;
    if (!device) return noDevice();
    if (!device.isOnline()) return offline();
    // The lane comes before the budget: an overlapping refresh is answered with DEVICE_BUSY.
    const leave = lane.enter(deviceId, origin);
    if (!leave) return busy();
    // The longer of the two, so that a refresh after the announced delay is accepted (refresh.retry-after-truthful).
    const wait = Math.max(
      quotas.waitFor(caller.clientId, 'refresh') ?? 0,
      budget.waitFor(deviceId, origin) ?? 0,
    );
    if (wait > 0) {
      leave();
      return rateLimited(wait, 'The device may not be refreshed yet.');
    }
    quotas.take(caller.clientId, 'refresh');
    budget.spend(deviceId, origin);
    return read(device, leave);
  };
  const read = async (device: Device, leave: () => void): Promise<ServiceResult<DeviceDetail>> => {
    try {
      const state = await device.refresh();
      const record = devices.describe(device.deviceId);
      // Somebody may have removed the device in the meantime.
      if (!record) return noDevice();
      return state.kind === 'done' ? success({ device: record, peripherals: state.value }) : offline();
    } finally {
      leave();
    }
  };

  return {
    refresh,
    listDevices: (caller, page) => {
      const { cursor } = page;
      // A cursor must not reveal whether a device exists that the client may not access.
      if (cursor !== undefined && !(caller.sees(cursor) && devices.has(cursor))) {
        return refuse('INVALID_PARAMETER', 'The cursor is unknown; start again without one.');
      }
      const counted = spend(caller, 'query');
      return counted.ok ? success(pages.of(caller, page)) : counted;
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

export function noDevice(): ServiceResult<never> {
  return refuse('DEVICE_NOT_FOUND', 'There is no such device.');
}

export function offline(): ServiceResult<never> {
  return refuse('DEVICE_OFFLINE', 'The device is not connected, or did not answer.');
}

export function busy(): ServiceResult<never> {
  return refuse('DEVICE_BUSY', 'Another operation is using the device.');
}
