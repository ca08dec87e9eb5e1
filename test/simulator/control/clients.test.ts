import { expect, it } from 'vitest';
import { inTime, type Json, startRig } from './rig.js';

it('shows what is left of a quota, and when it resets', async () => {
  const { control, service, logIn, clock } = await startRig();
  const token = await logIn();
  for (let nth = 0; nth < 28; nth++) await service('GET', '/devices', undefined, token);
  await clock.advance(19_000);
  const { body } = await control('GET', '/clients/operator');
  expect(body.quotas.query).toEqual({ limit: 30, left: 2, resetsIn: 41_000 });
  expect(body).toMatchObject({ clientId: 'operator', disabled: false, scopes: expect.any(Array) });
  expect(JSON.stringify(body)).not.toContain('secret');
});

it('disables an API client, and the service turns it away', async () => {
  const { control, service, logIn } = await startRig();
  const token = await logIn();
  expect((await control('PATCH', '/clients/operator', { disabled: true })).body.disabled).toBe(true);
  const refused = await service('GET', '/devices', undefined, token);
  expect(refused).toMatchObject({ status: 403, body: { code: 'APP_DISABLED' } });
  await control('PATCH', '/clients/operator', { disabled: false });
  expect((await service('GET', '/devices', undefined, token)).status).toBe(200);
});

it('expires the tokens of one client, or of all', async () => {
  const { control, service, logIn } = await startRig();
  const [operator, reader] = [await logIn(), await logIn('reader')];
  await control('POST', '/clients/operator/expire-tokens');
  expect((await service('GET', '/devices', undefined, operator)).status).toBe(401);
  expect((await service('GET', '/devices', undefined, reader)).status).toBe(200);
  await control('POST', '/expire-tokens');
  expect((await service('GET', '/devices', undefined, reader)).status).toBe(401);
});

it('lists open tickets without giving one away, and makes them worthless', async () => {
  const { control, service, clock } = await startRig();
  const { ticket } = (await service('POST', '/ws/ticket')).body.data;
  await clock.advance(10_000);
  const listed = await control('GET', '/tickets');
  expect(listed.body.tickets).toEqual([{ clientId: 'operator', expiresIn: 50_000 }]);
  expect(listed.text).not.toContain(ticket);
  await control('DELETE', '/tickets');
  expect((await control('GET', '/tickets')).body.tickets).toEqual([]);
});

it('knows no clients but those of the fleet', async () => {
  const { control } = await startRig();
  expect((await control('GET', '/clients')).body.clients.map((each: Json) => each.clientId)).toEqual([
    'operator',
    'reader',
  ]);
  expect((await control('PATCH', '/clients/nobody', { disabled: true })).status).toBe(404);
});

it('shows the ledger by device, client and key, newest first', async () => {
  const { control, service, simulator, logIn, clock } = await startRig();
  const token = await logIn();
  const baud = (deviceId: string, rate: number) =>
    inTime(clock, service('PUT', `/devices/${deviceId}/rs485/baud-rate`, { baudRate: rate }, token));
  await baud('plant-1', 9600);
  await baud('plant-2', 19_200);
  await inTime(
    clock,
    fetch(`${simulator.url}/svc/v1/devices/plant-1/relays/commands`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
      },
      body: JSON.stringify({ relays: [{ index: 1, action: 'on' }] }),
    }),
  );
  const all = (await control('GET', '/commands')).body;
  expect(all.count).toBe(3);
  expect(all.commands[0]).toMatchObject({
    idempotencyKey: 'key-1',
    clientId: 'operator',
    status: 'succeeded',
  });
  expect((await control('GET', '/commands?device=plant-2')).body.count).toBe(1);
  expect((await control('GET', '/commands?key=key-1&client=operator')).body.count).toBe(1);
  expect((await control('GET', '/commands?client=reader')).body.count).toBe(0);
  const page = (await control('GET', '/commands?limit=2')).body;
  const rest = (await control('GET', `/commands?limit=2&cursor=${page.nextCursor}`)).body;
  expect([...page.commands, ...rest.commands]).toEqual(all.commands);
  expect((await control('GET', '/commands?cursor=cmd-none')).status).toBe(400);
});
