// The laws that speak of more than one exchange: spacing, keys, commands, tickets and correlation.
import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../../src/trace/record.js';
import { judge } from '../../../src/harness/judge/judge.js';
import { commandBody, hear, type Line, ok, refused, traceOf } from './traces.js';

const heard = (
  lines: readonly Line[],
  rules: RegExp,
  more: readonly (TraceEntry & { at: number })[] = [],
): readonly string[] => hear(traceOf(lines, more), rules).verdicts;

describe('refreshes of one device', () => {
  const refresh = (from: number, to: number, more: Partial<Line> = {}): Line => ({
    from,
    to,
    what: more.channel === 'ws' ? 'device.state.get' : 'devices.read',
    deviceId: 'd1',
    body: ok(),
    ...more,
  });
  const spacing = (...lines: readonly Line[]): readonly string[] =>
    heard(lines, /^refresh\.(min|shared|across)/);

  it('may be as near as three seconds, wherever they took place in their spans', () => {
    expect(spacing(refresh(0, 100), refresh(2950, 3000))).toEqual(['refresh.min-interval pass']);
    expect(spacing(refresh(0, 100), refresh(2900, 2999))).toEqual(['refresh.min-interval fail']);
  });

  it('prove nothing when a slow network may have kept them apart', () => {
    expect(spacing(refresh(0, 10), refresh(20, 4000))).toEqual(['refresh.min-interval pass']);
  });

  it('prove nothing when a success shows no device: it may be the reply to something else', () => {
    const unread = { mismatches: ['/data/device: expected an object, got nothing'] };
    expect(spacing(refresh(0, 100), refresh(500, 600, unread))).toEqual([]);
  });

  it('count over both channels and over all clients', () => {
    expect(spacing(refresh(0, 100), refresh(500, 600, { channel: 'ws', connection: 'c' }))).toEqual([
      'refresh.shared-budget fail',
    ]);
    expect(spacing(refresh(0, 100), refresh(500, 600, { client: 'other' }))).toEqual([
      'refresh.across-clients fail',
    ]);
  });

  it('do not count when they were refused, or are of another device', () => {
    expect(
      spacing(refresh(0, 100), refresh(500, 600, { body: refused('RATE_LIMITED'), status: 429 })),
    ).toEqual([]);
    expect(spacing(refresh(0, 100), refresh(500, 600, { deviceId: 'd2' }))).toEqual([]);
  });
});

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

  it('of a refused request means nothing', () => {
    expect(
      keys(operate(0, 'k', '', { body: refused('DEVICE_BUSY'), status: 409 }), operate(100, 'k', 'c1')),
    ).toEqual(['idempotency.new-key-new-command pass']);
  });
});

describe('a command', () => {
  const read = (from: number, status: string, to = from + 10): Line => ({
    from,
    to,
    what: 'commands.read',
    body: commandBody('c1', status),
  });
  const laws = (...lines: readonly Line[]): readonly string[] => heard(lines, /^commands\.(shape|terminal)/);

  it('that has ended stays as it is', () => {
    expect(laws(read(0, 'pending'), read(100, 'timeout'), read(200, 'timeout'))).toEqual([
      'commands.shape pass',
      'commands.terminal-stays pass',
    ]);
    expect(laws(read(0, 'timeout'), read(100, 'succeeded'))).toContain('commands.terminal-stays fail');
    expect(laws(read(0, 'succeeded'), read(100, 'pending'))).toContain('commands.terminal-stays fail');
  });

  it('cannot have ended in two ways, in whichever order it was seen', () => {
    expect(laws(read(0, 'succeeded', 100), read(50, 'timeout', 120))).toContain(
      'commands.terminal-stays fail',
    );
  });

  it('may end while two readings of it overlap', () => {
    expect(laws(read(0, 'succeeded', 100), read(50, 'pending', 120))).toEqual(['commands.shape pass']);
  });

  it('has operation, params and status', () => {
    const broken = {
      from: 0,
      to: 1,
      what: 'relays.set',
      body: ok({ command: { commandId: 'c', operation: 'x', status: 's' } }),
    };
    expect(laws(broken)).toEqual(['commands.shape fail']);
    expect(laws({ ...broken, body: ok({}) })).toEqual(['commands.shape fail']);
  });
});

