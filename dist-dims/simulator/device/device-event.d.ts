import type { Peripherals } from '../../contract/schemas/device.js';
import type { ChannelChange } from '../../contract/schemas/message.js';
/** What happened at the device, as it tells the service; the events of the WebSocket follow from it. */
export type DeviceEvent = {
    readonly kind: 'online';
} | {
    readonly kind: 'offline';
} | {
    readonly kind: 'power-lost';
} | {
    readonly kind: 'power-restored';
} | {
    readonly kind: 'state-changed';
    readonly changes: readonly ChannelChange[];
    readonly peripherals: Peripherals;
} | {
    readonly kind: 'rs485-received';
    readonly data: string;
};
