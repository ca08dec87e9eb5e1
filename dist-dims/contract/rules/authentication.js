// Who a caller is, and what it may do.
import { service } from './define.js';
const AUTHENTICATION = 'Authentication';
const PERMISSIONS = 'Permissions (scopes)';
export const AUTHENTICATION_RULES = [
    service.stated('auth.token-issued', AUTHENTICATION, 'A token request with valid client credentials succeeds with status 200 and returns an access token.'),
    service.stated('auth.token-shape', 'Access token (data of the token response)', "Token data hold accessToken, tokenType Bearer, a numeric expiresIn, the caller's clientId, and scopes out of " +
        'the four that exist.'),
    service.stated('auth.invalid-credentials', 'Errors', 'A token request with an unknown clientId or the wrong clientSecret is refused with 401 AUTH_INVALID.'),
    service.stated('auth.disabled-client', 'Errors', 'A client that is disabled, or whose application is, gets refused with the code APP_DISABLED.'),
    service.stated('auth.missing', PERMISSIONS, 'A request to a protected endpoint that carries no access token gets 401.'),
    service.stated('auth.invalid', PERMISSIONS, 'A request to a protected endpoint with a token that the service never issued gets 401.'),
    service.stated('auth.expired', PERMISSIONS, 'An access token is refused with 401 once its lifetime is over.'),
    service.stated('auth.key-is-no-credential', 'Idempotency key', 'An Idempotency-Key opens nothing: a request that has one but no access token is refused like any other without.'),
    service.stated('scope.read-included', PERMISSIONS, 'A client with device:control, device:config or device:manage may do everything that device:read allows.'),
    service.stated('scope.independent', PERMISSIONS, 'None of device:control, device:config and device:manage allows what needs another of the three.'),
    service.stated('scope.denied', PERMISSIONS, 'An authenticated request that lacks the permission of its endpoint is refused with 403 AUTH_SCOPE_DENIED.'),
    service.stated('scope.required-scope-named', PERMISSIONS, 'A refusal for want of permission names the missing scope in data.requiredScope.'),
    service.stated('scope.checked-on-websocket', PERMISSIONS, 'Each request on an open WebSocket connection has its permission checked; having connected is not enough.'),
    service.stated('scope.commands-within-devices', PERMISSIONS, 'A command can be read only by a client that has access to the device of the command.'),
    service.derived('scope.devices-within-client', PERMISSIONS, 'A client never sees, reads, operates or gets events of a device that it has no access to.'),
];
