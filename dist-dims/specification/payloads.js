import { accessToken, credentials } from '../contract/schemas/access.js';
/** What the interface itself spells, so that no dialect has a shape for it. */
export const FIXED_SHAPES = { credentials, accessToken };
/** What endpoints that create a command take is told by the contract. */
export const REQUEST_BODIES = {
    'token.create': 'credentials',
    'devices.add': 'deviceAddition',
    'devices.password': 'passwordChange',
};
/** Endpoints that create a command answer with it; what is not named answers with nothing in particular. */
export const REPLY_DATA = {
    'token.create': 'accessToken',
    'devices.list': 'deviceList',
    'devices.read': 'deviceDetail',
    'devices.config': 'deviceConfig',
    'profiles.list': 'profileList',
    'devices.add': 'deviceAdded',
    'ticket.create': 'ticket',
};
export const EVENT_DATA = {
    'device.connection.online': 'deviceNotice',
    'device.connection.offline': 'deviceNotice',
    'device.state.changed': 'stateChanged',
    'device.power.lost': 'deviceNotice',
    'device.power.restored': 'deviceNotice',
    'device.rs485.received': 'rs485Received',
};
/** The component that describes a command of this operation. */
export function commandName(operation) {
    return `command.${operation}`;
}
