// Quotas, and what a request that exceeds one is told.
import { service } from './define.js';
const LIMITS = 'Limits';
export const LIMIT_RULES = [
    service.stated('limits.shape', LIMITS, 'Every 429 gives the wait in seconds in the Retry-After header and again in data.retryAfterSeconds.'),
    service.stated('limits.rejection-is-free', LIMITS, 'A request refused with 429 counts against no quota and does not prolong the window.'),
    service.stated('limits.shared-per-client', LIMITS, 'All access tokens and instances of one API client draw on the same quotas.'),
    service.stated('limits.ticket-endpoint', LIMITS, 'A 429 from the ticket endpoint has the same form and effect as one from any other endpoint.'),
    service.stated('limits.control-stricter', LIMITS, 'Refreshes and controls are allowed less often than ordinary queries.'),
];
