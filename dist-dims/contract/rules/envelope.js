// What every REST response looks like, whatever it answers.
import { service } from './define.js';
const ENVELOPE = 'Response envelope (REST and WebSocket replies)';
export const ENVELOPE_RULES = [
    service.stated('envelope.json', 'Endpoints', 'Every REST response, a refusal included, has a JSON body that follows the response envelope.'),
    service.stated('envelope.code', ENVELOPE, "The envelope's code is a string that reads SUCCESS when the request succeeded, and never otherwise."),
    service.stated('envelope.message', ENVELOPE, "The envelope's message is a string, and reads OK on success."),
    service.stated('envelope.data', ENVELOPE, 'When the envelope has data at all, they are a JSON object and not an array or a bare value.'),
    service.stated('envelope.error-request-id', ENVELOPE, 'The body of a refused REST request carries a requestId.'),
    service.stated('envelope.status-code-pairs', 'Errors', 'SUCCESS comes with 200, AUTH_INVALID with 401, AUTH_SCOPE_DENIED with 403, DEVICE_BUSY with 409, ' +
        'RATE_LIMITED with 429, INTERNAL_ERROR with 500.'),
    service.derived('envelope.bad-input-is-no-500', 'Errors', 'Malformed input is refused with a 4xx status and an envelope; it causes neither a 500 nor a broken connection.'),
];
