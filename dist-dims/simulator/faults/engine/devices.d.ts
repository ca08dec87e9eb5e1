import type { DeviceIdentity, Fleet } from '../../fleet/fleet.js';
import type { Selector, Selects } from '../selector.js';
export declare function selectedDevices(fleet: Pick<Fleet, 'list' | 'identity'>, { device }: Selector, selects: Selects): Generator<DeviceIdentity>;
