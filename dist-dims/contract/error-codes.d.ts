export declare const SUCCESS = "SUCCESS";
export declare const STATED_ERROR_CODES: {
    readonly AUTH_INVALID: {
        readonly status: 401;
        readonly retryable: false;
        readonly meaning: 'no valid credentials or access token';
    };
    readonly APP_DISABLED: {
        readonly status: undefined;
        readonly retryable: false;
        readonly meaning: 'the API client is disabled';
    };
    readonly AUTH_SCOPE_DENIED: {
        readonly status: 403;
        readonly retryable: false;
        readonly meaning: 'the API client lacks the permission';
    };
    readonly DEVICE_BUSY: {
        readonly status: 409;
        readonly retryable: true;
        readonly meaning: 'another operation is using the device';
    };
    readonly RATE_LIMITED: {
        readonly status: 429;
        readonly retryable: true;
        readonly meaning: 'too soon, or a quota is used up';
    };
    readonly INTERNAL_ERROR: {
        readonly status: 500;
        readonly retryable: true;
        readonly meaning: 'the service failed';
    };
};
export declare const OPEN_ERROR_CODES: {
    readonly INVALID_REQUEST: {
        readonly status: 400;
        readonly retryable: false;
        readonly meaning: 'the request is malformed';
    };
    readonly NOT_FOUND: {
        readonly status: 404;
        readonly retryable: false;
        readonly meaning: 'there is no such endpoint';
    };
    readonly DEVICE_NOT_FOUND: {
        readonly status: 404;
        readonly retryable: false;
        readonly meaning: 'there is no such device for this API client';
    };
    readonly COMMAND_NOT_FOUND: {
        readonly status: 404;
        readonly retryable: false;
        readonly meaning: 'there is no such command for this API client';
    };
    readonly DEVICE_OFFLINE: {
        readonly status: 409;
        readonly retryable: false;
        readonly meaning: 'the device is not connected';
    };
    readonly DEVICE_EXISTS: {
        readonly status: 409;
        readonly retryable: false;
        readonly meaning: 'the device identifier is taken';
    };
    readonly PAYLOAD_TOO_LARGE: {
        readonly status: 400;
        readonly retryable: false;
        readonly meaning: 'the request body exceeds the limit';
    };
    readonly INVALID_PARAMETER: {
        readonly status: 422;
        readonly retryable: false;
        readonly meaning: 'a parameter is out of its range';
    };
    readonly PASSWORD_INVALID: {
        readonly status: 422;
        readonly retryable: false;
        readonly meaning: 'the current device password is wrong';
    };
    readonly IDEMPOTENCY_KEY_REUSED: {
        readonly status: 422;
        readonly retryable: false;
        readonly meaning: 'the key belongs to another request';
    };
    readonly TICKET_INVALID: {
        readonly status: 401;
        readonly retryable: false;
        readonly meaning: 'the ticket is unknown, used or expired';
    };
};
export type StatedErrorCode = keyof typeof STATED_ERROR_CODES;
export type OpenErrorCode = keyof typeof OPEN_ERROR_CODES;
export type ErrorCode = StatedErrorCode | OpenErrorCode;
/**
 * The code that a status must come with and the status that a code must come with
 * (envelope.status-code-pairs). Other refusal codes may share a status.
 */
export declare const STATUS_OF_CODE: Readonly<Record<string, number>>;
