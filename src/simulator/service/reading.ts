// What callers read: devices, their refreshed state, configuration, profiles and commands.
import type { DeviceDetail } from '../../contract/schemas/device.js';
import type { Device } from '../device/device.js';
import type { ServiceParts } from './service-parts.js';
import { createPages } from './pages.js';
import { type ServiceResult, rateLimited, refuse, success, unkept, usedUp } from './outcome.js';
import { andThen, type MaybePromise } from '../../kernel/maybe-promise.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { ServedService } from './service.js';
import type { CommandRead } from './service-state.js';

type Reading = Pick<ServedService, 'listDevices' | 'refresh' | 'readConfig' | 'listProfiles' | 'readCommand'>;

export function createReading(
  { state, devices, configOf = (device) => device.config() }: ServiceParts,
  spend: ServedService['spend'],
): Reading {
  const pages = createPages(devices);

  const refresh: ServedService['refresh'] = (caller, deviceId) => {
    const { origin } = caller;
    const device = caller.sees(deviceId) ? devices.find(deviceId, origin) : undefined;
    if (!device) return noDevice();
    if (!device.isOnline()) return deviceOffline();
    return andThen(state.beginRefresh({ clientId: caller.clientId, deviceId, origin }), (begun) => {
      if (begun.kind === 'busy') return busy();
      if (begun.kind === 'limited') return rateLimited(begun.wait, 'The device may not be refreshed yet.');
      return begun.kind === 'unkept' ? unkept() : readWhole(device, begun.end);
    });
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
      return read.kind === 'done' ? success({ device: record, peripherals: read.value }) : deviceOffline();
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
      return andThen(spend(caller, 'query'), (counted) =>
        counted.ok ? success(pages.of(caller, page)) : counted,
      );
    },
    readConfig: (caller, deviceId) => {
      const device = caller.sees(deviceId) ? devices.find(deviceId) : undefined;
      if (!device) return noDevice();
      return andThen(spend(caller, 'query'), (counted) =>
        counted.ok ? andThen(configOf(device), success) : counted,
      );
    },
    listProfiles: (caller) =>
      andThen(spend(caller, 'query'), (counted) =>
        counted.ok ? success({ profiles: [...devices.profiles] }) : counted,
      ),
    readCommand: (caller, commandId) => {
      const { clientId } = caller;
      // A command of a device that the client may not access is as good as none (scope.commands-within-devices).
      const mayRead = (deviceId: string): boolean => caller.sees(deviceId) && devices.has(deviceId);
      return andThen(state.readCommand(clientId, commandId, mayRead), commandRead);
    },
  };
}

function commandRead(read: CommandRead): ServiceResult<CommandValue> {
  switch (read.kind) {
    case 'none':
      return refuse('COMMAND_NOT_FOUND', 'There is no such command.');
    case 'limited':
      return usedUp(read.wait);
    case 'read':
      return success(read.command);
  }
}

export function noDevice(): ServiceResult<never> {
  return refuse('DEVICE_NOT_FOUND', 'There is no such device.');
}

export function deviceOffline(): ServiceResult<never> {
  return refuse('DEVICE_OFFLINE', 'The device is not connected, or did not answer.');
}

export function busy(): ServiceResult<never> {
  return refuse('DEVICE_BUSY', 'Another operation is using the device.');
}
