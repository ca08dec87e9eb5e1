// The four verbs that create commands: what they send.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps } from '../support/run-scenario.js';
import { calls, THEN_PING } from '../support/verb-runs.js';

describe('the verbs that create commands', () => {
  it('a command that came to nothing counts when it does so each time, as its device may have been away', async () => {
    const step = '- setRelays: plant\n  relays: { lamp: on }\n  expect: { command: { status: succeeded } }\n';
    const once = await runSteps(step, inTurn({ operate: [command('a', 'failed'), command('b')] }));
    expect(once.result).toMatchObject({ verdict: 'pass', attempts: 2 });
    const thrice = [command('a', 'timeout'), command('b', 'failed'), command('c', 'timeout')];
    expect((await runSteps(step, inTurn({ operate: thrice }))).result).toMatchObject({
      verdict: 'fail',
      attempts: 3,
    });
    const atOnce = await runSteps(step, inTurn({ operate: [command('a', 'pending'), command('b')] }));
    expect(atOnce.result).toMatchObject({ verdict: 'fail', attempts: 1 });
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
      idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/),
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
