// One command looks the same to everybody who looks at it.
import { describe, expect, it } from 'vitest';
import { hear, type Line, ok, traceOf } from './traces.js';

const transceive = { operation: 'device.rs485.transceive', params: { data: '01', timeout: 500 } };
const seen = (from: number, command: object, more: Partial<Line> = {}): Line => ({
  from,
  to: from + 10,
  what: 'rs485.transceive',
  key: 'k',
  body: ok({ command: { commandId: 'c1', status: 'succeeded', ...transceive, ...command } }),
  ...more,
});
const read = { what: 'commands.read' } as const;
const socket = { channel: 'ws', connection: 'w', what: 'device.operation.execute' } as const;
const RULES = /readable|same-object|same-command/;
const outcome = (...lines: readonly Line[]): readonly string[] =>
  hear(traceOf(lines), RULES)
    .findings.filter(({ where }) => where === 'invariant command-outcome')
    .map(({ rule, verdict }) => `${rule} ${verdict}`);

const answer = { result: { data: '0a' } };
const other = { result: { data: '0b' } };

describe('a command that is seen twice', () => {
  it('has one result, wherever it is seen', () => {
    expect(outcome(seen(0, answer), seen(100, answer, read))).toEqual(['commands.readable pass']);
    expect(outcome(seen(0, answer), seen(100, other, read))).toEqual(['commands.readable fail']);
    expect(outcome(seen(0, answer), seen(100, other))).toEqual(['idempotency.same-command-rest fail']);
    expect(outcome(seen(0, answer), seen(100, other, socket))).toEqual([
      'commands.same-object-both-channels fail',
    ]);
    expect(outcome(seen(0, answer, socket), seen(100, other, socket))).toEqual([
      'idempotency.same-command-websocket fail',
    ]);
  });

  it('has one operation and one set of parameters', () => {
    expect(outcome(seen(0, {}), seen(100, { operation: 'device.relay.set' }, read))).toContain(
      'commands.readable fail',
    );
    expect(outcome(seen(0, {}), seen(100, { params: { data: '02' } }, read))).toContain(
      'commands.readable fail',
    );
  });

  it('may leave out what is optional, and list relays in any order', () => {
    const relays = (...indices: readonly number[]): object => ({
      operation: 'device.relay.set',
      params: { relays: indices.map((index) => ({ index, action: 'on' })) },
    });
    expect(outcome(seen(0, { params: { data: '01' } }), seen(100, {}, read))).toEqual([
      'commands.readable pass',
    ]);
    expect(outcome(seen(0, relays(1, 2)), seen(100, relays(2, 1), read))).toEqual(['commands.readable pass']);
    expect(outcome(seen(0, answer), seen(100, {}, read))).toEqual(['commands.readable pass']);
  });

  it('has no result to compare until it has ended', () => {
    expect(outcome(seen(0, { ...answer, status: 'pending' }), seen(100, other, read))).toEqual([
      'commands.readable pass',
    ]);
  });

  it('is not compared where a reply did not fit the dialect', () => {
    const records = traceOf([seen(0, answer), seen(100, other, read)]).map((record) =>
      record.kind === 'reply' && record.exchange === 2 ? { ...record, mismatches: ['odd'] } : record,
    );
    expect(hear(records, RULES).verdicts).toEqual([]);
  });

  it('is not judged again where two keys got it', () => {
    expect(outcome(seen(0, answer), seen(100, other, { key: 'k2' }))).toEqual([]);
  });
});
