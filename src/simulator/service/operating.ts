// What callers do and read: operations as commands, devices, their refreshed state, configuration, profiles and commands.
import { andThen, type MaybePromise } from '../../kernel/maybe-promise.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { Device, DeviceOutcome } from '../device/device.js';
import { faultOf } from '../device/operations.js';
import type { Operation, OperationResult } from '../../contract/operations.js';
import type { FinalOutcome } from './command-ledger.js';
import type {
  ServiceParts,
  Service,
  Caller,
  ListedDevices,
  Page,
  ServedService,
  DeviceDirectory,
} from './service.js';
import type { CommandBegun, CommandRead } from './service-state.js';
import { rateLimited, refuse, type ServiceResult, success, UNKEPT, usedUp } from './outcome.js';
import type { DeviceDetail, DeviceRecord } from '../../contract/schemas/device.js';

export const NO_DEVICE = refuse('DEVICE_NOT_FOUND', 'There is no such device.');
const OFFLINE = refuse('DEVICE_OFFLINE', 'The device is not connected, or did not answer.');
const BUSY = refuse('DEVICE_BUSY', 'Another operation is using the device.');

// Operations as commands: the state begins a new one, the device carries it out, and the state keeps the outcome.

type Outcome = MaybePromise<ServiceResult<CommandValue>>;

export function createOperating({ state, devices, settings }: ServiceParts): Pick<Service, 'operate'> {
  const follow = (begun: CommandBegun, device: Device, operation: Operation): Outcome => {
    switch (begun.kind) {
      case 'conflict':
        return refuse('IDEMPOTENCY_KEY_REUSED', 'The key belongs to another request.');
      case 'repeat':
        if (settings.asynchronousCommands) return success(begun.entry.command);
        return begun.entry.finished.then(finalResult);
      case 'offline':
        return OFFLINE;
      case 'busy':
        return BUSY;
      case 'limited':
        return rateLimited(begun.wait, 'The control quota of this API client is used up.');
      case 'unkept':
        return UNKEPT;
      case 'begun': {
        const running = carryOut(device, operation).then(begun.end);
        if (settings.asynchronousCommands) return success(begun.entry.command);
        return running.then(() => begun.entry.finished).then(finalResult);
      }
    }
  };

  const operate: Service['operate'] = (caller, request) => {
    const device = caller.sees(request.deviceId) ? devices.find(request.deviceId, caller.origin) : undefined;
    if (!device) return NO_DEVICE;
    const fault = faultOf(request.operation, device.channels);
    if (fault !== undefined) return refuse('INVALID_PARAMETER', fault);

    const owned = { clientId: caller.clientId, origin: caller.origin, ...request };
    const begun = state.beginCommand(owned, () => device.isOnline());
    return andThen(begun, (each) => follow(each, device, request.operation));
  };

  return { operate };
}

function finalResult(final: CommandValue | undefined): ServiceResult<CommandValue> {
  return final === undefined ? UNKEPT : success(final);
}

/** Ends in every case: a device that breaks is a failed command, and the lane is freed. */
async function carryOut(device: Device, operation: Operation): Promise<FinalOutcome> {
  try {
    return finalOutcome(await device.perform(operation));
  } catch {
    return { status: 'failed' };
  }
}

export function finalOutcome(outcome: DeviceOutcome<OperationResult | undefined>): FinalOutcome {
  if (outcome.kind === 'timeout') return { status: 'timeout' };
  if (outcome.kind === 'unreachable') return { status: 'failed' };
  return outcome.value === undefined
    ? { status: 'succeeded' }
    : { status: 'succeeded', result: outcome.value };
}

// What callers read: devices, their refreshed state, configuration, profiles and commands.

type Reading = Pick<ServedService, 'listDevices' | 'refresh' | 'readConfig' | 'listProfiles' | 'readCommand'>;

export function createReading(
  { state, devices, configOf = (device) => device.config() }: ServiceParts,
  spend: ServedService['spend'],
): Reading {
  const pageFor = createPages(devices);

  const refresh: ServedService['refresh'] = (caller, deviceId) => {
    const { origin } = caller;
    const device = caller.sees(deviceId) ? devices.find(deviceId, origin) : undefined;
    if (!device) return NO_DEVICE;
    if (!device.isOnline()) return OFFLINE;
    return andThen(state.beginRefresh({ clientId: caller.clientId, deviceId, origin }), (begun) => {
      if (begun.kind === 'busy') return BUSY;
      if (begun.kind === 'limited') return rateLimited(begun.wait, 'The device may not be refreshed yet.');
      return begun.kind === 'unkept' ? UNKEPT : readWhole(device, begun.end);
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
      if (!record) return NO_DEVICE;
      return read.kind === 'done' ? success({ device: record, peripherals: read.value }) : OFFLINE;
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
        counted.ok ? success(pageFor(caller, page)) : counted,
      );
    },
    readConfig: (caller, deviceId) => {
      const device = caller.sees(deviceId) ? devices.find(deviceId) : undefined;
      if (!device) return NO_DEVICE;
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

// Pages of the device list. One that still holds is given out again, frozen: whoever has spelled it once need not do so
// again, and nobody walks the devices for it. What comes after the first devices of a long one is walked when somebody
// asks for it; whoever has done so while the list held need not do so again.

const MAX_PAGE = 1000;
/** Devices of a list that are made at once, at most; and of a page that is kept, which takes room. */
const LARGEST = 2000;

interface Kept {
  readonly edition: number;
  readonly sees: Caller['sees'];
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly list: ListedDevices;
}

/** Gives the devices that the caller sees after the cursor, up to the limit. */
function createPages(devices: DeviceDirectory): (caller: Caller, page: Page) => ListedDevices {
  /** The last page of each client. */
  const kept = new Map<string, Kept>();
  return ({ clientId, sees }, { limit, cursor }) => {
    const edition = devices.edition();
    const last = kept.get(clientId);
    if (last?.edition === edition && last.sees === sees && last.limit === limit && last.cursor === cursor)
      return last.list;
    const list = pageOf(devices, sees, { limit, cursor });
    if (list.devices.every(Object.isFrozen)) {
      Object.freeze(list.devices);
      kept.set(clientId, { edition, sees, limit, cursor, list: Object.freeze(list) });
    }
    return list;
  };
}

function pageOf(
  devices: DeviceDirectory,
  sees: Caller['sees'],
  { limit = Infinity, cursor }: Page,
): ListedDevices {
  const most = limit === Infinity ? LARGEST : Math.min(limit, MAX_PAGE);
  const listed: DeviceRecord[] = [];
  for (const device of devices.list(cursor)) {
    if (!sees(device.deviceId)) continue;
    const last = listed.length === most ? listed.at(-1) : undefined;
    if (last && limit === Infinity) return { devices: listed, rest: () => seenAfter(devices, sees, last) };
    if (last) return { devices: listed, nextCursor: last.deviceId };
    listed.push(device);
  }
  return { devices: listed };
}

function* seenAfter(
  devices: DeviceDirectory,
  sees: Caller['sees'],
  { deviceId }: DeviceRecord,
): Generator<DeviceRecord> {
  for (const device of devices.list(deviceId)) if (sees(device.deviceId)) yield device;
}
