import { z } from 'zod';
/** The complete runtime state of a device: what a refresh covers (devices.refresh-covers-all). */
export declare const peripherals: z.ZodObject<{
    relays: z.ZodArray<z.ZodObject<{
        index: z.ZodInt;
        on: z.ZodBoolean;
        jogging: z.ZodOptional<z.ZodLiteral<true>>;
    }, z.core.$strip>>;
    digitalInputs: z.ZodArray<z.ZodObject<{
        index: z.ZodInt;
        active: z.ZodBoolean;
    }, z.core.$strip>>;
    analogInputs: z.ZodArray<z.ZodObject<{
        index: z.ZodInt;
        value: z.ZodNumber;
        unit: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    sensors: z.ZodArray<z.ZodObject<{
        key: z.ZodString;
        value: z.ZodNumber;
        unit: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type Peripherals = z.infer<typeof peripherals>;
export declare const device: z.ZodObject<{
    deviceId: z.ZodString;
    name: z.ZodOptional<z.ZodString>;
    profileId: z.ZodOptional<z.ZodString>;
    online: z.ZodOptional<z.ZodBoolean>;
    powered: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>;
export type Device = z.infer<typeof device>;
/** `data` of the device list. */
export declare const deviceList: z.ZodObject<{
    devices: z.ZodArray<z.ZodObject<{
        deviceId: z.ZodString;
        name: z.ZodOptional<z.ZodString>;
        profileId: z.ZodOptional<z.ZodString>;
        online: z.ZodOptional<z.ZodBoolean>;
        powered: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>>;
    nextCursor: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
export type DeviceList = z.infer<typeof deviceList>;
/** `data` of device detail and of `device.state.get`. */
export declare const deviceDetail: z.ZodObject<{
    device: z.ZodObject<{
        deviceId: z.ZodString;
        name: z.ZodOptional<z.ZodString>;
        profileId: z.ZodOptional<z.ZodString>;
        online: z.ZodOptional<z.ZodBoolean>;
        powered: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>;
    peripherals: z.ZodObject<{
        relays: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            on: z.ZodBoolean;
            jogging: z.ZodOptional<z.ZodLiteral<true>>;
        }, z.core.$strip>>;
        digitalInputs: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            active: z.ZodBoolean;
        }, z.core.$strip>>;
        analogInputs: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            value: z.ZodNumber;
            unit: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        sensors: z.ZodArray<z.ZodObject<{
            key: z.ZodString;
            value: z.ZodNumber;
            unit: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export type DeviceDetail = z.infer<typeof deviceDetail>;
/** `data` of the configuration endpoint: jog duration per relay in ms, RS485 baud rate in bit/s. */
export declare const deviceConfig: z.ZodObject<{
    relays: z.ZodArray<z.ZodObject<{
        index: z.ZodInt;
        jogDuration: z.ZodInt;
    }, z.core.$strip>>;
    baudRate: z.ZodInt;
}, z.core.$strip>;
export type DeviceConfig = z.infer<typeof deviceConfig>;
/** A device type: how many of each channel it has. */
export declare const deviceProfile: z.ZodObject<{
    profileId: z.ZodString;
    model: z.ZodOptional<z.ZodString>;
    relays: z.ZodOptional<z.ZodInt>;
    digitalInputs: z.ZodOptional<z.ZodInt>;
    analogInputs: z.ZodOptional<z.ZodInt>;
    sensors: z.ZodOptional<z.ZodInt>;
    rs485: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>;
export type DeviceProfile = z.infer<typeof deviceProfile>;
/** `data` of the device profile list. */
export declare const profileList: z.ZodObject<{
    profiles: z.ZodArray<z.ZodObject<{
        profileId: z.ZodString;
        model: z.ZodOptional<z.ZodString>;
        relays: z.ZodOptional<z.ZodInt>;
        digitalInputs: z.ZodOptional<z.ZodInt>;
        analogInputs: z.ZodOptional<z.ZodInt>;
        sensors: z.ZodOptional<z.ZodInt>;
        rs485: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type ProfileList = z.infer<typeof profileList>;
/**
 * Request body that adds a device: under an identifier of the client's choice, or by its serial number, when the
 * server chooses the identifier and names it in its reply.
 */
export declare const deviceAddition: z.ZodObject<{
    deviceId: z.ZodOptional<z.ZodString>;
    serial: z.ZodOptional<z.ZodString>;
    name: z.ZodOptional<z.ZodString>;
    profileId: z.ZodOptional<z.ZodString>;
    password: z.ZodString;
}, z.core.$strip>;
export type AdditionBody = z.infer<typeof deviceAddition>;
/** A device to be added, once it is known what the server calls it, and of which type it is. */
export type DeviceAddition = Omit<AdditionBody, 'deviceId' | 'serial' | 'profileId'> & {
    readonly deviceId: string;
    readonly profileId: string;
};
/** `data` of the reply that adds a device. */
export declare const deviceAdded: z.ZodObject<{
    device: z.ZodObject<{
        deviceId: z.ZodString;
        name: z.ZodOptional<z.ZodString>;
        profileId: z.ZodOptional<z.ZodString>;
        online: z.ZodOptional<z.ZodBoolean>;
        powered: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>;
}, z.core.$strip>;
/** Request body that changes a device password. */
export declare const passwordChange: z.ZodObject<{
    currentPassword: z.ZodString;
    newPassword: z.ZodString;
}, z.core.$strip>;
export type PasswordChange = z.infer<typeof passwordChange>;
