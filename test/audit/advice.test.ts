import { describe, expect, test } from 'vitest';
import { adviceFor } from '../../src/audit/advice/advice.js';
import { connectionOf, dayOf, refresh } from './day-of.js';

const times = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('advice', () => {
  test('is not given without a calm day, nor for a client that does what it needs', () => {
    expect(adviceFor(undefined)).toEqual([]);
    const calm = dayOf(times(7).map((at) => [at * 20_000, 'devices.read', refresh()] as const));
    expect(adviceFor(calm)).toEqual([]);
  });

  test.each([
    [
      /read about every 5,000 ms/,
      dayOf(times(20).map((at) => [at * 5000, 'devices.read', refresh()] as const)),
    ],
    [/list of devices/, dayOf(times(30).map((at) => [at * 5000, 'devices.list'] as const))],
    [
      /5 tokens for 5 connections/,
      dayOf(
        times(5).map((at) => [at * 9000, 'token.create', { reply: { token: at + 1 } }] as const),
        { connections: times(5).map((at) => connectionOf(`ws-${at}`, at * 9000, at * 9000 + 8000)) },
      ),
    ],
    [
      /4 tickets were created and never used/,
      dayOf(times(4).map((at) => [at * 9000, 'ticket.create', { reply: { ticket: `t${at}` } }] as const)),
    ],
    [
      /20 REST requests came over 20 network connections/,
      dayOf(times(20).map((at) => [at * 6000, 'devices.config', { socket: at }] as const)),
    ],
    [
      /4 commands were read/,
      dayOf(
        times(5).map((at) => {
          const reply = { commandId: 'c1', commandStatus: 'succeeded' as const };
          return [at * 9000, 'commands.read', { method: 'GET', commandId: 'c1', reply }] as const;
        }),
      ),
    ],
  ])('%s', (words, calm) => {
    expect(adviceFor(calm).join('\n')).toMatch(words);
  });
});
