// What each of the four operations does to the device.
import { service } from './define.js';
const ENDPOINTS = 'REST endpoints';
const CONFIGURATION = 'Device configuration';
export const OPERATION_RULES = [
    service.stated('relay.set-many', ENDPOINTS, 'A request with several entries in its relays array changes all of these relays.'),
    service.stated('relay.effect', ENDPOINTS, 'When a relay command has succeeded, each relay that it names is in the state that was asked for.'),
    service.stated('relay.compatibility', 'Versioning', 'As long as the single-relay endpoint exists, it has the effect of a relays array with that relay alone.'),
    service.stated('rs485.transceive', ENDPOINTS, 'A transceive puts its data on the RS485 line and returns what the peripheral answers.'),
    service.stated('rs485.timeout', 'Command status', 'A transceive that no peripheral answers ends as a command in status TIMEOUT.'),
    service.stated('rs485.baud-rate', CONFIGURATION, 'A baud rate that was set is the one that the device configuration shows from then on.'),
    service.stated('relay.jog-config', CONFIGURATION, "A jog duration that was set appears in the device configuration for its relay, and every other relay's stays."),
];
