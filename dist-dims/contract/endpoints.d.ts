import type { Feature } from './features.js';
import type { OperationName, OperationShapes } from './operations.js';
import type { Scope } from './scopes.js';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** What a quota counts together; refresh and control are the strict ones (limits.control-stricter). */
export declare const QUOTA_CLASSES: readonly ['token', 'query', 'refresh', 'control', 'manage', 'ticket', 'connect', 'message'];
export type QuotaClass = (typeof QUOTA_CLASSES)[number];
export interface Endpoint {
    readonly method: HttpMethod;
    readonly path: string;
    /** The permission, `token` for any valid access token, `none`, or `ticket` for the upgrade. */
    readonly access: Scope | 'none' | 'token' | 'ticket';
    readonly quota: QuotaClass;
    /** The operation whose command the endpoint creates. */
    readonly operation?: OperationName;
    /** The shape of its body, where that is not the parameters of the operation: the path names the relay. */
    readonly body?: keyof OperationShapes;
    /** It is planned for removal, and another endpoint takes its place. */
    readonly deprecated?: true;
    /** What a server that does not have the endpoint is without. */
    readonly feature?: Feature;
    readonly summary: string;
}
export declare const ENDPOINTS: {
    readonly 'token.create': {
        readonly method: 'POST';
        readonly path: "/svc/v1/auth/token";
        readonly access: 'none';
        readonly quota: 'token';
        readonly summary: 'Exchanges client credentials for an access token';
    };
    readonly 'devices.list': {
        readonly method: 'GET';
        readonly path: "/svc/v1/devices";
        readonly access: 'device:read';
        readonly quota: 'query';
        readonly summary: 'Lists the devices that the API client may access';
    };
    readonly 'devices.read': {
        readonly method: 'GET';
        readonly path: "/svc/v1/devices/{deviceId}";
        readonly access: 'device:read';
        readonly quota: 'refresh';
        readonly summary: 'Refreshes one device and returns its state';
    };
    readonly 'devices.config': {
        readonly method: 'GET';
        readonly path: "/svc/v1/devices/{deviceId}/config";
        readonly access: 'device:read';
        readonly quota: 'query';
        readonly summary: 'Reads jog durations and the RS485 baud rate';
    };
    readonly 'profiles.list': {
        readonly method: 'GET';
        readonly path: "/svc/v1/device-profiles";
        readonly access: 'device:read';
        readonly quota: 'query';
        readonly feature: 'device-profiles';
        readonly summary: 'Lists the device profiles';
    };
    readonly 'commands.read': {
        readonly method: 'GET';
        readonly path: "/svc/v1/commands/{commandId}";
        readonly access: 'device:read';
        readonly quota: 'query';
        readonly summary: 'Reads a command and its outcome';
    };
    readonly 'relays.set': {
        readonly method: 'POST';
        readonly path: "/svc/v1/devices/{deviceId}/relays/commands";
        readonly access: 'device:control';
        readonly quota: 'control';
        readonly operation: 'device.relay.set';
        readonly summary: 'Controls several relays of one device';
    };
    readonly 'relays.set-one': {
        readonly method: 'POST';
        readonly path: "/svc/v1/devices/{deviceId}/relays/{index}/commands";
        readonly access: 'device:control';
        readonly quota: 'control';
        readonly operation: 'device.relay.set';
        readonly body: 'singleRelayBody';
        readonly deprecated: true;
        readonly feature: 'compatibility-endpoint';
        readonly summary: 'Controls one relay; a compatibility endpoint that is planned for removal';
    };
    readonly 'rs485.transceive': {
        readonly method: 'POST';
        readonly path: "/svc/v1/devices/{deviceId}/rs485/transceive";
        readonly access: 'device:control';
        readonly quota: 'control';
        readonly operation: 'device.rs485.transceive';
        readonly feature: 'rs485';
        readonly summary: 'Sends RS485 data and waits for the response';
    };
    readonly 'rs485.baud-rate': {
        readonly method: 'PUT';
        readonly path: "/svc/v1/devices/{deviceId}/rs485/baud-rate";
        readonly access: 'device:config';
        readonly quota: 'control';
        readonly operation: 'device.rs485.baudRate.set';
        readonly feature: 'rs485';
        readonly summary: 'Sets the RS485 baud rate';
    };
    readonly 'relays.jog-config': {
        readonly method: 'PUT';
        readonly path: "/svc/v1/devices/{deviceId}/relays/{index}/jog-config";
        readonly access: 'device:config';
        readonly quota: 'control';
        readonly operation: 'device.relay.jogConfig.set';
        readonly body: 'jogBody';
        readonly feature: 'jog';
        readonly summary: 'Sets the jog duration of one relay';
    };
    readonly 'devices.add': {
        readonly method: 'POST';
        readonly path: "/svc/v1/devices";
        readonly access: 'device:manage';
        readonly quota: 'manage';
        readonly feature: 'adding';
        readonly summary: 'Adds a device';
    };
    readonly 'devices.remove': {
        readonly method: 'DELETE';
        readonly path: "/svc/v1/devices/{deviceId}";
        readonly access: 'device:manage';
        readonly quota: 'manage';
        readonly feature: 'removing';
        readonly summary: 'Removes a device';
    };
    readonly 'devices.password': {
        readonly method: 'PUT';
        readonly path: "/svc/v1/devices/{deviceId}/password";
        readonly access: 'device:manage';
        readonly quota: 'manage';
        readonly feature: 'passwords';
        readonly summary: 'Changes the password of a device';
    };
    readonly 'ticket.create': {
        readonly method: 'POST';
        readonly path: "/svc/v1/ws/ticket";
        readonly access: 'token';
        readonly quota: 'ticket';
        readonly summary: 'Creates a one-time ticket for a WebSocket connection';
    };
    readonly 'websocket.open': {
        readonly method: 'GET';
        readonly path: "/svc/v1/ws";
        readonly access: 'ticket';
        readonly quota: 'connect';
        readonly summary: 'Opens the WebSocket connection';
    };
};
export type EndpointName = keyof typeof ENDPOINTS;
export declare const ENDPOINT_NAMES: EndpointName[];
/** Endpoints that create a command of an operation. */
export type OperatingEndpoint = {
    [E in EndpointName]: (typeof ENDPOINTS)[E] extends {
        readonly operation: OperationName;
    } ? E : never;
}[EndpointName];
export declare function isOperatingEndpoint(name: EndpointName): name is OperatingEndpoint;
export declare const OPERATING_ENDPOINTS: readonly OperatingEndpoint[];
/** The endpoint for an operation; the one that is planned for removal where that is asked for and exists. */
export declare function endpointOf(operation: OperationName, how?: {
    readonly deprecated: boolean;
}): OperatingEndpoint;
/** The path with its parameters filled in and escaped. */
export declare function pathOf(endpoint: EndpointName, parameters?: Readonly<Record<string, string>>): string;
