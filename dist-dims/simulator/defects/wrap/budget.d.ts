import type { Decoration } from '../../decoration.js';
import type { Origin } from '../../service/origin.js';
/** @param filed what the budget of a device is counted under. */
export declare function withFiledBudgets(filed: (deviceId: string, origin: Origin | undefined) => string): Pick<Decoration, 'ports'>;
