// What the journal of a simulator shows of its clients, over real sockets: enough for those who judge them.
import { afterEach, describe, expect, test } from 'vitest';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { startSimulator, type StartedSimulator } from '../../../src/index.js';

let cloud: StartedSimulator | undefined;
afterEach(async () => {
  await cloud?.close();
  cloud = undefined;
});

const started = async (): Promise<StartedSimulator> => (cloud = await startSimulator());

async function token(url: string): Promise<string> {
  const { body } = await request(`${url}/svc/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: 'operator', clientSecret: 'demo-operator-secret' }),
  });
  return ((await body.json()) as { data: { accessToken: string } }).data.accessToken;
}

async function get(url: string, path: string, accessToken: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await request(`${url}/svc/v1${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  });
  return { status: statusCode, json: (await body.json()) as { data: Record<string, string> } };
}

async function connect(url: string, accessToken: string): Promise<WebSocket> {
  const { body } = await request(`${url}/svc/v1/ws/ticket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { ticket } = ((await body.json()) as { data: { ticket: string } }).data;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/svc/v1/ws?ticket=${ticket}`, {
    origin: 'https://page.example',
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return socket;
}

describe('the journal', () => {
  test('tells tokens and tickets apart by number, and shows neither', async () => {
    const { url, journal } = await started();
    const first = await token(url);
    const second = await token(url);
    await get(url, '/devices', second, { origin: 'https://page.example', 'x-other': 'no' });
    const socket = await connect(url, first);
    socket.terminate();
    const records = journal.records();
    expect(records).toContainEqual(
      expect.objectContaining({ kind: 'reply', data: expect.objectContaining({ token: 2 }) }),
    );
    const list = records.find((each) => each.kind === 'request' && each.what === 'devices.list');
    expect(list).toMatchObject({
      client: 'operator',
      headers: { origin: 'https://page.example' },
      seen: { token: 2 },
    });
    const open = records.find((each) => each.kind === 'connection' && each.state === 'open');
    expect(open).toMatchObject({ ticket: 'ticket-1', headers: { origin: 'https://page.example' } });
    const text = JSON.stringify(records);
    for (const secret of [first, second, 'demo-operator-secret', 'x-other'])
      expect(text).not.toContain(secret);
  });

  test('has requests that a fault answers, with what they were for', async () => {
    const { url, journal, faults } = await started();
    const accessToken = await token(url);
    faults.order({ fault: 'rate-limited', on: { route: 'devices.read' }, with: { retryAfter: '7s' } });
    await get(url, '/devices/bench-01', accessToken);
    const records = journal.records();
    const asked = records.find((each) => each.kind === 'request' && each.what === 'devices.read');
    expect(asked).toMatchObject({ deviceId: 'bench-01', client: 'operator', seen: { token: 1 } });
    const exchange = asked?.kind === 'request' ? asked.exchange : 0;
    expect(records).toContainEqual(
      expect.objectContaining({
        kind: 'reply',
        exchange,
        code: 'RATE_LIMITED',
        status: 429,
        data: { retryAfterSeconds: 7 },
      }),
    );
  });

  test('tells of replies that were lost, and of those that were others than the service gave', async () => {
    const { url, journal, faults } = await started();
    const accessToken = await token(url);
    faults.order({ fault: 'response-lost', on: { route: 'devices.list' }, count: 1 });
    await expect(get(url, '/devices', accessToken)).rejects.toThrow(/./);
    faults.order({ fault: 'internal-error', on: { route: 'profiles.list' }, with: { executes: true } });
    await get(url, '/device-profiles', accessToken);
    const deliveries = journal.records({ kinds: ['delivery'] });
    expect(deliveries).toContainEqual(expect.objectContaining({ outcome: 'lost' }));
    expect(deliveries).toContainEqual(
      expect.objectContaining({ outcome: 'handed-over', code: 'INTERNAL_ERROR', status: 500 }),
    );
  });

  test('tells which connections an event went to, and that a message which is held back is no ping', async () => {
    const { url, journal, faults, device } = await started();
    const accessToken = await token(url);
    const socket = await connect(url, accessToken);
    const heard = new Promise((resolve) => socket.once('message', resolve));
    device('bench-01')?.stimuli.setInput(3, true);
    await heard;
    expect(journal.records({ kinds: ['event'] })).toContainEqual(
      expect.objectContaining({ connection: '*', to: ['ws-1'] }),
    );
    faults.order({ fault: 'latency', with: { delay: '150ms', over: 'websocket' } });
    const replied = new Promise((resolve) => socket.once('message', resolve));
    socket.send(
      JSON.stringify({
        type: 'request',
        topic: 'device.state.get',
        requestId: '1',
        data: { deviceId: 'bench-02' },
      }),
    );
    await replied;
    socket.terminate();
    const messages = journal
      .records({ kinds: ['request'] })
      .filter((each) => each.kind === 'request' && each.channel === 'ws');
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ what: 'device.state.get', requestId: '1', connection: 'ws-1' });
  });

  test('tells when a caller has hung up before the reply', async () => {
    const { url, journal, faults } = await started();
    const accessToken = await token(url);
    faults.order({ fault: 'latency', with: { delay: '2s', where: 'after' } });
    const giveUp = new AbortController();
    const under = request(`${url}/svc/v1/devices`, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: giveUp.signal,
    });
    while (!journal.records().some((each) => each.kind === 'reply' && each.what === 'devices.list'))
      await new Promise((resolve) => setImmediate(resolve));
    const before = journal.records({ kinds: ['delivery'] }).length;
    giveUp.abort();
    await expect(under).rejects.toThrow(/abort/i);
    while (journal.records({ kinds: ['delivery'] }).length === before)
      await new Promise((resolve) => setImmediate(resolve));
    expect(journal.records({ kinds: ['delivery'] }).at(-1)).toMatchObject({ outcome: 'cut' });
  });
});
