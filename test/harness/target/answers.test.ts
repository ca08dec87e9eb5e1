// What is legal once is not legal always: by how many tries, and with which control.
import { describe, expect, it } from 'vitest';
import { createAnswers, type AskedRequest } from '../../../src/harness/target/answers.js';
import type { CallOutcome } from '../../../src/harness/target/call.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

const reply = (code: string, status: number, retryAfterSeconds?: number): CallOutcome => ({
  kind: 'reply',
  reply: {
    code,
    status,
    message: '',
    data: undefined,
    headers: {},
    mismatches: [],
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  },
});
const SUCCESS = reply('SUCCESS', 200);
const BUSY = reply('DEVICE_BUSY', 409);
const FAILED = reply('INTERNAL_ERROR', 500);
const SILENCE: CallOutcome = { kind: 'broken', reason: 'timeout', detail: 'no reply within 10 s' };
const SWITCH: AskedRequest = { what: 'relays.set', client: 'op', deviceId: 'd1', wanted: true };

function answered(
  outcomes: readonly CallOutcome[],
  more: { control?: boolean; asked?: Partial<AskedRequest> } = {},
) {
  const { control = true, asked = {} } = more;
  const answers = createAnswers(createManualClock(1000));
  for (const outcome of outcomes) answers.note({ ...SWITCH, ...asked }, outcome);
  if (control) answers.note({ what: 'devices.list', client: 'op' }, SUCCESS);
  return answers;
}
const times = (count: number, outcome: CallOutcome): CallOutcome[] =>
  Array.from({ length: count }, () => outcome);
const found = (outcomes: readonly CallOutcome[], more?: Parameters<typeof answered>[1]) =>
  answered(outcomes, more).unanswered(false);

