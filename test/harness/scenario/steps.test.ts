// What each verb sends, captures and checks.
import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/harness/target/call.js';
import { command, inTurn, type Ran, RESET, runSteps, state } from './support/run-scenario.js';
import type { Script, ScriptedTarget } from './support/scripted-target.js';

const OK = (): object => ({});
const calls = ({ asked }: Ran): Call[] => asked.map(({ call }) => call);
const THEN_PING = '\n- ping:\n  via: ws\n  expect: SUCCESS';
const CHANGED = { topic: 'device.state.changed', deviceId: 'dev-1' };

function change(index: number, on: boolean): object {
  const peripherals = { relays: [{ index, on }], digitalInputs: [], analogInputs: [], sensors: [] };
  return { deviceId: 'dev-1', changes: [{ kind: 'relay', index }], peripherals };
}

describe('request verbs', () => {
  it('refresh, readConfig, listProfiles and readCommand name what they read', async () => {
    const steps =
      '- refresh: plant\n- readConfig: plant\n- listProfiles:\n- readCommand: c-9\n- refresh: { deviceId: nobody }\n  patient: false';
    const ran = await runSteps(steps + THEN_PING, OK);
    expect(calls(ran)).toEqual([
      { name: 'refresh', deviceId: 'dev-1' },
      { name: 'readConfig', deviceId: 'dev-1' },
      { name: 'listProfiles' },
      { name: 'readCommand', commandId: 'c-9' },
      { name: 'refresh', deviceId: 'nobody' },
      { name: 'ping' },
    ]);
  });

  it("setRelays sends the profile's indices and a fresh key", async () => {
    const steps =
      '- setRelays: plant\n  relays: { pump: off, lamp: jog }\n- setRelays: plant\n  relays: { lamp: on }\n  key: none';
    const ran = await runSteps(steps + THEN_PING, inTurn({ operate: [command('a'), command('b')] }));
    expect(calls(ran)[0]).toEqual({
      name: 'operate',
      deviceId: 'dev-1',
      operation: {
        name: 'device.relay.set',
        params: {
          relays: [
            { index: 4, action: 'off' },
            { index: 3, action: 'jog' },
          ],
        },
      },
      idempotencyKey: expect.stringMatching(/^conform-/),
    });
    expect(calls(ran)[1]).not.toHaveProperty('idempotencyKey');
  });

  it('a key stands for the same text wherever it is named', async () => {
    const step = (key: string): string => `- setRelays: plant\n  relays: { lamp: on }\n  key: ${key}\n`;
    const ran = await runSteps(
      step('a') + step('b') + step('a') + THEN_PING,
      inTurn({ operate: [command('1'), command('2'), command('1')] }),
    );
    const [first, second, third] = calls(ran).map((call) =>
      call.name === 'operate' ? call.idempotencyKey : '',
    );
    expect(first).toBe(third);
    expect(first).not.toBe(second);
  });

  it('createToken and createTicket ask as the client that they name', async () => {
    const ran = await runSteps(
      '- createToken: reader\n  clientSecret: wrong\n- createTicket: reader' + THEN_PING,
      OK,
    );
    expect(ran.asked.slice(0, 2)).toMatchObject([
      { client: 'rd', call: { name: 'createToken', clientSecret: 'wrong' } },
      { client: 'rd', call: { name: 'createTicket' } },
    ]);
  });

  it('client, via and authenticate say who asks, where and with what', async () => {
    const steps = `
- connect: line
  client: reader
- createToken: operator
  as: token
- ping:
  via: line
- refresh: plant
  authenticate: none
  patient: false
- refresh: plant
  authenticate: invalid
  patient: false
- refresh: plant
  authenticate: $token.data.accessToken
  patient: false
- ping:
  via: ws
  client: reader`;
    const ran = await runSteps(
      steps + THEN_PING,
      inTurn({ createToken: [{ data: { accessToken: 't-1' } }] }),
    );
    expect(ran.asked.slice(1, 6)).toMatchObject([
      { client: 'rd', connection: 'line#1' },
      { client: 'op', authentication: 'none' },
      { client: 'op', authentication: 'conform-this-is-no-token' },
      { client: 'op', authentication: 't-1' },
      { client: 'rd', connection: 'ws of reader#2' },
    ]);
  });

  it('http and frame go out as they are written, with references filled in', async () => {
    const steps = `
- http: POST /svc/v1/devices/\${plant.deviceId}/relays/commands
  headers: { x-odd: '\${operator.clientId}' }
  body: '{"relays":'
  patient: false
- http: POST /svc/v1/x
  body: { a: 1 }
  patient: false
- frame: '{"type":'
  via: ws
  patient: false`;
    const ran = await runSteps(steps + THEN_PING, OK);
    expect(calls(ran).slice(0, 3)).toEqual([
      {
        name: 'http',
        method: 'POST',
        path: '/svc/v1/devices/dev-1/relays/commands',
        headers: { 'x-odd': 'id-op' },
        body: '{"relays":',
      },
      { name: 'http', method: 'POST', path: '/svc/v1/x', body: '{"a":1}' },
      { name: 'frame', text: '{"type":' },
    ]);
  });

  it('setBaudRate, setJogDuration and transceive send their operations', async () => {
    const steps = `
- setBaudRate: plant
  to: 19200
- setJogDuration: plant
  relay: pump
  to: 1500ms
- transceive: plant
  data: 01ff
  timeout: 2s`;
    const ran = await runSteps(
      steps + THEN_PING,
      inTurn({ operate: [command('1'), command('2'), command('3')] }),
    );
    expect(calls(ran).map((call) => (call.name === 'operate' ? call.operation : call.name))).toEqual([
      { name: 'device.rs485.baudRate.set', params: { baudRate: 19200 } },
      { name: 'device.relay.jogConfig.set', params: { index: 4, duration: 1500 } },
      { name: 'device.rs485.transceive', params: { data: '01ff', timeout: 2000 } },
      'ping',
    ]);
  });
});

