// What the tests do to a simulator of another process themselves, past the harness.
import { expect } from 'vitest';

type Answer = { readonly status: number; readonly data: Data };

interface Data {
  accessToken: string;
  devices: { deviceId: string }[];
  device: { peripherals: { relays: { index: number; on: boolean }[] } };
}

async function ask(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const reply = await fetch(`${url}/svc/v1${path}`, init);
  return { status: reply.status, data: ((await reply.json()) as { data: Data }).data };
}

async function authorization(url: string, client: string): Promise<Record<string, string>> {
  const credentials = JSON.stringify({ clientId: client, clientSecret: `demo-${client}-secret` });
  const { data } = await ask(url, '/auth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: credentials,
  });
  return { authorization: `Bearer ${data.accessToken}` };
}

/** As `bench-01 2`. */
export async function relaysThatAreOn(url: string): Promise<string[]> {
  const init = { headers: await authorization(url, 'reader') };
  const devices = (await ask(url, '/devices', init)).data.devices.map(({ deviceId }) => deviceId);
  const on = devices.map(async (deviceId) => {
    let reply = await ask(url, `/devices/${deviceId}`, init);
    while (reply.status === 429) reply = await ask(url, `/devices/${deviceId}`, init);
    return reply.data.device.peripherals.relays
      .filter((relay) => relay.on)
      .map(({ index }) => `${deviceId} ${index}`);
  });
  return (await Promise.all(on)).flat();
}

export async function switchOn(url: string, deviceId: string, relay: number): Promise<void> {
  const { status } = await ask(url, `/devices/${deviceId}/relays/${relay}/commands`, {
    method: 'POST',
    headers: {
      ...(await authorization(url, 'controller')),
      'content-type': 'application/json',
      'idempotency-key': `by-hand-${deviceId}-${relay}`,
    },
    body: JSON.stringify({ action: 'on' }),
  });
  expect(status).toBe(200);
}
