// Operations as commands: the state begins a new one, the device carries it out, and the state keeps the outcome.
import { andThen, type MaybePromise } from '../../kernel/maybe-promise.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { Device, DeviceOutcome } from '../device/device.js';
import { faultOf } from '../device/plan-operation.js';
import type { Operation, OperationResult } from '../../contract/operations.js';
import type { FinalOutcome } from './command-ledger.js';
import type { ServiceParts } from './service-parts.js';
import type { CommandBegun } from './service-state.js';
import { rateLimited, refuse, type ServiceResult, success, unkept } from './outcome.js';
import { busy, noDevice, deviceOffline } from './reading.js';
import type { Service } from './service.js';

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
        return deviceOffline();
      case 'busy':
        return busy();
      case 'limited':
        return rateLimited(begun.wait, 'The control quota of this API client is used up.');
      case 'unkept':
        return unkept();
      case 'begun': {
        const running = carryOut(device, operation).then(begun.end);
        if (settings.asynchronousCommands) return success(begun.entry.command);
        return running.then(() => begun.entry.finished).then(finalResult);
      }
    }
  };

  const operate: Service['operate'] = (caller, request) => {
    const device = caller.sees(request.deviceId) ? devices.find(request.deviceId, caller.origin) : undefined;
    if (!device) return noDevice();
    const fault = faultOf(request.operation, device.channels);
    if (fault !== undefined) return refuse('INVALID_PARAMETER', fault);

    const owned = { clientId: caller.clientId, origin: caller.origin, ...request };
    const begun = state.beginCommand(owned, () => device.isOnline());
    return andThen(begun, (each) => follow(each, device, request.operation));
  };

  return { operate };
}

function finalResult(final: CommandValue | undefined): ServiceResult<CommandValue> {
  return final === undefined ? unkept() : success(final);
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
