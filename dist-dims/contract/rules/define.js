/** The headings of the interface document, in its order and in its words. */
export const SECTIONS = [
    'What the service does',
    'Resources and their fields',
    'Response envelope (REST and WebSocket replies)',
    'Access token (data of the token response)',
    'Device',
    'Device configuration',
    'Device profile',
    'Command',
    'Idempotency key',
    'WebSocket ticket',
    'States and transitions',
    'Command status',
    'Device connection and power (reported by events)',
    'Other rules',
    'Endpoints',
    'REST endpoints',
    'Authentication',
    'Permissions (scopes)',
    'Events',
    'Message rules',
    'Request topics',
    'Operations of device.operation.execute (`operation.name`)',
    'Event topics',
    'REST and WebSocket consistency',
    'Errors',
    'Limits',
    'Idempotency-Key rules',
    'Versioning',
];
function define(side, basis) {
    return (id, section, sentence) => ({ id, side, basis, section, sentence });
}
/** Rules that a server has to keep. */
export const service = { stated: define('service', 'stated'), derived: define('service', 'derived') };
/** Rules that an API client has to keep. */
export const client = { stated: define('client', 'stated'), derived: define('client', 'derived') };
