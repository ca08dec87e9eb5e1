import { OPERATION_NAMES, operationFacts } from '../operations.js';
import * as access from './access.js';
import * as command from './command.js';
import * as device from './device.js';
import * as message from './message.js';
/** Those of all operations, in the order of the operations. */
function operationShapes() {
    const shapes = OPERATION_NAMES.map((name) => operationFacts(name).shapes);
    return Object.assign({}, ...shapes);
}
export const SHAPES = {
    peripherals: device.peripherals,
    device: device.device,
    deviceList: device.deviceList,
    deviceDetail: device.deviceDetail,
    deviceConfig: device.deviceConfig,
    deviceProfile: device.deviceProfile,
    profileList: device.profileList,
    deviceAddition: device.deviceAddition,
    deviceAdded: device.deviceAdded,
    passwordChange: device.passwordChange,
    command: command.command,
    ...operationShapes(),
    ticket: access.ticket,
    wsRequest: message.wsRequest,
    stateRequest: message.stateRequest,
    executeRequest: message.executeRequest,
    wsEvent: message.wsEvent,
    stateChanged: message.stateChanged,
    deviceNotice: message.deviceNotice,
    rs485Received: message.rs485Received,
};
export const SHAPE_NAMES = Object.keys(SHAPES);
/** List schema -> the word for one of its elements. */
export const ELEMENT_WORDS = new Map([
    [device.peripherals.shape.relays, 'relay'],
    [device.peripherals.shape.digitalInputs, 'input'],
    [device.peripherals.shape.analogInputs, 'analog'],
    [device.peripherals.shape.sensors, 'sensor'],
    [device.deviceList.shape.devices, 'device'],
    [device.deviceConfig.shape.relays, 'relay'],
    [device.profileList.shape.profiles, 'profile'],
    ...OPERATION_NAMES.flatMap((name) => operationFacts(name).elementWords ?? []),
    [message.stateChanged.shape.changes, 'change'],
]);
/** Names that the interface fixes inside a shape, as paths of the wire: a dialect must keep them. */
export const FIXED_NAMES = {
    deviceList: ['devices'],
    command: ['operation', 'params', 'status', 'result'],
    relayParams: ['relays'],
    // `data` because the idempotency key is said to travel in `data.idempotencyKey`.
    wsRequest: ['requestId', 'data'],
    executeRequest: ['idempotencyKey', 'operation', 'operation.name'],
    stateChanged: ['changes', 'peripherals'],
};
/** Fixed names that the interface calls arrays. */
export const FIXED_ARRAYS = {
    deviceList: ['devices'],
    relayParams: ['relays'],
};
