// The sixteen endpoints (interface: REST endpoints). Paths use `{name}` for parameters.
import { assert } from '../kernel/assert.js';
import { PATH_PREFIX, WEBSOCKET_PATH } from './limits.js';
/** What a quota counts together; refresh and control are the strict ones (limits.control-stricter). */
export const QUOTA_CLASSES = [
    'token',
    'query',
    'refresh',
    'control',
    'manage',
    'ticket',
    'connect',
    'message',
];
export const ENDPOINTS = {
    'token.create': {
        method: 'POST',
        path: `${PATH_PREFIX}/auth/token`,
        access: 'none',
        quota: 'token',
        summary: 'Exchanges client credentials for an access token',
    },
    'devices.list': {
        method: 'GET',
        path: `${PATH_PREFIX}/devices`,
        access: 'device:read',
        quota: 'query',
        summary: 'Lists the devices that the API client may access',
    },
    'devices.read': {
        method: 'GET',
        path: `${PATH_PREFIX}/devices/{deviceId}`,
        access: 'device:read',
        quota: 'refresh',
        summary: 'Refreshes one device and returns its state',
    },
    'devices.config': {
        method: 'GET',
        path: `${PATH_PREFIX}/devices/{deviceId}/config`,
        access: 'device:read',
        quota: 'query',
        summary: 'Reads jog durations and the RS485 baud rate',
    },
    'profiles.list': {
        method: 'GET',
        path: `${PATH_PREFIX}/device-profiles`,
        access: 'device:read',
        quota: 'query',
        feature: 'device-profiles',
        summary: 'Lists the device profiles',
    },
    'commands.read': {
        method: 'GET',
        path: `${PATH_PREFIX}/commands/{commandId}`,
        access: 'device:read',
        quota: 'query',
        summary: 'Reads a command and its outcome',
    },
    'relays.set': {
        method: 'POST',
        path: `${PATH_PREFIX}/devices/{deviceId}/relays/commands`,
        access: 'device:control',
        quota: 'control',
        operation: 'device.relay.set',
        summary: 'Controls several relays of one device',
    },
    'relays.set-one': {
        method: 'POST',
        path: `${PATH_PREFIX}/devices/{deviceId}/relays/{index}/commands`,
        access: 'device:control',
        quota: 'control',
        operation: 'device.relay.set',
        body: 'singleRelayBody',
        deprecated: true,
        feature: 'compatibility-endpoint',
        summary: 'Controls one relay; a compatibility endpoint that is planned for removal',
    },
    'rs485.transceive': {
        method: 'POST',
        path: `${PATH_PREFIX}/devices/{deviceId}/rs485/transceive`,
        access: 'device:control',
        quota: 'control',
        operation: 'device.rs485.transceive',
        feature: 'rs485',
        summary: 'Sends RS485 data and waits for the response',
    },
    'rs485.baud-rate': {
        method: 'PUT',
        path: `${PATH_PREFIX}/devices/{deviceId}/rs485/baud-rate`,
        access: 'device:config',
        quota: 'control',
        operation: 'device.rs485.baudRate.set',
        feature: 'rs485',
        summary: 'Sets the RS485 baud rate',
    },
    'relays.jog-config': {
        method: 'PUT',
        path: `${PATH_PREFIX}/devices/{deviceId}/relays/{index}/jog-config`,
        access: 'device:config',
        quota: 'control',
        operation: 'device.relay.jogConfig.set',
        body: 'jogBody',
        feature: 'jog',
        summary: 'Sets the jog duration of one relay',
    },
    'devices.add': {
        method: 'POST',
        path: `${PATH_PREFIX}/devices`,
        access: 'device:manage',
        quota: 'manage',
        feature: 'adding',
        summary: 'Adds a device',
    },
    'devices.remove': {
        method: 'DELETE',
        path: `${PATH_PREFIX}/devices/{deviceId}`,
        access: 'device:manage',
        quota: 'manage',
        feature: 'removing',
        summary: 'Removes a device',
    },
    'devices.password': {
        method: 'PUT',
        path: `${PATH_PREFIX}/devices/{deviceId}/password`,
        access: 'device:manage',
        quota: 'manage',
        feature: 'passwords',
        summary: 'Changes the password of a device',
    },
    'ticket.create': {
        method: 'POST',
        path: `${PATH_PREFIX}/ws/ticket`,
        access: 'token',
        quota: 'ticket',
        summary: 'Creates a one-time ticket for a WebSocket connection',
    },
    'websocket.open': {
        method: 'GET',
        path: WEBSOCKET_PATH,
        access: 'ticket',
        quota: 'connect',
        summary: 'Opens the WebSocket connection',
    },
};
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS);
export function isOperatingEndpoint(name) {
    const endpoint = ENDPOINTS[name];
    return endpoint.operation !== undefined;
}
export const OPERATING_ENDPOINTS = ENDPOINT_NAMES.filter(isOperatingEndpoint);
/** The endpoint for an operation; the one that is planned for removal where that is asked for and exists. */
export function endpointOf(operation, how = { deprecated: false }) {
    const all = OPERATING_ENDPOINTS.filter((name) => ENDPOINTS[name].operation === operation);
    const isDeprecated = (name) => 'deprecated' in ENDPOINTS[name];
    const found = all.find((name) => isDeprecated(name) === how.deprecated) ?? all.find((name) => !isDeprecated(name));
    assert(found, `no endpoint creates commands of ${operation}`);
    return found;
}
/** The path with its parameters filled in and escaped. */
export function pathOf(endpoint, parameters = {}) {
    return ENDPOINTS[endpoint].path.replace(/\{(\w+)\}/g, (_, name) => {
        const value = parameters[name];
        assert(value !== undefined, `the path of ${endpoint} needs the parameter ${name}`);
        return encodeURIComponent(value);
    });
}
