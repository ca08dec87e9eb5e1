import { describe, expect, it } from 'vitest';
import { CONTROL_LIMITS } from '../../../src/simulator/limits/limits.js';
import { exchange, parseResponse } from '../transport/listening.js';
import { startRig } from './rig.js';

async function plane() {
  const { simulator, control } = await startRig();
  const { url, token } = simulator.control!;
  const port = Number(new URL(url).port);
  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
  const ask = async (method: string, target: string, more = '\r\n'): Promise<number> =>
    parseResponse(
      await exchange(port, Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}${more}`, 'latin1'), true),
    ).status;
  return { ask, control, simulator };
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the control plane', () => {
  it.each([
    '/control/v1/devices/%ff',
    '/control/v1/devices/%',
    '/control/v1/devices/%2',
    '/control/v1/devices/%c0%af',
    '/control/v1/devices/%2e%2e',
    '/control/v1/devices/../clock',
    '/control/v1/./devices',
    '/control/v1//devices',
    '/control/v1/devices/%00',
    '/control/v1/devices/%C2%85',
    '/control/v1/devices/{id}',
    '/control/v1/devices?limit=%ff',
    '/control/v1/devices?limit=1&limit=2',
    `/control/v1/devices/${'x'.repeat(CONTROL_LIMITS.maxTarget)}`,
    '*',
    'http://127.0.0.1/control/v1',
  ])('answers the odd target %.60s with 400', async (target) => {
    const { ask, simulator } = await plane();
    expect(await ask('GET', target)).toBe(400);
    expect(simulator.journal.records({ kinds: ['bug'] })).toEqual([]);
  });

  it.each([
    ['/control/v1', 200],
    ['/control/v1/', 200],
    ['/control/v1/devices/plant-1?', 200],
    ['/control/v1/devices/pl%61nt-1', 200],
    ['/control/v1/devices/__proto__', 404],
    ['/control/v1/devices/%E2%82%AC', 404],
  ])('answers %s with %i', async (target, status) => {
    expect(await (await plane()).ask('GET', target)).toBe(status);
  });

  it('refuses bodies that nest too deep, are no UTF-8 or are too large', async () => {
    const { ask, control } = await plane();
    expect((await control('POST', '/clock/step', `{"duration":${nested(5000)}}`)).status).toBe(400);
    expect((await control('PUT', '/snapshot', nested(50_000))).status).toBe(400);
    expect((await control('POST', '/clock/step', ' '.repeat(CONTROL_LIMITS.maxBody + 1))).status).toBe(413);
    expect(await ask('POST', '/control/v1/clock/step', 'Content-Length: 2\r\n\r\n\xff\xfe')).toBe(400);
  });

  it('takes so many followers of the journal at once, and no more', async () => {
    const { simulator } = await startRig();
    const { url, token } = simulator.control!;
    const headers = { authorization: `Bearer ${token}` };
    const controller = new AbortController();
    const follow = () => fetch(`${url}/journal/follow`, { headers, signal: controller.signal });
    // A reply that nobody holds is collected, and its stream ends.
    const replies: Response[] = [];
    for (let at = 0; at <= CONTROL_LIMITS.maxFollowers; at++) replies.push(await follow());
    expect(replies.map(({ status }) => status)).toEqual([
      ...Array.from({ length: CONTROL_LIMITS.maxFollowers }, () => 200),
      429,
    ]);
    controller.abort();
  });
});
