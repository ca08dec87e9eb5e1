// The program of examples/client as a process of its own, beside a simulator in another one.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { serving, start } from './bin.js';

const program = fileURLToPath(new URL('../../examples/client/dist/main.js', import.meta.url));

async function starting() {
  const { url } = await serving();
  const env = {
    CONFORM_URL: url,
    CONFORM_CLIENT_ID: 'operator',
    CONFORM_CLIENT_SECRET: 'demo-operator-secret',
    CONFORM_DEVICE_IDS: 'bench-01,bench-02',
  };
  const client = start([], { program, env, input: true });
  return { ...client, order: (order: object) => client.tell(`${JSON.stringify(order)}\n`) };
}

describe('the example client', () => {
  test('obeys orders on its input and ends with 0 when it is told to stop', async () => {
    const client = await starting();
    client.order({ do: 'setRelays', deviceId: 'bench-01', relays: [{ index: 2, action: 'on' }] });
    client.order({ do: 'refresh', deviceId: 'bench-01' });
    await client.printed('stdout', /"do":"setRelays".*"ok":true.*"status":"SUCCEEDED"/);
    await client.printed('stdout', /"do":"refresh".*"ok":true.*"index":2,"on":true/);
    client.order({ do: 'stop' });
    expect(await client.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  test('tells events once it is told to listen', async () => {
    const client = await starting();
    client.order({ do: 'listen' });
    client.order({ do: 'refresh', deviceId: 'bench-02' });
    await client.printed('stdout', /"do":"refresh"/);
    client.order({ do: 'setRelays', deviceId: 'bench-02', relays: [{ index: 3, action: 'on' }] });
    await client.printed('stdout', /"event":\{"topic":"device.state.changed","deviceId":"bench-02"/);
    client.tell(null);
    expect(await client.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('ends with 0 after SIGTERM, and when its input ends', async () => {
    const [killed, starved] = await Promise.all([starting(), starting()]);
    killed.order({ do: 'listDevices' });
    await killed.printed('stdout', /"do":"listDevices"/);
    killed.kill('SIGTERM');
    starved.tell(null);
    for (const { ended } of [killed, starved]) expect(await ended).toMatchObject({ code: 0, signal: null });
  });

  test('says which variable is missing, and ends with 2', async () => {
    const ended = await start([], { program, env: { CONFORM_URL: 'http://127.0.0.1:1' } }).ended;
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('CONFORM_CLIENT_ID is missing');
  });
});
