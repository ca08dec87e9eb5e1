// Operations as commands: a known key ends at the ledger, a new one goes through lane and quota to the device.
import type { Device, DeviceOutcome } from '../device/device.js';
import { faultOf } from '../device/plan-operation.js';
import type { OperationResult } from '../../contract/operations.js';
import type { FinalOutcome } from './command-ledger.js';
import type { ServiceParts } from './service-parts.js';
import { rateLimited, refuse, success } from './outcome.js';
import { busy, noDevice, offline } from './reading.js';
import type { OperationRequest, Service } from './service.js';

export function createOperating({ ports, devices, settings }: ServiceParts): Pick<Service, 'operate'> {
  const { quotas, lane, ledger } = ports;

  const operate: Service['operate'] = (caller, request) => {
    const device = caller.sees(request.deviceId) ? devices.find(request.deviceId, caller.origin) : undefined;
    if (!device) return noDevice();
    const fault = faultOf(request.operation, device.channels);
    if (fault !== undefined) return refuse('INVALID_PARAMETER', fault);

    const owned = { clientId: caller.clientId, origin: caller.origin, ...request };
    const known = ledger.lookUp(owned);
    if (known.kind === 'conflict')
      return refuse('IDEMPOTENCY_KEY_REUSED', 'The key belongs to another request.');
    if (known.kind === 'repeat') {
      if (settings.asynchronousCommands) return success(known.entry.command);
      return known.entry.finished.then(success);
    }

    if (!device.isOnline()) return offline();
    const leave = lane.enter(request.deviceId, caller.origin);
    if (!leave) return busy();
    const wait = quotas.waitFor(caller.clientId, 'control');
    if (wait !== undefined) {
      leave();
      return rateLimited(wait, 'The control quota of this API client is used up.');
    }
    quotas.take(caller.clientId, 'control');

    const { entry, finish } = ledger.open(owned);
    const running = carryOut(device, request).then((outcome) => {
      // The lane must be free before a client can see that the command has ended (busy.released).
      leave();
      finish(outcome);
    });
    if (settings.asynchronousCommands) return success(entry.command);
    return running.then(() => entry.finished).then(success);
  };

  return { operate };
}

/** Ends in every case: a device that breaks is a failed command, and the lane is freed. */
async function carryOut(device: Device, request: OperationRequest): Promise<FinalOutcome> {
  try {
    return finalOutcome(await device.perform(request.operation));
  } catch {
    return { status: 'failed' };
  }
}

function finalOutcome(outcome: DeviceOutcome<OperationResult | undefined>): FinalOutcome {
  if (outcome.kind === 'timeout') return { status: 'timeout' };
  if (outcome.kind === 'unreachable') return { status: 'failed' };
  return outcome.value === undefined
    ? { status: 'succeeded' }
    : { status: 'succeeded', result: outcome.value };
}
