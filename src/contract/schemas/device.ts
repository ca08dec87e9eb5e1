// Devices, their peripherals, their configuration and their profiles (interface: Device, Device configuration).
import * as z from 'zod';
import { channelIndex, durationMs, identifier, mark } from './scalars.js';

/** `jogging`: it is on, and goes off by itself. */
const relay = z.object({ index: channelIndex, on: z.boolean(), jogging: z.literal(true).optional() });
const input = z.object({ index: channelIndex, active: z.boolean() });
const analog = z.object({ index: channelIndex, value: z.number(), unit: z.string().optional() });
const sensor = z.object({ key: z.string().min(1), value: z.number(), unit: z.string().optional() });

/** The complete runtime state of a device: what a refresh covers (devices.refresh-covers-all). */
export const peripherals = z.object({
  relays: z.array(relay),
  digitalInputs: z.array(input),
  analogInputs: z.array(analog),
  sensors: z.array(sensor),
});
export type Peripherals = z.infer<typeof peripherals>;

export const device = z.object({
  deviceId: identifier,
  name: z.string().optional(),
  profileId: z.string().optional(),
  online: z.boolean().optional(),
  powered: z.boolean().optional(),
});
export type DeviceRecord = z.infer<typeof device>;

const counted = z.int().min(0).optional();

/**
 * `data` of the device list. Where pages are counted: the number of this one, how many devices one has at most, how many
 * devices and pages there are, and whether another page follows.
 */
export const deviceList = z.object({
  devices: z.array(device),
  nextCursor: mark.optional(),
  page: counted,
  pageSize: counted,
  total: counted,
  pages: counted,
  more: z.boolean().optional(),
});
export type DeviceList = z.infer<typeof deviceList>;

/** `data` of device detail. */
export const deviceDetail = z.object({ device, peripherals });
export type DeviceDetail = z.infer<typeof deviceDetail>;

/** `data` of `device.state.get`: the interface does not say whether the record of the device is in it. */
export const deviceState = z.object({ deviceId: identifier.optional(), device: device.optional(), peripherals });
export type DeviceState = z.infer<typeof deviceState>;

const jogSetting = z.object({ index: channelIndex, jogDuration: durationMs });

/** `data` of the configuration endpoint: jog duration per relay in ms, RS485 baud rate in bit/s of a device with a port. */
export const deviceConfig = z.object({ relays: z.array(jogSetting), baudRate: z.int().positive().optional() });
export type DeviceConfig = z.infer<typeof deviceConfig>;

/** A device type: how many of each channel it has. */
export const deviceProfile = z.object({
  profileId: z.string().min(1),
  model: z.string().optional(),
  relays: z.int().min(0).optional(),
  digitalInputs: z.int().min(0).optional(),
  analogInputs: z.int().min(0).optional(),
  sensors: z.int().min(0).optional(),
  rs485: z.boolean().optional(),
});
export type DeviceProfile = z.infer<typeof deviceProfile>;

/** `data` of the device profile list. */
export const profileList = z.object({ profiles: z.array(deviceProfile) });
export type ProfileList = z.infer<typeof profileList>;

/**
 * Request body that adds a device: under an identifier of the client's choice, or by its serial number, when the
 * server chooses the identifier and names it in its reply.
 */
export const deviceAddition = z.object({
  deviceId: identifier.optional(),
  serial: identifier.optional(),
  name: z.string().max(256).optional(),
  profileId: z.string().min(1).optional(),
  password: z.string().min(1).max(256),
});
export type AdditionBody = z.infer<typeof deviceAddition>;

/** A device to be added, once it is known what the server calls it, and of which type it is. */
export type DeviceAddition = Omit<AdditionBody, 'deviceId' | 'serial' | 'profileId'> & {
  readonly deviceId: string;
  readonly profileId: string;
};

/** `data` of the reply that adds a device. */
export const deviceAdded = z.object({ device });

/** Request body that changes a device password; a server need not ask for the current one. */
export const passwordChange = z.object({
  currentPassword: z.string().min(1).max(256).optional(),
  newPassword: z.string().min(1).max(256),
});
export type PasswordChange = z.infer<typeof passwordChange>;