describe('a kind of request that comes to nothing in each of its tries', () => {
  it.each([200, 302, 400, 422])(
    'is the opening of a connection, where each upgrade is answered with %d',
    (status) => {
      const outcomes = times(8, reply('', status));
      const asked = { what: 'websocket.open' };
      expect(found(outcomes, { asked })).toMatchObject([
        { rule: 'ws.ticket-issued', how: 'refused', tries: 8 },
      ]);
      // A ticket that is wrong on purpose is refused by right.
      expect(found(outcomes, { asked: { ...asked, wanted: false } })).toEqual([]);
    },
  );

  it('breaks the rule that promises an answer, from eight tries on', () => {
    expect(found(times(7, FAILED))).toEqual([]);
    expect(found(times(8, FAILED))).toEqual([
      {
        kind: 'relays.set',
        rule: 'relay.set-many',
        how: 'internal-error',
        tries: 8,
        devices: 1,
        clients: 1,
        answer: '500 INTERNAL_ERROR',
        others: ['devices.list'],
      },
    ]);
  });

  it('takes along a kind of fewer tries that came to nothing in the same way, as long as none succeeded', () => {
    const answers = answered(times(8, FAILED));
    const few: AskedRequest = { ...SWITCH, what: 'rs485.transceive' };
    for (const outcome of times(2, FAILED)) answers.note(few, outcome);
    const bad: AskedRequest = { ...SWITCH, what: 'devices.password', wanted: false };
    for (const outcome of times(2, FAILED)) answers.note(bad, outcome);
    expect(answers.unanswered(false)).toMatchObject([{ kind: 'relays.set', alike: ['rs485.transceive'] }]);
    answers.note(few, SUCCESS);
    expect(answers.unanswered(false)[0]?.alike).toBeUndefined();
  });

  it('breaks it from three tries on where a check has found that it fails in each attempt', () => {
    const answers = answered(times(3, FAILED));
    answers.stands(SWITCH);
    expect(answers.unanswered(false)).toMatchObject([{ rule: 'relay.set-many', tries: 3 }]);
    answers.note(SWITCH, SUCCESS);
    expect(answers.unanswered(false)).toEqual([]);
  });

  it('may have succeeded once, met this and that, or stood in no contrast to anything: then nothing is known', () => {
    expect(found([...times(9, FAILED), SUCCESS, ...times(9, FAILED)])).toEqual([]);
    expect(found([...times(8, FAILED), BUSY])).toEqual([]);
    expect(found(times(20, SILENCE), { control: false })).toEqual([]);
  });

  it('is busy or too frequent by others where the target is shared', () => {
    expect(answered(times(9, BUSY)).unanswered(true)).toEqual([]);
    expect(answered(times(9, FAILED)).unanswered(true)).toHaveLength(1);
  });

  it('is told for each operation of a topic', () => {
    const answers = answered([]);
    const execute = { what: 'device.operation.execute', client: 'op' };
    const jog = { name: 'device.relay.jogConfig.set', params: { index: 1, duration: 500 } } as const;
    const set: AskedRequest['operation'] = { name: 'device.relay.set', params: { relays: [] } };
    for (const outcome of times(8, SILENCE)) answers.note({ ...execute, operation: jog }, outcome);
    answers.note({ ...execute, operation: set }, SUCCESS);
    const kinds = answers.unanswered(false).map(({ kind, how, rule }) => [kind, how, rule]);
    expect(kinds).toEqual([
      ['device.operation.execute device.relay.jogConfig.set', 'silence', 'ws.operation-execute'],
    ]);
    expect(answers.isHopeless({ ...execute, operation: jog })).toBe(true);
    expect(answers.isHopeless({ ...execute, operation: set })).toBe(false);
  });

  it('counts a conflict of an operation where the device is read, and none of a reading', () => {
    const operation: AskedRequest['operation'] = { name: 'device.relay.set', params: { relays: [] } };
    const offline = reply('DEVICE_OFFLINE', 409);
    const after = (read: CallOutcome, asked: Partial<AskedRequest>) => {
      const answers = createAnswers(createManualClock(1000));
      answers.note({ what: 'devices.read', client: 'op', deviceId: 'd1' }, read);
      for (const outcome of times(8, offline)) answers.note({ ...SWITCH, ...asked }, outcome);
      answers.note({ what: 'devices.list', client: 'op' }, SUCCESS);
      return answers.unanswered(false);
    };
    expect(after(SUCCESS, { operation })).toMatchObject([{ rule: 'relay.set-many', how: 'refused' }]);
    expect(after(offline, { operation })).toEqual([]);
    expect(after(SUCCESS, { operation, wanted: false })).toEqual([]);
    expect(after(SUCCESS, { what: 'devices.read' })).toEqual([]);
  });

  it('counts a refusal for good only where nothing was wrong on purpose, and not of what may be gone', () => {
    const gone = times(8, reply('NOT_FOUND', 404));
    expect(found(gone, { asked: { wanted: false } })).toEqual([]);
    expect(found(gone)).toHaveLength(1);
    expect(found(gone, { asked: { what: 'relays.set-one' } })).toEqual([]);
    expect(found(times(8, reply('INVALID_PARAMETER', 422)))).toEqual([]);
  });

  it('is no envelope each time, which breaks the rule of envelopes', () => {
    expect(found(times(8, reply('', 200))).map(({ rule, how }) => [rule, how])).toEqual([
      ['envelope.json', 'unreadable'],
    ]);
  });

  it('is not busy or too frequent where checks ask for that on purpose', () => {
    expect(found(times(8, BUSY), { asked: { wanted: false } })).toEqual([]);
    expect(found(times(8, BUSY)).map(({ rule }) => rule)).toEqual(['busy.released']);
    expect(found(times(8, FAILED), { asked: { wanted: false } })).toHaveLength(1);
  });
});

describe('a try that was refused as too frequent', () => {
  it('counts when it was sent after the announced wait, and not before', async () => {
    const clock = createManualClock(1000);
    const answers = createAnswers(clock);
    const limited = reply('RATE_LIMITED', 429, 2);
    const note = async (wait: number): Promise<void> => {
      await clock.advance(wait);
      answers.note(SWITCH, limited);
    };
    for (let at = 0; at < 20; at++) await note(1000);
    answers.note({ what: 'devices.list', client: 'op' }, SUCCESS);
    // Each was sent a second after one that announced two.
    expect(answers.unanswered(false)).toEqual([]);
    for (let at = 0; at < 8; at++) await note(2000);
    answers.note({ what: 'devices.list', client: 'op' }, SUCCESS);
    expect(answers.unanswered(false)).toMatchObject([{ how: 'rate-limited' }]);
  });
});
