import { describe, expect, test } from 'vitest';
import { createRig, refused, tokenFor } from './rig.js';

const TOKEN = 'POST /auth/token';
const LIST = 'GET /devices';

describe('the access token (client.token-reused)', () => {
  test('is asked for once, also by requests that need it at the same time', async () => {
    const { client, clock, asked } = createRig({ latency: 20 });
    await clock.runUntil(
      Promise.all([client.listDevices(), client.readConfig('d1'), client.readDevice('d1')]),
    );
    await clock.runUntil(client.listDevices());
    expect(asked(TOKEN)).toHaveLength(1);
    expect(new Set(asked().flatMap(({ token }) => token ?? []))).toEqual(new Set(['token-1']));
  });

  test('is used for nine tenths of its life, and then renewed', async () => {
    const { client, clock, asked, script } = createRig();
    script(TOKEN, tokenFor(1000, 'first'), tokenFor(1000, 'second'));
    await clock.runUntil(client.listDevices());
    await clock.advance(899_000);
    await clock.runUntil(client.listDevices());
    await clock.advance(2000);
    await clock.runUntil(client.listDevices());
    expect(asked(LIST).map(({ token }) => token)).toEqual(['first', 'first', 'second']);
  });

  test('is replaced once after 401, and the request repeated with the new one', async () => {
    const { client, clock, asked, script } = createRig();
    script(LIST, refused(401, 'AUTH_INVALID'));
    const result = await clock.runUntil(client.listDevices());
    expect(result.ok).toBe(true);
    expect(asked(LIST).map(({ token }) => token)).toEqual(['token-1', 'token-2']);
  });

  test('is not replaced again when the new one is refused, too (client.no-retry-unchanged)', async () => {
    const { client, clock, asked, script } = createRig();
    script(LIST, refused(401, 'AUTH_INVALID'), refused(401, 'AUTH_INVALID'));
    const result = await clock.runUntil(client.listDevices());
    expect(result).toMatchObject({ ok: false, failure: { code: 'AUTH_INVALID', status: 401 } });
    expect(asked(LIST)).toHaveLength(2);
  });

  test('is not asked for again within a minute when the credentials are refused', async () => {
    const { client, clock, asked, script } = createRig();
    script(TOKEN, refused(401, 'AUTH_INVALID'));
    for (let calls = 0; calls < 3; calls++) {
      const result = await clock.runUntil(client.listDevices());
      expect(result).toMatchObject({ failure: { code: 'AUTH_INVALID' } });
      await clock.advance(20_000);
    }
    expect(asked().map(({ what }) => what)).toEqual([TOKEN]);
    await clock.advance(60_000);
    expect(await clock.runUntil(client.listDevices())).toMatchObject({ ok: true });
  });

  test('is never sent with a header of a browser (client.server-side-only)', async () => {
    const { client, clock, asked } = createRig();
    await clock.runUntil(client.setRelays('d1', { 1: 'on' }));
    const names = asked().flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /^(origin|sec-fetch)/i.test(name))).toEqual([]);
  });
});
