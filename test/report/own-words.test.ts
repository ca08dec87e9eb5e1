// What was sent and what came stand in a report in the words of the target.
import { expect, it } from 'vitest';
import { answerLine, sentParams, type ShownExchange } from '../../src/report/exchanges.js';

const OPERATION = { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } } as const;
const ARGS = { coils: [{ no: 0, act: 'energize' }] };

function exchange(channel: 'rest' | 'ws', sent: unknown): ShownExchange {
  const request = {
    kind: 'request',
    exchange: 1,
    channel,
    what: 'x',
    at: 0,
    seq: 1,
    body: sent,
    operation: OPERATION,
  };
  const body = { code: 'UNIT_UNKNOWN', message: 'no', requestId: 'a' };
  const end = {
    kind: 'reply',
    exchange: 1,
    channel,
    at: 1,
    seq: 2,
    status: 404,
    code: 'DEVICE_NOT_FOUND',
    body,
  };
  return { id: 1, request, end, from: 0, to: 1 } as unknown as ShownExchange;
}

it('shows the code that came, not the one that it stands for', () => {
  expect(answerLine(exchange('rest', ARGS))).toBe('404 UNIT_UNKNOWN');
});

it('shows the parameters that were sent, over both channels', () => {
  expect(sentParams(exchange('rest', ARGS))).toEqual(ARGS);
  const frame = { serial: 'm-1', idempotencyKey: 'k', operation: { name: 'device.relay.set', args: ARGS } };
  expect(sentParams(exchange('ws', { topic: 'device.operation.execute', data: frame }))).toEqual(ARGS);
  expect(sentParams(exchange('rest', undefined))).toEqual(OPERATION.params);
});
