// One key, one command.
import { describe, expect, it } from 'vitest';
import { commandBody, hear, type Line, refused, traceOf } from './traces.js';

describe('a key', () => {
  const operate = (from: number, key: string, commandId: string, more: Partial<Line> = {}): Line => ({
    from,
    to: from + 50,
    what: more.channel === 'ws' ? 'device.operation.execute' : 'relays.set',
    key,
    body: commandBody(commandId),
    ...more,
  });
  const keys = (...lines: readonly Line[]): readonly string[] =>
    hear(traceOf(lines), /^idempotency/)
      .findings.filter(({ where }) => where === 'invariant keys')
      .map(({ rule, verdict }) => `${rule} ${verdict}`);

  it('means one command, over REST and over WebSocket', () => {
    expect(keys(operate(0, 'k', 'c1'), operate(100, 'k', 'c1'))).toEqual([
      'idempotency.same-command-rest pass',
      'idempotency.new-key-new-command pass',
    ]);
    expect(keys(operate(0, 'k', 'c1'), operate(100, 'k', 'c2'))).toContain(
      'idempotency.same-command-rest fail',
    );
    const socket = { channel: 'ws', connection: 'w' } as const;
    expect(keys(operate(0, 'k', 'c1', socket), operate(100, 'k', 'c2', socket))).toContain(
      'idempotency.same-command-websocket fail',
    );
    expect(keys(operate(0, 'k', 'c1'), operate(100, 'k', 'c2', socket))).toContain(
      'idempotency.across-channels fail',
    );
  });

  it('may be as good as new half a minute later', () => {
    expect(keys(operate(0, 'k', 'c1'), operate(29_900, 'k', 'c2'))).toContain(
      'idempotency.same-command-rest fail',
    );
    const later = keys(operate(0, 'k', 'c1'), operate(20_000, 'k', 'c1'), operate(30_100, 'k', 'c2'));
    expect(later.filter((each) => each.endsWith('fail'))).toEqual([]);
  });

  it('used while the first still runs is judged by the rule for that', () => {
    expect(keys(operate(0, 'k', 'c1'), operate(20, 'k', 'c2'))).toContain('idempotency.in-flight fail');
  });

  it('is another one for another client, and open for another request', () => {
    expect(keys(operate(0, 'k', 'c1'), operate(100, 'k', 'c2', { client: 'other' }))).not.toContain(
      'idempotency.same-command-rest fail',
    );
    expect(keys(operate(0, 'k', 'c1'), operate(100, 'k', 'c2', { on: false }))).not.toContain(
      'idempotency.same-command-rest fail',
    );
  });

  it('that is new is a new command', () => {
    expect(keys(operate(0, 'k1', 'c1'), operate(100, 'k2', 'c1'))).toContain(
      'idempotency.new-key-new-command fail',
    );
  });

  it('with another request runs nothing new', () => {
    const reused = (commandId: string, status?: string): readonly string[] =>
      keys(
        operate(0, 'k', 'c1'),
        operate(100, 'k', commandId, { on: false, body: commandBody(commandId, status) }),
      );
    expect(reused('c1')).toContain('idempotency.reused-for-another-request pass');
    expect(reused('c2')).toContain('idempotency.reused-for-another-request fail');
    expect(reused('c2', 'failed').join()).not.toContain('reused');
  });

  it('is compared with all uses before it, and not only with the first', () => {
    const found = keys(
      operate(0, 'k', 'c1'),
      operate(100, 'k', 'c1', { on: false }),
      operate(200, 'k', 'c3', { on: false }),
    );
    expect(found).toContain('idempotency.same-command-rest fail');
  });

  it('at the endpoint for one relay is another request of the same meaning', () => {
    expect(keys(operate(0, 'k', 'c1'), operate(100, 'k', 'c2', { what: 'relays.set-one' }))).toContain(
      'idempotency.reused-for-another-request fail',
    );
  });

  it('of a TIMEOUT is judged by what is stated of the same request, and over the other channel by what follows', () => {
    const timedOut = { body: commandBody('c1', 'timeout') };
    expect(keys(operate(0, 'k', 'c1', timedOut), operate(100, 'k', 'c2'))).toContain(
      'idempotency.timeout-is-final fail',
    );
    const other = keys(
      operate(0, 'k', 'c1', timedOut),
      operate(100, 'k', 'c2', { channel: 'ws', connection: 'w' }),
    );
    expect(other).toContain('idempotency.across-channels fail');
    expect(other).not.toContain('idempotency.timeout-is-final fail');
  });

  it('of a refused request means nothing', () => {
    expect(
      keys(operate(0, 'k', '', { body: refused('DEVICE_BUSY'), status: 409 }), operate(100, 'k', 'c1')),
    ).toEqual(['idempotency.new-key-new-command pass']);
  });
});
