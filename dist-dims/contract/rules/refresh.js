// How often one device may be refreshed, and what a refresh that comes too soon is told.
import { service } from './define.js';
const LIMITS = 'Limits';
export const REFRESH_RULES = [
    service.stated('refresh.min-interval', LIMITS, 'A second explicit refresh of the same device within three seconds is refused.'),
    service.stated('refresh.shared-budget', LIMITS, 'Device detail over REST and device.state.get over WebSocket count together; changing the channel gains nothing.'),
    service.stated('refresh.per-device', LIMITS, 'Refreshing one device never delays the refresh of a different device.'),
    service.derived('refresh.across-clients', LIMITS, 'Refreshes of the same device by two API clients count together.'),
    service.stated('refresh.rate-limited-rest', LIMITS, 'A REST refresh that comes too soon gets 429 RATE_LIMITED, with the wait in Retry-After and in ' +
        'data.retryAfterSeconds.'),
    service.stated('refresh.rate-limited-websocket', 'Errors', 'A device.state.get that comes too soon gets a RATE_LIMITED reply with its requestId and the wait, and the ' +
        'connection stays open.'),
    service.stated('refresh.retry-after-truthful', LIMITS, 'A refresh that was refused is accepted once the wait that the refusal announced is over.'),
    service.stated('refresh.rejection-is-free', LIMITS, 'A refresh refused with 429 uses up nothing and does not put off the moment at which the next is accepted.'),
    service.derived('refresh.busy-is-free', LIMITS, 'A refresh refused with DEVICE_BUSY does not count as a refresh of the device.'),
];
