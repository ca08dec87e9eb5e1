// One cause is told once, and the checks that met it do not blame their own rules.
import { expect, it } from 'vitest';
import { withFirstCauses } from '../../../../src/harness/run/causes/first-causes.js';
import type { Unanswered } from '../../../../src/harness/target/answers.js';
import type { CheckResult } from '../../../../src/harness/verdict/verdict.js';
import { check, finding } from '../../../report/run-results.js';
import { NO_EVIDENCE } from './told.js';

const CAUSE: Unanswered = {
  kind: 'relays.set',
  rule: 'relay.set-many',
  how: 'internal-error',
  tries: 31,
  devices: 6,
  clients: 2,
  others: ['devices.list'],
  answer: '500 INTERNAL_ERROR',
};

/** A check that asked for this, got an answer with this status, and failed for it. */
function failed(id: string, what: string, status: number, where = 'line 4: setRelays plant'): CheckResult {
  return check(id, {
    verdict: 'fail',
    rules: ['busy.released'],
    findings: [finding('busy.released', { where, exchanges: [5] })],
    trace: [
      { kind: 'request', seq: 1, at: 1, exchange: 5, channel: 'rest', what },
      { kind: 'reply', seq: 2, at: 2, exchange: 5, channel: 'rest', status, code: 'INTERNAL_ERROR' },
    ],
  });
}

const at = { strict: false, at: 900 };

function withCauses(
  results: readonly CheckResult[],
  unanswered: readonly Unanswered[],
): readonly CheckResult[] {
  return withFirstCauses(results, { ...NO_EVIDENCE, unanswered }, at).checks;
}

it('comes first, with the tries that it rests on and the control', () => {
  const [first, second] = withCauses([failed('busy/released', 'relays.set', 500)], [CAUSE]);
  expect(first).toMatchObject({ id: 'target/answers', verdict: 'fail', ofRun: true });
  expect(first?.findings.map(({ rule, actual }) => [rule, actual])).toEqual([
    [
      'relay.set-many',
      'answered with a server error in each of 31 tries on 6 devices by 2 API clients (500 INTERNAL_ERROR), while others succeeded: GET /svc/v1/devices',
    ],
  ]);
  expect(second).toMatchObject({ verdict: 'inconclusive', findings: [{ verdict: 'inconclusive' }] });
  expect(second?.reason).toContain(
    'it could not get that far: POST /svc/v1/devices/{deviceId}/relays/commands',
  );
});

it.each([
  ['another request', failed('a/b', 'rs485.transceive', 500)],
  ['a request that was granted', failed('a/b', 'relays.set', 200)],
  ['an invariant', failed('a/b', 'relays.set', 500, 'invariant keys')],
])('leaves what rests on %s as it is', (_, result) => {
  const reply = result.trace[1];
  const granted =
    reply?.kind === 'reply' && reply.status === 200
      ? { ...result, trace: [...result.trace.slice(0, 1), { ...reply, code: 'SUCCESS' }] }
      : result;
  expect(withCauses([granted], [CAUSE])[1]).toBe(granted);
});

it('is one where no frame is answered, not even a heartbeat', () => {
  const silent = (kind: string, rule: Unanswered['rule']): Unanswered => ({
    ...CAUSE,
    kind,
    rule,
    how: 'silence',
    devices: 0,
    answer: 'no reply within 10 s',
  });
  const all = [silent('device.state.get', 'ws.state-get'), silent('session.ping', 'ws.ping')];
  const [first] = withCauses([], [...all, CAUSE]);
  expect(first?.rules).toEqual(['ws.ping', 'relay.set-many']);
  expect(first?.findings[0]?.actual).toContain('so it is with device.state.get over WebSocket');
});

/** A frame that was malformed on purpose, after which nothing came. */
function mute(): CheckResult {
  return check('ws/bad-frame', {
    verdict: 'fail',
    rules: ['ws.bad-frame-survives'],
    findings: [
      finding('ws.bad-frame-survives', { where: 'line 26: assert { that: $bad.reason }', exchanges: [5] }),
    ],
    trace: [
      { kind: 'request', seq: 1, at: 1, exchange: 5, channel: 'ws', what: 'raw' },
      { kind: 'broken', seq: 2, at: 2, exchange: 5, reason: 'timeout', detail: 'no reply within 10 s' },
    ],
  });
}

const PING: Unanswered = {
  ...CAUSE,
  kind: 'session.ping',
  rule: 'ws.ping',
  how: 'silence',
  devices: 0,
  answer: 'no reply within 10 s',
};

it('takes in frames that are of no kind, where no frame of the run was answered', () => {
  const [first, second] = withCauses([mute()], [PING]);
  expect(first?.findings[0]?.actual).toContain('so it is with any frame');
  expect(second).toMatchObject({ verdict: 'inconclusive', findings: [{ verdict: 'inconclusive' }] });
});

