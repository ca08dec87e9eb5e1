// Listing, reading, configuring, adding and removing devices.
import { service } from './define.js';
const ENDPOINTS = 'REST endpoints';
export const DEVICE_RULES = [
    service.stated('devices.list', 'Device', 'The device list is an array at data.devices, an empty one when the client has no device.'),
    service.stated('devices.detail-is-live', ENDPOINTS, 'Reading one device asks the device itself, so that the reply shows its state of that moment, not a stored one.'),
    service.stated('devices.refresh-covers-all', 'Limits', 'A refresh reads the whole device: its relays, its digital inputs, its analog inputs and its sensors.'),
    service.stated('devices.config-read', 'Device configuration', 'The configuration endpoint returns the jog duration of each relay and the baud rate of the RS485 port.'),
    service.stated('devices.profiles', 'Device profile', 'The device-profiles endpoint lists the types of device.'),
    service.stated('devices.add', ENDPOINTS, 'A device that a client has added appears in its device list.'),
    service.stated('devices.remove', ENDPOINTS, 'A device that a client has removed is no longer listed and can no longer be read.'),
    service.stated('devices.password', ENDPOINTS, 'A client can replace the password of a device by a new one.'),
    service.derived('devices.unknown', 'Errors', 'A device or command identifier that nothing has is answered with 404.'),
];
