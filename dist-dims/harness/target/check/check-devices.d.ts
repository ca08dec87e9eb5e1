import type { Peripherals } from '../../../contract/schemas/device.js';
import { type CheckContext } from './context.js';
import { type Listed } from './check-lists.js';
/**
 * State of each device that could be read, by device id.
 * @param clients those that can be used, and what each of them lists.
 */
export declare function checkDevices(context: CheckContext, clients: ReadonlyMap<string, Listed>): Promise<ReadonlyMap<string, Peripherals>>;