it('is that no reply can be told apart, where frames come without the requestId of a request', () => {
  const stray = check('ws/any', {
    verdict: 'fail',
    findings: [finding('ws.correlation', { where: 'invariant x' })],
  });
  const [first] = withCauses([mute(), stray], [PING]);
  expect(first?.rules).toEqual(['ws.correlation']);
});

it('takes in a connection that was refused, and what was sent by hand to the same path', () => {
  const opening: Unanswered = { ...CAUSE, kind: 'websocket.open', rule: 'ws.ticket-once', how: 'refused' };
  const refused = check('ws/ticket-issued', {
    verdict: 'fail',
    findings: [finding('ws.ticket-issued', { where: 'line 18: connect events' })],
    trace: [{ kind: 'connection', seq: 1, at: 1, connection: 'w', state: 'refused', status: 401 }],
  });
  expect(withCauses([refused], [opening]).map(({ verdict }) => verdict)).toEqual(['fail', 'inconclusive']);
  const byHand = failed('envelope/any', 'raw', 500);
  const raw = byHand.trace.map((record) =>
    record.kind === 'request'
      ? { ...record, method: 'POST', path: '/svc/v1/devices/%zz/relays/commands' }
      : record,
  );
  const verdicts = withCauses([{ ...byHand, trace: raw }, byHand], [CAUSE]).map(({ verdict }) => verdict);
  expect(verdicts).toEqual(['fail', 'inconclusive', 'fail']);
});

it('leaves them to their own rule, where one frame was answered with whatever it was', () => {
  const answered = check('ws/other', {
    verdict: 'pass',
    findings: [],
    trace: [
      { kind: 'request', seq: 1, at: 1, exchange: 6, channel: 'ws', what: 'raw' },
      { kind: 'reply', seq: 2, at: 2, exchange: 6, channel: 'ws', code: 'BAD_REQUEST' },
    ],
  });
  const [, bad] = withCauses([mute(), answered], [PING]);
  expect(bad?.verdict).toBe('fail');
});

it('takes in a heartbeat that was written by hand, where no heartbeat was answered and other frames were', () => {
  const bad = mute();
  const body = { type: 'request', topic: 'session.ping', requestId: 'r"1' };
  const odd = {
    ...bad,
    trace: bad.trace.map((each) => (each.kind === 'request' ? { ...each, body } : each)),
  };
  const get = { ...PING, others: ['device.state.get'] };
  expect(withCauses([bad, odd], [get]).map(({ verdict }) => verdict)).toEqual([
    'fail',
    'fail',
    'inconclusive',
  ]);
});

const OVER_WEBSOCKET: Unanswered = {
  ...CAUSE,
  kind: 'device.operation.execute device.relay.set',
  rule: 'ws.operation-execute',
  answer: 'INTERNAL_ERROR',
};

it('is one where no operation is executed on any channel, and blames no check for operations of few tries', () => {
  const few = failed('rs485/bad', 'rs485.transceive', 500);
  const causes = [{ ...CAUSE, alike: ['rs485.transceive'] }, OVER_WEBSOCKET];
  const [first, second] = withCauses([few], causes);
  expect(first?.rules).toEqual(['relay.set-many']);
  expect(second?.verdict).toBe('inconclusive');
});

it('is one for each operation, where another one succeeded', () => {
  const causes = [CAUSE, { ...OVER_WEBSOCKET, others: ['rs485.transceive'] }];
  expect(withCauses([], causes)[0]?.rules).toEqual(['relay.set-many', 'ws.operation-execute']);
});

it('is one where operations all come to nothing in one way, and none is carried out', () => {
  const kinds = ['rs485.baud-rate', 'relays.jog-config', 'device.operation.execute device.relay.set'];
  const all = [CAUSE, ...kinds.map((kind): Unanswered => ({ ...CAUSE, kind, rule: 'commands.shape' }))];
  expect(withCauses([], all)[0]?.rules).toEqual(['relay.set-many']);
  const others = [...CAUSE.others, 'rs485.transceive'];
  expect(
    withCauses(
      [],
      all.map((each) => ({ ...each, others })),
    )[0]?.findings,
  ).toHaveLength(4);
});

it('is nothing where there is none', () => {
  const results = [failed('a/b', 'relays.set', 500)];
  expect(withCauses(results, [])).toBe(results);
});

it('takes in what compares replies, and what found the connection closed by it', () => {
  const closing = failed('ws/errors-keep-connection', 'relays.set', 500, 'line 9: ping via events');
  const unasked = { ...closing, findings: closing.findings.map((each) => ({ ...each, exchanges: [] })) };
  const compared = failed(
    'busy/across-channels',
    'relays.set',
    500,
    'line 26: assert { that: $single.code }',
  );
  const later = { ...compared, findings: compared.findings.map((each) => ({ ...each, exchanges: [7] })) };
  const earlier = { ...compared, findings: compared.findings.map((each) => ({ ...each, exchanges: [3] })) };
  const verdicts = withCauses([unasked, later, earlier], [CAUSE]).map(({ verdict }) => verdict);
  expect(verdicts).toEqual(['fail', 'inconclusive', 'inconclusive', 'fail']);
});
