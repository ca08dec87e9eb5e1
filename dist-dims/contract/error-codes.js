// The codes of refusals. The stated ones are fixed by the interface; the open ones are names of ours for
// refusals to which the interface gives a status at most, and a dialect may call them otherwise.
export const SUCCESS = 'SUCCESS';
export const STATED_ERROR_CODES = {
    AUTH_INVALID: { status: 401, retryable: false, meaning: 'no valid credentials or access token' },
    APP_DISABLED: { status: undefined, retryable: false, meaning: 'the API client is disabled' },
    AUTH_SCOPE_DENIED: { status: 403, retryable: false, meaning: 'the API client lacks the permission' },
    DEVICE_BUSY: { status: 409, retryable: true, meaning: 'another operation is using the device' },
    RATE_LIMITED: { status: 429, retryable: true, meaning: 'too soon, or a quota is used up' },
    INTERNAL_ERROR: { status: 500, retryable: true, meaning: 'the service failed' },
};
export const OPEN_ERROR_CODES = {
    INVALID_REQUEST: { status: 400, retryable: false, meaning: 'the request is malformed' },
    NOT_FOUND: { status: 404, retryable: false, meaning: 'there is no such endpoint' },
    DEVICE_NOT_FOUND: { status: 404, retryable: false, meaning: 'there is no such device for this API client' },
    COMMAND_NOT_FOUND: {
        status: 404,
        retryable: false,
        meaning: 'there is no such command for this API client',
    },
    DEVICE_OFFLINE: { status: 409, retryable: false, meaning: 'the device is not connected' },
    DEVICE_EXISTS: { status: 409, retryable: false, meaning: 'the device identifier is taken' },
    PAYLOAD_TOO_LARGE: { status: 400, retryable: false, meaning: 'the request body exceeds the limit' },
    INVALID_PARAMETER: { status: 422, retryable: false, meaning: 'a parameter is out of its range' },
    PASSWORD_INVALID: { status: 422, retryable: false, meaning: 'the current device password is wrong' },
    IDEMPOTENCY_KEY_REUSED: { status: 422, retryable: false, meaning: 'the key belongs to another request' },
    TICKET_INVALID: { status: 401, retryable: false, meaning: 'the ticket is unknown, used or expired' },
};
/**
 * The code that a status must come with and the status that a code must come with
 * (envelope.status-code-pairs). Other refusal codes may share a status.
 */
export const STATUS_OF_CODE = {
    [SUCCESS]: 200,
    AUTH_INVALID: 401,
    AUTH_SCOPE_DENIED: 403,
    DEVICE_BUSY: 409,
    RATE_LIMITED: 429,
    INTERNAL_ERROR: 500,
};
