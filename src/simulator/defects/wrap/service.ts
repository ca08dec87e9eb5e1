// Replaces methods of the service.
import type { EndpointName } from '../../../contract/endpoints.js';
import type { DeviceDetail, Peripherals } from '../../../contract/schemas/device.js';
import type { Decoration, DecorationContext } from '../../decoration.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { Caller, Service } from '../../service/service.js';

/** @param replace the methods that are different; all others stay as they are. */
export function withService(
  replace: (service: Service, context: DecorationContext) => Partial<Service>,
): Pick<Decoration, 'service'> {
  return { service: (service, context) => ({ ...service, ...replace(service, context) }) };
}

interface Refused {
  readonly endpoint: EndpointName;
  readonly token: string | undefined;
  readonly code: string;
}

/**
 * Serves requests that were refused, in the name of the client that was admitted last.
 * @param admits whether a request that was refused is served all the same.
 */
export function withAdmission(admits: (refused: Refused) => boolean): Pick<Decoration, 'service'> {
  return withService((service) => {
    let last: Caller | undefined;
    return {
      admit: (endpoint, token) => {
        const admitted = service.admit(endpoint, token);
        if (admitted.ok) last = admitted.value;
        else if (last && admits({ endpoint, token, code: admitted.refusal.code }))
          return { ok: true, value: last };
        return admitted;
      },
    };
  });
}

/** @param edit what a refresh comes to instead. */
export function withRefreshes(
  edit: (
    outcome: ServiceResult<DeviceDetail>,
    deviceId: string,
    caller: Caller,
  ) => ServiceResult<DeviceDetail>,
): Pick<Decoration, 'service'> {
  return withService((service) => ({
    refresh: async (caller, deviceId) => edit(await service.refresh(caller, deviceId), deviceId, caller),
  }));
}

/** @param edit what a refresh shows instead of what it has read. */
export function withPeripherals(
  edit: (read: Peripherals, deviceId: string, caller: Caller) => Peripherals,
): Pick<Decoration, 'service'> {
  return withRefreshes((outcome, deviceId, caller) => {
    if (!outcome.ok) return outcome;
    const peripherals = edit(outcome.value.peripherals, deviceId, caller);
    return { ok: true, value: { ...outcome.value, peripherals } };
  });
}
