// One fault that shows in much of a run is told once, under its rule; once proved to work, nothing is taken from a check.
import { describe, expect, it } from 'vitest';
import { withFirstCauses } from '../../../../src/harness/run/causes/first-causes.js';
import type { CheckResult } from '../../../../src/harness/verdict/verdict.js';
import type { RuleId } from '../../../../src/contract/rules/catalogue.js';
import type { RequestRecord, TraceEntry } from '../../../../src/trace/record.js';
import { check, finding } from '../../../report/run-results.js';
import { asked, checks, named, NO_EVIDENCE, traced } from './told.js';

const SET: Pick<RequestRecord, 'what' | 'operation'> = {
  what: 'relays.set',
  operation: { name: 'device.relay.set', params: { relays: [] } },
};

function known(results: readonly CheckResult[], heard: readonly string[] = []): readonly CheckResult[] {
  return withFirstCauses(results, { ...NO_EVIDENCE, heard: new Set(heard) }, { strict: false, at: 900 })
    .checks;
}

it('is nothing where there is none', () => {
  const results = checks(9, () => asked({}, {}), 'devices.list');
  expect(known(results)).toBe(results);
});

describe('one status for each refusal', () => {
  const refused = (what: string, code: string, rule: RuleId, status = 200): readonly CheckResult[] =>
    checks(3, () => asked({ what }, { code, status }), rule);
  const all = [
    ...refused('devices.list', 'AUTH_INVALID', 'auth.invalid'),
    ...refused('relays.set', 'AUTH_SCOPE_DENIED', 'scope.denied'),
    ...refused('commands.read', 'COMMAND_NOT_FOUND', 'scope.commands-within-devices'),
  ];

  it('is told under the first stated rule that it breaks', () => {
    const [first, ...rest] = known(all);
    expect(first).toMatchObject({ id: 'target/causes', rules: ['auth.invalid'], verdict: 'fail' });
    expect(first?.findings[0]?.actual).toContain('status 200 in each of 9 refusals of 3 kinds of requests');
    expect(named(rest)).toEqual({ rules: [], undecided: 9 });
  });

  it('is none where another status came once', () => {
    const other = refused('devices.read', 'DEVICE_NOT_FOUND', 'devices.unknown', 404);
    expect(named(known([...all, ...other])).undecided).toBe(0);
  });
});

describe('a part that each reply of a kind lacks', () => {
  const breaches = [{ rule: 'commands.shape', expected: '/data/command/status: a word', actual: 'nothing' }];
  const lacking = checks(9, () => asked(SET, { breaches }), 'commands.created-by-every-operation');

  it('is told once, and other rules that speak of such replies rest on it', () => {
    expect(named(known(lacking))).toEqual({ rules: ['commands.shape'], undecided: 9 });
  });

  it('takes nothing from the rule that there is a command, where there is none', () => {
    const none = [{ rule: 'commands.shape', expected: '/data/command: an object', actual: 'nothing' }];
    const results = checks(9, () => asked(SET, { breaches: none }), 'commands.created-by-every-operation');
    expect(named(known(results)).undecided).toBe(0);
  });

  it('is none where one reply had it', () => {
    const whole = checks(1, () => asked(SET, {}));
    expect(named(known([...lacking, ...whole])).undecided).toBe(0);
  });
});

it('is one cause that no reply has any data', () => {
  const replies = (what: string, rule: RuleId): readonly CheckResult[] => {
    const breaches = [{ rule, expected: '/data: an object', actual: 'nothing' }];
    return checks(8, () => asked({ what }, { breaches }), rule);
  };
  const all = [
    ...replies('devices.list', 'devices.list'),
    ...replies('ticket.create', 'ws.ticket-issued'),
    ...replies('devices.read', 'devices.refresh-covers-all'),
  ];
  expect(named(known(all))).toEqual({ rules: ['envelope.data'], undecided: 24 });
});

describe('keys that are never taken', () => {
  const refused = checks(
    9,
    () => asked({ ...SET, idempotencyKey: 'k' }, { code: 'INVALID_PARAMETER', status: 422 }),
    'rs485.transceive',
  );
  const without = checks(1, () => asked(SET, {}));

  it('are told once', () => {
    expect(named(known([...refused, ...without]))).toEqual({
      rules: ['idempotency.new-key-new-command'],
      undecided: 9,
    });
  });

  it('are none where one was taken, or where nothing was ever carried out', () => {
    const taken = checks(1, () => asked({ ...SET, idempotencyKey: 'k' }, {}));
    for (const results of [[...refused, ...without, ...taken], refused])
      expect(named(known(results)).undecided).toBe(0);
  });
});

it('joins what looks for a device in lists that are all empty', () => {
  const empty = (rule: RuleId): readonly CheckResult[] =>
    checks(2, () => asked({}, { data: { devices: [] } }), rule);
  const results = [...empty('devices.list'), ...empty('devices.add')];
  expect(named(known(results))).toEqual({ rules: ['devices.list'], undecided: 2 });
  const full = checks(1, () => asked({}, { data: { devices: [{ deviceId: 'a' }] } }));
  expect(named(known([...results, ...full])).rules).toEqual(['devices.list', 'devices.add']);
});

