import type { EndpointName } from '../../../contract/endpoints.js';
import type { DeviceDetail, Peripherals } from '../../../contract/schemas/device.js';
import type { Decoration, DecorationContext } from '../../decoration.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { Caller, Service } from '../../service/service.js';
/** @param replace the methods that are different; all others stay as they are. */
export declare function withService(replace: (service: Service, context: DecorationContext) => Partial<Service>): Pick<Decoration, 'service'>;
interface Refused {
    readonly endpoint: EndpointName;
    readonly token: string | undefined;
    readonly code: string;
}
/**
 * Serves requests that were refused, in the name of the client that was admitted last.
 * @param admits whether a request that was refused is served all the same.
 */
export declare function withAdmission(admits: (refused: Refused) => boolean): Pick<Decoration, 'service'>;
/** @param edit what a refresh comes to instead. */
export declare function withRefreshes(edit: (outcome: ServiceResult<DeviceDetail>, deviceId: string, caller: Caller) => ServiceResult<DeviceDetail>): Pick<Decoration, 'service'>;
/** @param edit what a refresh shows instead of what it has read. */
export declare function withPeripherals(edit: (read: Peripherals, deviceId: string, caller: Caller) => Peripherals): Pick<Decoration, 'service'>;
export {};