describe('captures and comparisons', () => {
  it('a reply shows relays by the names of the scenario', async () => {
    const steps = '- refresh: plant\n  as: now\n  expect: { relays: { lamp: on, pump: off } }';
    const { result } = await runSteps(steps, () => state({ 3: true, 4: false, 5: true }));
    expect(result.verdict).toBe('pass');
  });

  it('assert compares captures, and points at their exchanges', async () => {
    const steps = `
- setRelays: plant
  relays: { lamp: on }
  as: first
- setRelays: plant
  relays: { lamp: off }
  as: second
- assert: { that: $second.command.commandId, is: { not: $first.command.commandId } }`;
    const apart = await runSteps(steps, inTurn({ operate: [command('a'), command('b')] }));
    expect(apart.result.verdict).toBe('pass');
    const same = await runSteps(steps, inTurn({ operate: [command('a'), command('a')] }));
    expect(same.result.findings[0]).toMatchObject({
      verdict: 'fail',
      expected: '$second.command.commandId is not a',
      actual: 'a',
    });
    expect(same.result.findings[0]?.exchanges).toHaveLength(2);
  });

  it('assert takes a field that is missing as a deviation, and interference as none', async () => {
    const steps =
      '- ping:\n  via: ws\n  patient: false\n  as: reply\n- assert: { that: $reply.data.answer, is: { type: string } }';
    expect((await runSteps(steps, OK)).result.verdict).toBe('fail');
    expect((await runSteps(steps, () => RESET)).result.verdict).toBe('inconclusive');
  });

  it('assume makes the check inconclusive where it does not hold', async () => {
    const { result } = await runSteps(
      '- ping:\n  via: ws\n  as: p\n- assume: { that: $p.took, is: { atMost: 1 } }' + THEN_PING,
      OK,
    );
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(result.reason).toContain('the precondition does not hold: $p.took is 10');
  });

  it('repeat sends the same call with the same key, the same way or another', async () => {
    const steps =
      '- setRelays: plant\n  relays: { lamp: on }\n  as: first\n- repeat: first\n- repeat: first\n  via: ws' +
      THEN_PING;
    const ran = await runSteps(steps, inTurn({ operate: [command('a')] }));
    const [first, ...repeats] = calls(ran);
    expect(repeats.slice(0, 2)).toEqual([first, first]);
    expect(ran.asked.map(({ channel }) => channel)).toEqual(['rest', 'rest', 'ws', 'ws']);
  });

  it('a cut request gets no reply, and what comes next over its connection opens it anew', async () => {
    const steps =
      '- connect: line\n- setRelays: plant\n  relays: { lamp: on }\n  via: line\n  cut: true\n  as: lost\n- repeat: lost' +
      THEN_PING;
    const ran = await runSteps(steps, inTurn({ operate: [command('a')] }));
    expect(ran.result.verdict).toBe('pass');
    expect(ran.asked.map(({ connection, cut }) => [connection, cut])).toEqual([
      ['line#1', true],
      ['line#2', false],
      ['ws#3', false],
    ]);
  });
});

