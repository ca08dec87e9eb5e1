// Defects of permissions, and of which devices a client may access.
import { ENDPOINTS } from '../../contract/endpoints.js';
import { editReplies } from '../wire/edit-messages.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';
export const SCOPE_DEFECTS = [
    // Permissions: device:control includes all of device:read.
    {
        id: 'read-not-included',
        rule: 'scope.read-included',
        summary: 'A client with device:control alone may not read.',
        decorate: () => withService((service) => ({
            admit: (endpoint, token) => {
                const admitted = service.admit(endpoint, token);
                if (!admitted.ok || ENDPOINTS[endpoint].access !== 'device:read')
                    return admitted;
                const { scopes } = admitted.value;
                if (scopes.length !== 1 || scopes[0] !== 'device:control')
                    return admitted;
                const requiredScope = 'device:read';
                return {
                    ok: false,
                    refusal: { code: 'AUTH_SCOPE_DENIED', message: 'Reading is not granted.', requiredScope },
                };
            },
        })),
    },
    // Permissions: device:control and device:config are independent of each other.
    {
        id: 'control-includes-config',
        rule: 'scope.independent',
        summary: 'The permission device:control includes device:config.',
        decorate: () => withPorts(({ access }) => ({
            access: {
                deny: (client, scope) => scope === 'device:config' && client.scopes.includes('device:control')
                    ? undefined
                    : access.deny(client, scope),
            },
        })),
    },
    // Permissions: valid authentication without the permission is answered with 403 AUTH_SCOPE_DENIED.
    {
        id: 'scopes-ignored-over-rest',
        rule: 'scope.denied',
        summary: 'Over REST a client may do what its scopes do not grant.',
        decorate: () => withService((service) => ({
            admit: (endpoint, token) => {
                const admitted = service.admit(endpoint, token);
                if (admitted.ok || admitted.refusal.code !== 'AUTH_SCOPE_DENIED')
                    return admitted;
                // The ticket endpoint needs a valid token and no scope: it tells who the caller is.
                return service.admit('ticket.create', token);
            },
        })),
    },
    // Permissions: a refusal with AUTH_SCOPE_DENIED names the needed scope in data.requiredScope.
    {
        id: 'required-scope-missing',
        rule: 'scope.required-scope-named',
        summary: 'AUTH_SCOPE_DENIED comes without data.requiredScope.',
        decorate: () => editReplies((body) => (body['code'] === 'AUTH_SCOPE_DENIED' ? { ...body, data: {} } : undefined)),
    },
    // Permissions: on WebSocket too, each request validates the permission of its operation.
    {
        id: 'scopes-ignored-on-websocket',
        rule: 'scope.checked-on-websocket',
        summary: 'On the WebSocket a client may do what its scopes do not grant.',
        decorate: () => withService((service) => ({ admitMessage: (clientId) => service.admitMessage(clientId, undefined) })),
    },
    // Permissions: a client can read only commands of devices that it may access.
    {
        id: 'foreign-commands-readable',
        rule: 'scope.commands-within-devices',
        summary: 'A command of a device that the client may not access can be read.',
        decorate: () => withService((service) => ({
            readCommand: (caller, commandId) => service.readCommand({ ...caller, sees: () => true }, commandId),
        })),
    },
    // Permissions: a device that the client may not access is not in its device list.
    {
        id: 'foreign-devices-listed',
        rule: 'scope.devices-within-client',
        summary: 'The device list shows devices that the API client may not access.',
        decorate: () => withService((service) => ({
            listDevices: (caller, page) => service.listDevices({ ...caller, sees: () => true }, page),
        })),
    },
];
