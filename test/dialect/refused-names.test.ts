// What no dialect may call otherwise, and settings that contradict themselves or the interface.
import { describe, expect, it } from 'vitest';
import { problemsOf } from './read-dialect.js';

describe('a name that the interface fixes is defended', () => {
  it.each([
    ['deviceList', '{ items: [$device] }', /^the interface fixes the name devices/],
    [
      'deviceList',
      '{ devices: { $device.deviceId: { n: $device.name? } } }',
      /devices of deviceList is an array/,
    ],
    ['relayParams', '{ relays: { $relay.index: $relay.action } }', /relays of relayParams is an array/],
    ['wsRequest', '{ t: $topic, requestId: $requestId, args: $data? }', /^the interface fixes the name data/],
    ['wsRequest', '{ t: $topic, id: $requestId, data: $data? }', /^the interface fixes the name requestId/],
    [
      'wsRequest',
      '{ t: $topic, requestId: "r${requestId}", data: $data? }',
      /^the interface fixes what requestId of wsRequest holds/,
    ],
    [
      'executeRequest',
      '{ d: $deviceId, idempotencyKey: $idempotencyKey?, operation: { op: $operation.name, p: $operation.params } }',
      /^the interface fixes the name operation\.name.*Write operation: \{ name: \$operation\.name, … \}/,
    ],
    [
      'executeRequest',
      '{ d: $deviceId, idempotencyKey: $idempotencyKey, operation: { name: $operation.name, p: $operation.params } }',
      /^the interface says that idempotencyKey of executeRequest may be absent/,
    ],
    [
      'command',
      '{ id: $commandId, operation: "$operation(a|b|c|d)", params: $params, status: $status, result: $result? }',
      /^the interface fixes what operation of command holds/,
    ],
    [
      'command',
      '{ id: $commandId, operation: $operation, params: $params, status: $status, result: $result }',
      /^the interface says that result of command may be absent/,
    ],
    [
      'stateChanged',
      '{ d: $deviceId, changed: [ { k: $change.kind, i: $change.index } ], peripherals: $peripherals }',
      /^the interface fixes the name changes/,
    ],
  ])('in %s: %s', (shape, sample, diagnostic) => {
    const [first, ...others] = problemsOf(shape, sample);
    expect(first).toMatch(diagnostic);
    expect(others).toEqual([]);
  });
});

describe('a setting is refused', () => {
  it.each([
    ['indexBase', 'one', /^indexBase is "one"; expected "0", "1"/],
    ['paging', '{ limit: n, cursor: n }', /the limit and the cursor need different names/],
    ['paging', '{ size: n }', /^unknown key "size" in paging/],
    ['commandStatus', '{ pending: [A], succeeded: [B], failed: [A] }', /the word A means pending already/],
    [
      'commandStatus',
      '{ pending: [A], succeeded: [B], failed: [C], timeout: [T] }',
      /fixes the word TIMEOUT, which comes first/,
    ],
    [
      'commandStatus',
      '{ pending: [A], succeeded: [TIMEOUT], failed: [C] }',
      /the interface fixes what TIMEOUT means/,
    ],
    ['commandStatus', '{ pending: A, succeeded: [B], failed: [C] }', /write the words as a list/],
    ['commandStatus', 'DONE', /write the words of the statuses: \{ pending:/],
    ['errorCodes', '{ DEVICE_GONE: { status: 404 } }', /^unknown key "DEVICE_GONE" in errorCodes/],
    ['errorCodes', '{ RATE_LIMITED: { code: SLOW_DOWN } }', /^unknown key "RATE_LIMITED" in errorCodes/],
    ['errorCodes', '{ DEVICE_OFFLINE: { status: 500 } }', /the interface gives 500 to INTERNAL_ERROR alone/],
    ['errorCodes', '{ APP_DISABLED: { status: 429 } }', /the interface gives 429 to RATE_LIMITED alone/],
    ['errorCodes', '{ DEVICE_OFFLINE: { code: SUCCESS, status: 404 } }', /SUCCESS is no refusal/],
    [
      'errorCodes',
      '{ TICKET_INVALID: { code: AUTH_INVALID, status: 400 } }',
      /AUTH_INVALID has the status 401/,
    ],
    ['errorCodes', '{ DEVICE_OFFLINE: { status: 200 } }', /number to be >=400/],
  ])('%s: %s', (name, value, diagnostic) => {
    const [first, ...others] = problemsOf(name, value);
    expect(first).toMatch(diagnostic);
    expect(others).toEqual([]);
  });
});
