// A long list is made and sent in parts, with the bytes that it would have in one piece; others are served meanwhile.
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { startSimulator } from '../../../src/simulator/start-simulator.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import { dialectOf, textOf } from '../../dialect/read-dialect.js';

const DEVICES = 50_000;
const FLEET = `
seed: 1
profiles: { io: { relays: [{}] } }
devices: [{ deviceId: 'd-{00001..${DEVICES}}', name: 'Gerät {n}', profile: io }]
clients: { operator: { secret: s, scopes: ['device:read'] } }
`;

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

async function open() {
  const parsed = parseFleet(FLEET, 'fleet');
  if (!parsed.ok) throw new Error('the fleet of this test is wrong');
  const simulator = await startSimulator({
    fleet: parsed.value,
    dialect: dialectOf(textOf('default')),
    clock: createSystemClock(),
  });
  running.push(simulator);
  const url = `${simulator.url}/svc/v1`;
  const credentials = JSON.stringify({ clientId: 'operator', clientSecret: 's' });
  const answer = await fetch(`${url}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: credentials,
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return { simulator, url, headers: { authorization: `Bearer ${data.accessToken}` } };
}

describe('a list of many devices', () => {
  it('has the bytes of the same list in one piece, and says how many', async () => {
    const { simulator, url, headers } = await open();
    const response = await fetch(`${url}/devices`, { headers });
    const text = await response.text();
    const whole = await simulator.simulator.rest({
      method: 'GET',
      target: '/svc/v1/devices',
      headers,
      body: '',
    });
    expect(text).toBe(whole.body);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const { data } = JSON.parse(text) as { data: { devices: { deviceId: string }[] } };
    expect(data.devices).toHaveLength(DEVICES);
    expect(new Set(data.devices.map(({ deviceId }) => deviceId)).size).toBe(DEVICES);
  });

  it('is shown as it is now when a device has changed since it was kept', async () => {
    const { simulator, url, headers } = await open();
    const list = async (): Promise<string> => (await fetch(`${url}/devices`, { headers })).text();
    const before = await list();
    expect(await list()).toBe(before);
    simulator.device('d-11999')?.stimuli.dropLink();
    const after = await list();
    expect(after).not.toBe(before);
    expect(JSON.parse(after)).toMatchObject({ code: 'SUCCESS' });
    const whole = { method: 'GET', target: '/svc/v1/devices', headers, body: '' };
    expect(after).toBe((await simulator.simulator.rest(whole)).body);
    expect(await list()).toBe(after);
  });

  it('lets others be served before it is complete', async () => {
    const { url, headers } = await open();
    const order: string[] = [];
    const long = fetch(`${url}/devices`, { headers }).then((response) =>
      order.push(`long ${response.status}`),
    );
    // It has been asked first, and a short one is answered while it is made.
    const short = fetch(`${url}/devices?limit=1`, { headers }).then((response) =>
      order.push(`short ${response.status}`),
    );
    await Promise.all([long, short]);
    expect(order).toEqual(['short 200', 'long 200']);
  });

  it('waits for a client that does not read, and forgets one that has gone', async () => {
    const { simulator, url, headers } = await open();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(
      `GET /svc/v1/devices HTTP/1.1\r\nhost: x\r\nauthorization: ${headers.authorization}\r\n\r\n`,
    );
    const told = new Promise((resolve) => {
      simulator.journal.listen((record) => record.kind === 'reply' && resolve(record));
    });
    await told;
    socket.destroy();
    expect((await fetch(`${url}/devices?limit=1`, { headers })).status).toBe(200);
  });
});
