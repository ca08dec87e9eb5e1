// What a transceive returns is what is known to be answered to its bytes.
import { expect, it } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import type { TraceRecord } from '../../../src/trace/record.js';
import { answersOf } from '../../../src/harness/scenario/view/views.js';

const answerTo = answersOf([
  {
    name: 'plant',
    deviceId: 'd1',
    relays: {},
    rs485: { answered: '0103', answer: '010302', unanswered: '7f', echo: ['ee'] },
  },
]);

function records(sent: string, result: unknown, sped = false): readonly TraceRecord[] {
  const operation = { name: 'device.rs485.transceive', params: { data: sent } } as const;
  const command = { commandId: 'c1', operation: operation.name, params: {}, status: 'succeeded', result };
  const rate = { name: 'device.rs485.baudRate.set', params: { baudRate: 4800 } } as const;
  const request = { kind: 'request', channel: 'rest', client: 'op', deviceId: 'd1' } as const;
  const body = { code: 'SUCCESS', message: 'OK', data: { command } };
  return [
    ...(sped
      ? [{ ...request, seq: 1, at: 0, exchange: 1, what: 'rs485.baud-rate', operation: rate } as const]
      : []),
    { ...request, seq: 2, at: 10, exchange: 2, what: 'rs485.transceive', operation },
    {
      kind: 'reply',
      seq: 3,
      at: 50,
      exchange: 2,
      channel: 'rest',
      status: 200,
      code: 'SUCCESS',
      body,
      data: body.data,
    },
  ];
}

const verdicts = (trace: readonly TraceRecord[]): readonly string[] =>
  judge(trace, { strict: false, dropped: 0, answerTo })
    .filter(({ where }) => where === 'invariant transceived')
    .map(({ rule, verdict }) => `${verdict} ${rule}`);

it.each([
  ['bytes that are sent back', 'ee0100', { data: 'ee0100' }, ['pass rs485.transceive']],
  ['a zero that is missing', 'ee0100', { data: 'ee01' }, ['fail rs485.transceive']],
  ['the known answer', '0103', { data: '010302' }, ['pass rs485.transceive']],
  ['another answer', '0103', { data: 'ee0100' }, ['fail rs485.transceive']],
  ['no result', 'ee', undefined, ['fail rs485.transceive']],
  ['bytes of which nothing is known', '0203', { data: 'ff' }, []],
])('%s', (_, sent, result, expected) => {
  expect(verdicts(records(sent, result))).toEqual(expected);
});

it('is not judged once the speed of the line has changed', () => {
  expect(verdicts(records('ee0100', { data: 'ff' }, true))).toEqual([]);
});

it('is judged by a later reading of a command that was answered before it ended', () => {
  const [asked, reply] = records('ee0100', undefined);
  if (asked === undefined || reply?.kind !== 'reply') throw new Error('the second record is the reply');
  const shown = (status: string, result?: unknown): object => ({
    command: { commandId: 'c1', operation: 'device.rs485.transceive', params: {}, status, result },
  });
  const read = (data: string): readonly TraceRecord[] => [
    asked,
    { ...reply, data: shown('pending') },
    {
      kind: 'request',
      seq: 4,
      at: 90,
      exchange: 3,
      channel: 'rest',
      client: 'op',
      what: 'commands.read',
      commandId: 'c1',
    },
    { ...reply, seq: 5, at: 95, exchange: 3, data: shown('succeeded', { data }) },
  ];
  expect(verdicts(read('ee0100'))).toEqual(['pass rs485.transceive']);
  expect(verdicts(read('ee01'))).toEqual(['fail rs485.transceive']);
});
