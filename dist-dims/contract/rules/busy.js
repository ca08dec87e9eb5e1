// One device does one thing at a time.
import { service } from './define.js';
const LIMITS = 'Limits';
const STATES = 'Other rules';
export const BUSY_RULES = [
    service.stated('busy.control-control', LIMITS, 'A control that arrives while the same device carries out another is refused with 409 DEVICE_BUSY.'),
    service.stated('busy.refresh-control', LIMITS, 'A control that arrives while the device is refreshed gets 409 DEVICE_BUSY, and so does a refresh during a control.'),
    service.stated('busy.across-channels', LIMITS, 'A REST request and a WebSocket request on one device exclude each other as two on the same channel do.'),
    service.stated('busy.one-at-a-time', STATES, 'However many requests arrive together, a device never carries out two operations at the same time.'),
    service.stated('busy.released', STATES, 'A device takes a new operation when the running one has ended, even if that one failed or timed out.'),
    service.derived('busy.refused-has-no-effect', LIMITS, 'A DEVICE_BUSY refusal leaves the device as it was, and no command comes of the refused request.'),
    service.stated('busy.per-device', LIMITS, 'An operation on one device never makes a different device busy.'),
];
