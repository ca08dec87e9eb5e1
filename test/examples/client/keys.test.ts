import { describe, expect, test } from 'vitest';
import type { Client } from '../../../examples/client/client.js';
import { BUSY, createRig, DONE, FAILED, limited } from './rig.js';

const RELAYS = 'POST /devices/d1/relays/commands';

function timeout() {
  return { ...DONE, data: { command: { commandId: 'c1', status: 'TIMEOUT' } } };
}

const COMMANDS: readonly [string, (client: Client) => Promise<unknown>][] = [
  ['relays', (client) => client.setRelays('d1', { 1: 'on' })],
  ['transceive', (client) => client.transceive('d1', '0103', 500)],
  ['baud rate', (client) => client.setBaudRate('d1', 9600)],
  ['jog duration', (client) => client.setJogDuration('d1', 2, 500)],
];

describe.each(['rest', 'websocket'] as const)('idempotency keys over %s', (over) => {
  const rigWithConnection = async () => {
    const rig = createRig({ commandsOver: over });
    rig.client.listen(() => undefined);
    await rig.clock.advance(100);
    return {
      ...rig,
      commands: () => rig.asked().filter(({ key, what }) => key ?? /commands|execute/.test(what)),
    };
  };
  const relays = over === 'rest' ? RELAYS : 'device.operation.execute';

  test.each(COMMANDS)('go with each command: %s (client.key-per-command)', async (_, send) => {
    const { client, clock, commands } = await rigWithConnection();
    await clock.runUntil(send(client));
    await clock.runUntil(send(client));
    expect(commands().map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  test.each([
    ['a lost reply', 'lost' as const],
    ['no reply at all', 'silent' as const],
    ['INTERNAL_ERROR', FAILED],
    ['DEVICE_BUSY', BUSY],
    ['RATE_LIMITED', limited(1)],
  ])('stay, with the whole request, after %s (client.key-kept-on-retry)', async (_, act) => {
    const { client, clock, commands, script } = await rigWithConnection();
    script(relays, act);
    expect(await clock.runUntil(client.setRelays('d1', { 1: 'on' }))).toMatchObject({ ok: true });
    const [first, second] = commands();
    expect(commands()).toHaveLength(2);
    expect(second?.key).toBe(first?.key);
    expect({ ...second?.body, requestId: '' }).toEqual({ ...first?.body, requestId: '' });
  });

  test('are new after TIMEOUT, which the client leaves at that (client.timeout-needs-new-key)', async () => {
    const { client, clock, commands, script } = await rigWithConnection();
    script(relays, timeout());
    const first = await clock.runUntil(client.setRelays('d1', { 1: 'on' }));
    expect(first).toMatchObject({ ok: true, value: { status: 'TIMEOUT' } });
    await clock.advance(60_000);
    expect(commands()).toHaveLength(1);
    await clock.runUntil(client.setRelays('d1', { 1: 'on' }));
    expect(commands().map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });
});

describe('what has no key', () => {
  test('is not repeated when nobody knows what became of it', async () => {
    const { client, clock, asked, script } = createRig();
    script('DELETE /devices/d1', 'lost');
    expect(await clock.runUntil(client.removeDevice('d1'))).toMatchObject({ failure: { code: 'NO_REPLY' } });
    expect(asked('DELETE /devices/d1')).toHaveLength(1);
  });

  test('is repeated when it was surely not done', async () => {
    const { client, clock, asked, script } = createRig();
    script('POST /devices', BUSY, limited(2));
    const device = { deviceId: 'd9', profileId: 'p', password: 'w' };
    await clock.runUntil(client.addDevice(device));
    expect(asked('POST /devices')).toHaveLength(3);
    expect(asked('POST /devices').every(({ body }) => body['deviceId'] === 'd9')).toBe(true);
  });
});

describe('a command that is still under way when the reply comes', () => {
  test('is read until it has ended', async () => {
    const { client, clock, delays, script } = createRig();
    const pending = { ...DONE, data: { command: { commandId: 'c7', status: 'PENDING' } } };
    script(RELAYS, pending);
    script('GET /commands/c7', pending, pending, timeout());
    const result = await clock.runUntil(client.setRelays('d1', { 1: 'on' }));
    expect(result).toMatchObject({ ok: true, value: { status: 'TIMEOUT' } });
    const [first = 0, second = 0] = delays('GET /commands/c7');
    expect([first >= 1000, second >= 2000]).toEqual([true, true]);
  });
});
