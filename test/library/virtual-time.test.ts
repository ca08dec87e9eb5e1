import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createManualClock, createVirtualClock, passTime } from '../../src/index.js';
import { useSimulator } from '../../src/library/vitest.js';

const CREDENTIALS = { clientId: 'operator', clientSecret: 'demo-operator-secret' };

async function call(url: string, method: string, path: string, token = '', body?: object) {
  const response = await fetch(`${url}/svc/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { code: string; data: { accessToken: string } };
}

describe('passTime', () => {
  it('jumps to the timer that work over a real socket waits for', async () => {
    const clock = createManualClock();
    const server = createServer((_, response) => void clock.sleep(5000).then(() => response.end('late')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const reply = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const text = reply.then((response) => response.text());
    expect([await passTime(clock, text), clock.now()]).toEqual(['late', 5000]);
  });

  it('passes on the failure of the work', async () => {
    const clock = createManualClock();
    const work = clock.sleep(30).then(() => Promise.reject(new Error('broken')));
    await expect(passTime(clock, work)).rejects.toThrow('broken');
  });

  it('gives up where no timer is left', async () => {
    const work = new Promise(() => undefined);
    await expect(passTime(createManualClock(), work)).rejects.toThrow('no timer is left');
  });
});

describe('a simulator in virtual time', () => {
  it('keeps its waits by its clock, and takes no time of the machine for them', async () => {
    const { url, clock } = await useSimulator({ clock: createVirtualClock() });
    const { data } = await call(url, 'POST', '/auth/token', '', CREDENTIALS);
    const read = () => call(url, 'GET', '/devices/bench-01', data.accessToken);
    const begin = clock.now();
    expect((await read()).code).toBe('SUCCESS');
    await clock.sleep(3000);
    expect((await read()).code).toBe('SUCCESS');
    expect(clock.now() - begin).toBeGreaterThanOrEqual(3000);
  });

  it('stands still when the simulator has been closed', async () => {
    const simulator = await useSimulator({ clock: createVirtualClock() });
    await simulator.close();
    const left = simulator.clock.sleep(1).then(() => 'passed');
    const turn = new Promise((resolve) => setImmediate(resolve)).then(() => 'stood still');
    expect(await Promise.race([left, turn])).toBe('stood still');
  });
});
