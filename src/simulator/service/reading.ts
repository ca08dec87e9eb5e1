// What callers read: devices, their refreshed state, configuration, profiles and commands.
import type { DeviceDetail } from '../../contract/schemas/device.js';
import type { Device } from '../device/device.js';
import type { ServiceParts } from './service-parts.js';
import { createPages } from './pages.js';
import { type ServiceResult, rateLimited, refuse, success } from './outcome.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { Service } from './service.js';

type Reading = Pick<Service, 'listDevices' | 'refresh' | 'readConfig' | 'listProfiles' | 'readCommand'>;

export function createReading({ state, devices }: ServiceParts, spend: Service['spend']): Reading {
  const pages = createPages(devices);

  const refresh: Service['refresh'] = (caller, deviceId) => {
    const { origin } = caller;
    const device = caller.sees(deviceId) ? devices.find(deviceId, origin) : undefined;
    if (!device) return noDevice();
    if (!device.isOnline()) return offline();
    const begun = state.beginRefresh({ clientId: caller.clientId, deviceId, origin });
    if (begun.kind === 'busy') return busy();
    if (begun.kind === 'limited') return rateLimited(begun.wait, 'The device may not be refreshed yet.');
    return readWhole(device, begun.end);
  };
  const readWhole = async (
    device: Device,
    leave: () => MaybePromise<void>,
  ): Promise<ServiceResult<DeviceDetail>> => {
    try {
      const read = await device.refresh();
      const record = devices.describe(device.deviceId);
      // Somebody may have removed the device in the meantime.
      if (!record) return noDevice();
      return read.kind === 'done' ? success({ device: record, peripherals: read.value }) : offline();
    } finally {
      const left = leave();
      if (left instanceof Promise) await left;
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
      const entry = state.findCommand(commandId);
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
