import type { Peripherals } from '../../../contract/schemas/device.js';
import type { ChannelChange } from '../../../contract/schemas/message.js';
export interface BoundDevice {
    readonly name: string;
    readonly deviceId: string;
    /** Its name in the profile. */
    readonly profileName?: string;
    /** Index by symbolic name. */
    readonly relays: Readonly<Record<string, number>>;
    readonly inputs?: Readonly<Record<string, number>>;
    readonly analogInputs?: Readonly<Record<string, number>>;
    /** Key by symbolic name. */
    readonly sensors?: Readonly<Record<string, string>>;
    /** Bytes (hex) for the RS485 port, as far as the profile knows them. */
    readonly rs485?: {
        readonly answered?: string;
        readonly unanswered?: string;
    };
}
/** The named relays as `on` or `off`; a relay that the state does not have is left out. */
export declare function relayWords(device: BoundDevice, peripherals: Peripherals): Record<string, 'on' | 'off'>;
/** The named digital inputs as `active` or `inactive`; one that the state does not have is left out. */
export declare function inputWords({ inputs }: BoundDevice, peripherals: Peripherals): Record<string, 'active' | 'inactive'>;
/** The values of the named analog inputs; one that the state does not have is left out. */
export declare function analogValues({ analogInputs }: BoundDevice, peripherals: Peripherals): Record<string, number>;
/** The values of the named sensors; one that the state does not have is left out. */
export declare function sensorValues({ sensors }: BoundDevice, peripherals: Peripherals): Record<string, number>;
/** `lamp` for a channel with a name, `relay 3` or `digitalInput 1` for any other. */
export declare function changeWords(device: BoundDevice | undefined, changes: readonly ChannelChange[]): string[];
