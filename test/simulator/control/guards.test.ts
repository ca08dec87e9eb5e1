import { request } from 'node:http';
import { expect, it } from 'vitest';
import { CONTROL_ROUTES } from '../../../src/simulator/control/routes/routes.js';
import { startRig } from './rig.js';

/** With headers that fetch would not let through. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

async function plane() {
  const { simulator } = await startRig();
  const { url, token } = simulator.control!;
  const authorization = `Bearer ${token}`;
  return { url, token, authorization, host: new URL(url).host };
}

it('opens on loopback, on a port of its own', async () => {
  const { simulator } = await startRig();
  expect(simulator.control?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/control\/v1$/);
  expect(new URL(simulator.control!.url).port).not.toBe(new URL(simulator.url!).port);
});

it('makes a new token at each start, long enough that nobody guesses it', async () => {
  const [one, other] = [await plane(), await plane()];
  expect(one.token).not.toBe(other.token);
  expect(one.token.length).toBeGreaterThan(32);
});

it('lets nobody in without the token, on any route', async () => {
  const { url, host } = await plane();
  for (const headers of [
    { host },
    { host, authorization: 'Bearer ctl-wrong' },
    { host, authorization: 'Basic eDp5' },
  ]) {
    expect(await statusOf(url, headers)).toBe(401);
    expect(await statusOf(`${url}/nowhere`, headers)).toBe(401);
  }
  for (const { method, path } of CONTROL_ROUTES) {
    const answer = await fetch(`${url}${path.replace(/\{\w+\}/, 'x')}`, { method });
    expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, 401]);
  }
});

it('takes the names of this machine for its own', async () => {
  const { url, authorization, host } = await plane();
  const { port } = new URL(url);
  for (const name of [host, `localhost:${port}`, `[::1]:${port}`, 'localhost']) {
    expect([name, await statusOf(url, { host: name, authorization })]).toEqual([name, 200]);
  }
});

it('refuses other names, which a web page could have pointed here', async () => {
  const { url, authorization } = await plane();
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1']) {
    expect([host, await statusOf(url, { host, authorization })]).toEqual([host, 403]);
  }
});

it('refuses web pages, also such as run on this machine', async () => {
  const { url, authorization, host } = await plane();
  for (const origin of ['https://evil.example', 'http://localhost:3000', 'null']) {
    expect([origin, await statusOf(url, { host, authorization, origin })]).toEqual([origin, 403]);
  }
});

it('lists its routes, and says where that list is to whoever takes a wrong one', async () => {
  const { control } = await startRig();
  const { body } = await control('GET', '');
  expect(body.routes).toHaveLength(CONTROL_ROUTES.length);
  const lost = await control('GET', '/devises');
  expect(lost.status).toBe(404);
  expect(lost.body.problems[0].hint).toContain('GET /control/v1');
  expect((await control('DELETE', '/devices')).status).toBe(404);
});

it('refuses unknown fields and unknown parameters', async () => {
  const { control } = await startRig();
  const field = await control('POST', '/clock/step', { duration: 5, extra: true });
  expect(field.status).toBe(400);
  const parameter = await control('GET', '/devices?limti=5');
  expect(parameter.status).toBe(400);
  expect(parameter.body.problems[0].message).toContain('limti');
  const needless = await control('POST', '/reset', { now: true });
  expect(needless.status).toBe(400);
});