describe('time', () => {
  it('wait takes a duration, a moment, or a duration since one', async () => {
    const steps =
      `
- ping:
  via: ws
  patient: false
  as: first
- wait: 2s
- wait: { since: first.sentAt, for: 5s }
- wait: { until: first.retryAt }` + THEN_PING;
    const { result, target } = await runSteps(
      steps,
      inTurn({ ping: [{ code: 'RATE_LIMITED', data: { retryAfterSeconds: 9 } }, {}] }),
    );
    expect(result.verdict).toBe('pass');
    const [first, second] = result.trace.filter((record) => record.kind === 'request');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(9010);
    expect(target.asked).not.toHaveLength(0);
  });

  it('parallel starts its steps at once, or at their offsets, as often as they say', async () => {
    const steps = `
- parallel:
    - ping:
      via: ws
      times: 3
      as: pings
    - refresh: plant
      at: 250ms
      as: late
- assert: { that: $pings.code, is: [SUCCESS, SUCCESS, SUCCESS] }
- assert: { that: $late.code, is: SUCCESS }`;
    const { result } = await runSteps(steps, OK);
    expect(result.verdict).toBe('pass');
    const at = result.trace.flatMap((record) => (record.kind === 'request' ? record.at : []));
    expect(at.map((time) => time - (at[0] ?? 0))).toEqual([0, 0, 0, 250]);
  });

  it('parallel spreads many of one step as far apart as it is told', async () => {
    const steps =
      '- parallel:\n    - ping:\n      via: ws\n      at: 100ms\n      times: 3\n      every: 50ms' +
      THEN_PING;
    const { result } = await runSteps(steps, OK);
    const at = result.trace.flatMap((record) => (record.kind === 'request' ? record.at : []));
    expect(at.slice(0, 3).map((time) => time - (at[0] ?? 0))).toEqual([0, 50, 100]);
  });

  it('pollUntil repeats its steps until what they check holds', async () => {
    const poll = (rest: string): string =>
      `- pollUntil:\n    - readCommand: c\n      expect: { command: { status: succeeded } }\n${rest}`;
    const answers = { readCommand: [command('c', 'pending'), command('c', 'pending'), command('c')] };
    const done = await runSteps(poll('  every: 1s'), inTurn(answers));
    expect(done.result).toMatchObject({ verdict: 'pass', attempts: 1 });
    expect(done.asked).toHaveLength(3);
    const never = await runSteps(poll('  rounds: 2'), inTurn({ readCommand: [command('c', 'pending')] }));
    expect(never.result.verdict).toBe('fail');
    expect(never.asked).toHaveLength(2);
  });
});