describe('a ticket', () => {
  const open = (at: number, connection: string, ticket = 't1'): TraceEntry & { at: number } => ({
    at,
    kind: 'connection',
    connection,
    state: 'open',
    ticket,
  });
  const event = (at: number, connection: string): TraceEntry & { at: number } => ({
    at,
    kind: 'event',
    connection,
    topic: 'x',
  });

  it('opens one connection', () => {
    expect(heard([], /ticket-once/, [open(1, 'a'), event(2, 'a')])).toEqual(['ws.ticket-once pass']);
    expect(heard([], /ticket-once/, [open(1, 'a'), open(1, 'b'), event(2, 'a'), event(3, 'b')])).toEqual([
      'ws.ticket-once fail',
    ]);
  });

  it('stands where the connection was asked for, and counts where it came about', () => {
    const asked = (at: number, connection: string): (TraceEntry & { at: number })[] => [
      { at, kind: 'connection', connection, state: 'opening', ticket: 't1' },
      { at: at + 1, kind: 'connection', connection, state: 'open' },
      event(at + 2, connection),
    ];
    expect(heard([], /ticket-once/, asked(1, 'a'))).toEqual(['ws.ticket-once pass']);
    expect(heard([], /ticket-once/, [...asked(1, 'a'), ...asked(10, 'b')])).toEqual(['ws.ticket-once fail']);
  });

  it('has opened none where a connection was told that the ticket is used', () => {
    const told = (connection: string, code: string): Line => ({
      from: 3,
      to: 4,
      what: 'session.ping',
      channel: 'ws',
      connection,
      body: code === 'SUCCESS' ? ok() : refused(code),
    });
    const both = [open(1, 'a'), open(2, 'b')];
    expect(heard([told('a', 'SUCCESS'), told('b', 'TICKET_USED')], /ticket-once/, both)).toEqual([
      'ws.ticket-once pass',
    ]);
    expect(heard([told('a', 'SUCCESS'), told('b', 'SUCCESS')], /ticket-once/, both)).toEqual([
      'ws.ticket-once fail',
    ]);
  });

  it('has opened none where the the connection was closed without a word', () => {
    expect(heard([], /ticket-once/, [open(1, 'a'), open(1, 'b'), event(2, 'a')])).toEqual([
      'ws.ticket-once pass',
    ]);
  });
});

describe('a reply over WebSocket', () => {
  const ping = (body: object, what = 'session.ping'): Line => ({
    from: 0,
    to: 5,
    channel: 'ws',
    connection: 'w',
    what,
    body,
  });
  const stray = (frame: unknown, connection = 'w'): TraceEntry & { at: number } => ({
    at: 9,
    kind: 'stray',
    connection,
    text: JSON.stringify(frame),
    detail: '',
  });

  it('has its shape and the requestId of its request', () => {
    expect(heard([ping(ok())], /^ws/)).toEqual(['ws.reply-shape pass', 'ws.correlation pass']);
    expect(heard([ping({ ...ok(), type: 'answer' })], /^ws/)).toContain('ws.reply-shape fail');
    expect(heard([ping({ ...ok(), requestId: 'other' })], /^ws/)).toContain('ws.correlation fail');
  });

  it('must belong to a request on its connection', () => {
    expect(heard([ping(ok())], /correlation/, [stray({ type: 'reply', requestId: 'nobody' })])).toEqual([
      'ws.correlation fail',
    ]);
    expect(heard([], /correlation/, [stray({ type: 'reply', requestId: 'nobody' })])).toEqual([
      'ws.correlation fail',
    ]);
  });

  it('may be odd where a malformed frame was sent, may come twice, and may be something else altogether', () => {
    const raw = ping(refused('ODD'), 'raw');
    expect(heard([raw], /^ws/, [stray({ type: 'reply', requestId: null })])).toEqual([]);
    expect(
      heard([ping(ok())], /^ws/, [stray({ type: 'reply', requestId: 'r1', code: 'SUCCESS', message: 'OK' })]),
    ).not.toContain('ws.correlation fail');
    expect(heard([], /^ws/, [stray({ type: 'news' })])).toEqual([]);
  });

  it('that lacks its type is misshapen, also where it could not be taken for a reply', () => {
    expect(
      heard([ping(ok())], /shape/, [stray({ requestId: 'r1', code: 'SUCCESS', message: 'OK' })]),
    ).toEqual(['ws.reply-shape fail']);
  });
});

describe('the judge', () => {
  const derived = traceOf([
    { from: 0, to: 10, what: 'devices.read', deviceId: 'd1', body: ok() },
    { from: 20, to: 30, what: 'devices.read', deviceId: 'd1', client: 'other', body: ok() },
  ]);

  it('warns of a breach of a derived rule, unless it is strict', () => {
    const verdict = (strict: boolean): string | undefined =>
      judge(derived, { strict, dropped: 0 }).find(({ rule }) => rule === 'refresh.across-clients')?.verdict;
    expect([verdict(false), verdict(true)]).toEqual(['warn', 'fail']);
  });

  it('proves nothing from a trace with holes', () => {
    expect(judge(derived, { strict: true, dropped: 1 }).map(({ verdict }) => verdict)).not.toContain('fail');
  });

  it('names the exchanges and the invariant', () => {
    expect(judge(derived, { strict: true, dropped: 0 }).at(-1)).toMatchObject({
      where: 'invariant refresh-spacing',
      exchanges: [1, 2],
      expected: 'refreshes of one device at least 3000 ms apart',
      actual: 'two accepted ones at most 30 ms apart',
    });
  });
});
