// What a key that comes a second time means.
import { service } from './define.js';
const KEYS = 'Idempotency-Key rules';
export const IDEMPOTENCY_RULES = [
    service.stated('idempotency.same-command-rest', KEYS, 'A REST request that is sent twice with one Idempotency-Key gets the same command identifier and result twice.'),
    service.stated('idempotency.same-command-websocket', KEYS, 'A WebSocket request that is sent twice with one data.idempotencyKey gets the same command identifier and result.'),
    service.derived('idempotency.across-channels', 'REST and WebSocket consistency', 'A key that was used on one channel and comes again on the other returns the command that it first created.'),
    service.stated('idempotency.no-second-execution', KEYS, 'Repeating a request under its key never makes the device act a second time.'),
    service.stated('idempotency.after-lost-response', KEYS, 'A request that lost its connection before any response can be repeated unchanged without a second command.'),
    service.derived('idempotency.in-flight', KEYS, 'A repeat that arrives while the first request is still running creates no second command.'),
    service.stated('idempotency.timeout-is-final', 'Command status', 'A repeat of a request that ended in TIMEOUT returns that TIMEOUT and sends nothing; only a new key tries again.'),
    service.stated('idempotency.new-key-new-command', KEYS, 'An operation that is sent again under a new key runs again, as a new command.'),
    service.derived('idempotency.refused-is-not-remembered', KEYS, 'A request that was refused with 429 or DEVICE_BUSY can be sent again under its key, and then runs once.'),
    service.derived('idempotency.reused-for-another-request', KEYS, 'A key that comes with another device, operation or body neither runs that request nor alters its own command.'),
    service.derived('idempotency.per-client', KEYS, 'A key belongs to its client: another client that happens to use the same one gets a command of its own.'),
];
