import { describe, expect, test } from 'vitest';
import { createRig, refused, tokenFor } from './rig.js';

const RELAYS = 'POST /devices/d1/relays/commands';

describe('a refusal that another try would not change (client.no-retry-unchanged)', () => {
  test.each([
    [400, 'INVALID_REQUEST'],
    [403, 'APP_DISABLED'],
    [404, 'DEVICE_NOT_FOUND'],
    [409, 'DEVICE_OFFLINE'],
    [422, 'INVALID_PARAMETER'],
  ])('ends a request with status %i', async (status, code) => {
    const { client, clock, asked, script } = createRig();
    for (const what of [RELAYS, 'GET /devices', 'GET /devices/d1']) script(what, refused(status, code));
    const work = [client.setRelays('d1', { 1: 'on' }), client.listDevices(), client.readDevice('d1')];
    for (const result of await clock.runUntil(Promise.all(work)))
      expect(result).toMatchObject({ ok: false, failure: { code, status } });
    await clock.advance(120_000);
    const sent = asked().map(({ what }) => what);
    expect(sent.toSorted()).toEqual(['GET /devices', 'GET /devices/d1', 'POST /auth/token', RELAYS]);
  });

  test('is told by its status when it comes without an envelope', async () => {
    const { client, clock, asked, script } = createRig();
    script('GET /devices', { status: 404 });
    expect(await clock.runUntil(client.listDevices())).toMatchObject({ failure: { code: 'HTTP_404' } });
    expect(asked('GET /devices')).toHaveLength(1);
  });
});

describe('a denied permission (client.scope-denied-is-final)', () => {
  const denied = refused(403, 'AUTH_SCOPE_DENIED');

  test('is not asked for again, on whichever channel', async () => {
    const { client, clock, asked, script } = createRig();
    script(RELAYS, denied);
    for (let calls = 0; calls < 3; calls++) {
      const result = await clock.runUntil(client.setRelays('d1', { 1: 'on' }));
      expect(result).toMatchObject({ failure: { code: 'AUTH_SCOPE_DENIED' } });
      await clock.advance(60_000);
    }
    expect(asked(RELAYS)).toHaveLength(1);
  });

  test('does not concern other operations and other devices', async () => {
    const { client, clock, script } = createRig();
    script(RELAYS, denied);
    await clock.runUntil(client.setRelays('d1', { 1: 'on' }));
    const others = [
      client.setRelays('d2', { 1: 'on' }),
      client.setBaudRate('d1', 9600),
      client.readDevice('d1'),
    ];
    const results = await clock.runUntil(Promise.all(others));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  test('is asked for again when a new token brings other permissions', async () => {
    const { client, clock, script } = createRig();
    const more = { ...tokenFor(100), data: { ...tokenFor(100).data, scopes: ['device:control'] } };
    script('POST /auth/token', tokenFor(100), tokenFor(100), more);
    script(RELAYS, denied);
    const results = [];
    for (let calls = 0; calls < 3; calls++) {
      // Something that needs a token, so that there is a new one.
      await clock.runUntil(client.listDevices());
      results.push(await clock.runUntil(client.setRelays('d1', { 1: 'on' })));
      await clock.advance(100_000);
    }
    expect(results.map(({ ok }) => ok)).toEqual([false, false, true]);
  });
});
