import { faultOf } from '../device/plan-operation.js';
import { rateLimited, refuse, success } from './outcome.js';
import { busy, noDevice, offline } from './reading.js';
export function createOperating({ ports, devices, settings }) {
    const { quotas, lane, ledger } = ports;
    const operate = async (caller, request) => {
        const device = caller.sees(request.deviceId) ? devices.find(request.deviceId, caller.origin) : undefined;
        if (!device)
            return noDevice();
        const fault = faultOf(request.operation, device.channels);
        if (fault !== undefined)
            return refuse('INVALID_PARAMETER', fault);
        const owned = { clientId: caller.clientId, origin: caller.origin, ...request };
        const known = ledger.lookUp(owned);
        if (known.kind === 'conflict')
            return refuse('IDEMPOTENCY_KEY_REUSED', 'The key belongs to another request.');
        if (known.kind === 'repeat') {
            return success(settings.asynchronousCommands ? known.entry.command : await known.entry.finished);
        }
        if (!device.isOnline())
            return offline();
        const leave = lane.enter(request.deviceId, caller.origin);
        if (!leave)
            return busy();
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
        if (settings.asynchronousCommands)
            return success(entry.command);
        await running;
        return success(await entry.finished);
    };
    return { operate };
}
/** Ends in every case: a device that breaks is a failed command, and the lane is freed. */
async function carryOut(device, request) {
    try {
        return finalOutcome(await device.perform(request.operation));
    }
    catch {
        return { status: 'failed' };
    }
}
function finalOutcome(outcome) {
    if (outcome.kind === 'timeout')
        return { status: 'timeout' };
    if (outcome.kind === 'unreachable')
        return { status: 'failed' };
    return outcome.value === undefined
        ? { status: 'succeeded' }
        : { status: 'succeeded', result: outcome.value };
}