describe('connections', () => {
  it('connect with expect tells open from refused, and interference from a refusal', async () => {
    const steps = '- connect: line\n  ticket: none\n  expect: refused';
    expect((await runSteps(steps, OK, { connect: () => 401 })).result.verdict).toBe('pass');
    expect((await runSteps(steps, OK)).result.verdict).toBe('fail');
    expect(
      (await runSteps('- connect: line\n  expect: open', OK, { connect: () => 503 })).result.verdict,
    ).toBe('inconclusive');
  });

  it('connect hands over the ticket that it is given, and asks for an answer before it counts as open', async () => {
    const tickets: unknown[] = [];
    const connect = (_: string, ticket: unknown): 'open' => {
      tickets.push(ticket);
      return 'open';
    };
    const steps =
      '- createTicket: operator\n  as: issued\n- connect: line\n  ticket: $issued.ticket\n  expect: open';
    const ran = await runSteps(steps, inTurn({ createTicket: [{ data: { ticket: 't-7' } }] }), { connect });
    expect(ran.result.verdict).toBe('pass');
    expect(tickets).toEqual(['t-7']);
    expect(calls(ran).at(-1)).toEqual({ name: 'ping' });
  });

  it('connect that only prepares tries again, and disconnect and reconnect do what they say', async () => {
    let tries = 0;
    const steps =
      '- connect: line\n- disconnect: line\n- reconnect: line\n- ping:\n  via: line\n  expect: SUCCESS';
    const { result, asked } = await runSteps(steps, OK, { connect: () => (++tries < 3 ? 'reset' : 'open') });
    expect(result.verdict).toBe('pass');
    expect(tries).toBe(4);
    expect(asked.at(-1)?.connection).toBe('line#2');
  });
});

describe('events', () => {
  const listen = (step: string): string =>
    `- connect: left\n- connect: right\n- setRelays: plant\n  relays: { lamp: on }\n  as: change\n${step}`;
  const expectLamp = listen(
    '- expectEvent: device.state.changed\n  on: [left, right]\n  device: plant\n  since: change\n  within: 1s\n  match: { changes: { contains: lamp }, relays: { lamp: on } }',
  );

  it('expectEvent finds an event that came before the reply, and one that comes later', async () => {
    for (const delay of [0, 600]) {
      const { answer, onTarget } = emitting(change(3, true), delay);
      const { result } = await runSteps(expectLamp, answer, { onTarget });
      expect(result.verdict).toBe('pass');
    }
  });

  it('expectEvent fails only when the event is missing in every attempt', async () => {
    const { result } = await runSteps(
      expectLamp,
      inTurn({ operate: [command('a'), command('b'), command('c')] }),
    );
    expect(result).toMatchObject({ verdict: 'fail', attempts: 3 });
    expect(result.findings[0]?.actual).toContain('none came on left and right');
  });

  it('an event of another relay or another device is not the one', async () => {
    const { answer, onTarget } = emitting(change(4, true));
    const { result } = await runSteps(expectLamp, answer, { onTarget });
    expect(result.verdict).toBe('fail');
    expect(result.findings[0]?.actual).toContain('changes: [pump]');
  });

  it('expectNoEvent holds when none comes, and fails when one comes each time', async () => {
    const steps = listen('- expectNoEvent: device.state.changed\n  on: left\n  since: change\n  for: 500ms');
    const operate = [command('a'), command('b'), command('c')];
    expect((await runSteps(steps, inTurn({ operate }))).result.verdict).toBe('pass');
    const { answer, onTarget } = emitting(change(3, true));
    const loud = await runSteps(steps, answer, { onTarget });
    expect(loud.result).toMatchObject({ verdict: 'fail', attempts: 3 });
  });

  it('awaitEvent makes the check inconclusive when the event does not come', async () => {
    const steps = listen('- awaitEvent: device.state.changed\n  on: left\n  within: 1s') + THEN_PING;
    const { result } = await runSteps(steps, inTurn({ operate: [command('a'), command('b'), command('c')] }));
    expect(result.verdict).toBe('inconclusive');
  });
});

/** A target that sends an event some time after each relay operation. */
function emitting(
  data: object,
  delay = 0,
): { readonly answer: Script['answer']; onTarget(target: ScriptedTarget): void } {
  const answers = inTurn({ operate: [command('a'), command('b'), command('c')] });
  let target: ScriptedTarget | undefined;
  return {
    onTarget: (made) => (target = made),
    answer: (asked) => {
      if (asked.call.name === 'operate')
        target?.clock.setTimer('event', delay, () => target?.emit({ ...CHANGED, data }));
      return answers(asked);
    },
  };
}
