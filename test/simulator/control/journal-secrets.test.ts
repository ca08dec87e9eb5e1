// The journal shows no secret, wherever a client puts one.
import { describe, expect, it } from 'vitest';
import { startRig } from './rig.js';

describe('the journal', () => {
  it('shows no token, ticket or password that a client puts into a path, a key or a name', async () => {
    const { simulator, service, logIn, control } = await startRig();
    const heard: unknown[] = [];
    simulator.journal.listen((record) => heard.push(record));
    const token = await logIn();
    const ticket: string = (await service('POST', '/ws/ticket', {}, token)).body.data.ticket;
    const other = await logIn('reader');
    for (const secret of [token, ticket, other, 'operator-secret', token.toUpperCase(), token.slice(0, 20)]) {
      await service('GET', `/devices/${secret}`, undefined, token);
      await service(
        'GET',
        `/commands/${encodeURIComponent(Buffer.from(secret).toString('base64'))}`,
        undefined,
        token,
      );
      await service('GET', `/nowhere/${secret}?x=${secret}`, undefined, token);
    }
    const addition = { deviceId: 'new-1', profileId: 'mini', password: 'a-password-of-my-own' };
    await service('POST', '/devices', addition, token);
    await service('GET', '/devices/a-password-of-my-own', undefined, token);
    const shown = [
      JSON.stringify(simulator.journal.records()),
      JSON.stringify(heard),
      (await control('GET', '/journal')).text,
      (await control('GET', '/journal.ndjson')).text,
    ];
    for (const text of shown) {
      expect(text).toContain('<token of operator>');
      expect(text).toContain('devices.read');
      for (const secret of [token, ticket, other, 'operator-secret', 'password-of-my'])
        for (const form of [
          secret,
          secret.toUpperCase(),
          secret.slice(2, 12),
          Buffer.from(secret).toString('base64'),
        ])
          expect(text).not.toContain(form);
    }
  });
});