describe('refusals without a delay', () => {
  const limited = (channel: 'rest' | 'ws', rule: RuleId): readonly CheckResult[] =>
    checks(8, () => asked({ what: 'devices.read', channel }, { channel, code: 'RATE_LIMITED' }), rule);
  const all = [
    ...limited('rest', 'limits.shape'),
    ...limited('rest', 'refresh.rate-limited-rest'),
    ...limited('ws', 'refresh.rate-limited-websocket'),
  ];

  it('are one cause where none has one, on both channels', () => {
    expect(named(known(all))).toEqual({ rules: ['limits.shape'], undecided: 16 });
  });

  it('are those of refreshes where those of the other channel are right', () => {
    const rest = all.slice(0, 16);
    const data = { retryAfterSeconds: 2 };
    const right = checks(1, () => asked({ channel: 'ws' }, { channel: 'ws', code: 'RATE_LIMITED', data }));
    expect(named(known([...rest, ...right])).undecided).toBe(0);
  });
});

describe('commands', () => {
  const command = (status: string, operation = 'device.relay.set', commandId = 'c'): TraceEntry[] => [
    ...asked(
      { ...SET, deviceId: `device of ${commandId}` },
      { data: { command: { commandId, operation, status } } },
    ),
  ];
  const read = (status: string, commandId: string): readonly TraceEntry[] =>
    asked(
      { what: 'commands.read' },
      { data: { command: { commandId, operation: 'device.relay.set', status } } },
    );
  const pending = checks(8, (at) => [
    ...command('pending', 'device.relay.set', `c${at}`),
    ...asked({ what: 'devices.read', deviceId: `device of c${at}` }, {}),
    ...read('pending', `c${at}`),
  ]);

  it('that are never seen to end break the rule that they can be read, though no check could tell', () => {
    expect(named(known(pending)).rules).toEqual(['commands.readable']);
    expect(known([...pending, ...checks(1, () => command('succeeded'))])[0]?.ofRun).toBeUndefined();
  });

  it('that are not seen to end may be slow, where no device has taken another one meanwhile', () => {
    const slow = checks(8, (at) => [
      ...command('pending', 'device.relay.set', `c${at}`),
      ...read('pending', `c${at}`),
    ]);
    expect(known(slow)).toBe(slow);
  });

  it('of one operation that all end in TIMEOUT are one cause', () => {
    const ended = (rule: RuleId): readonly CheckResult[] =>
      checks(5, (at) => command('timeout', 'device.rs485.transceive', `${rule}${at}`), rule);
    const results = [...ended('rs485.transceive'), ...ended('ws.operation-execute')];
    expect(named(known(results))).toEqual({ rules: ['rs485.transceive'], undecided: 5 });
    const one = checks(1, () => command('succeeded', 'device.rs485.transceive', 'one'));
    expect(named(known([...results, ...one])).undecided).toBe(0);
  });
});

describe('events that never come', () => {
  const missing = (topic: string, rule: RuleId): CheckResult =>
    check(`events/${rule}`, {
      verdict: 'fail',
      findings: [finding(rule, { where: `line 4: expectEvent ${topic} device plant on watch` })],
    });
  const STATE = 'device.state.changed';
  const all = [
    missing(STATE, 'events.input-changed'),
    missing(STATE, 'events.relay-changed'),
    missing('device.power.lost', 'events.power-lost'),
  ];

  it('are one cause where none of any topic came', () => {
    expect(named(known(all))).toEqual({ rules: ['events.every-connection'], undecided: 3 });
  });

  it('are one cause of their topic where others came', () => {
    expect(named(known(all, ['device.power.restored']))).toEqual({
      rules: ['events.relay-changed', 'events.power-lost'],
      undecided: 2,
    });
  });

  it('are none where one came, or where something came that could not be read', () => {
    expect(known(all, [STATE, 'device.power.lost'])).toBe(all);
    const stray = check('a/b', {
      trace: traced([{ kind: 'stray', connection: 'w', text: '{}', detail: 'no topic', misfit: true }]),
    });
    const results = [...all, stray];
    expect(known(results)).toBe(results);
  });
});

describe('connections that are closed after their first frame', () => {
  const life = (at: number, frames: number): readonly TraceEntry[] => {
    const connection = `w${at}`;
    const pings = Array.from({ length: frames }, () =>
      asked({ what: 'session.ping', channel: 'ws', connection }, { channel: 'ws' }),
    );
    return [
      { kind: 'connection', connection, state: 'open' },
      ...pings.flat(),
      { kind: 'connection', connection, state: 'closed', by: 'target', closeCode: 1000 },
    ];
  };
  const cut = checks(8, (at) => life(at, 1)).map((each) => ({
    ...each,
    verdict: 'fail' as const,
    findings: [finding('ws.errors-keep-connection')],
  }));

  it('are one cause', () => {
    expect(named(known(cut))).toEqual({ rules: ['ws.ping'], undecided: 8 });
  });

  it('are none where what came was a refusal, or where they were closed later', () => {
    const refused = cut.map((each) => ({
      ...each,
      trace: each.trace.map((record) =>
        record.kind === 'reply' ? { ...record, code: 'BAD_FRAME' } : record,
      ),
    }));
    const later = cut.map((each) => ({ ...each, trace: traced(each.trace, 1000) }));
    for (const results of [refused, later]) expect(known(results)).toBe(results);
  });

  it('are none where one brought a second frame', () => {
    expect(named(known([...cut, ...checks(1, () => life(99, 2))])).undecided).toBe(0);
  });
});
