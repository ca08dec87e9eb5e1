import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createManualClock, passTime, startSimulator, type StartedSimulator } from '../../src/index.js';

const clock = createManualClock(Date.UTC(2026, 0, 1));
let cloud: StartedSimulator;

beforeAll(async () => {
  cloud = await startSimulator({ clock });
});
beforeEach(() => cloud.reset());
afterAll(() => cloud.close());

/** The client that you test would stand here. */
async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const reply = fetch(`${cloud.url}/svc/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  // A device takes its time; on a manual clock somebody has to let it pass.
  const response = await passTime(clock, reply);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function logIn(): Promise<Record<string, string>> {
  const credentials = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
  const { body } = await call('POST', '/auth/token', credentials);
  return { authorization: `Bearer ${body.data.accessToken}` };
}

test('a device may be refreshed again after three seconds', async () => {
  const headers = await logIn();
  expect((await call('GET', '/devices/bench-01', undefined, headers)).status).toBe(200);
  expect((await call('GET', '/devices/bench-01', undefined, headers)).body.code).toBe('RATE_LIMITED');
  await clock.advance(3000);
  expect((await call('GET', '/devices/bench-01', undefined, headers)).status).toBe(200);
});

test('what the world does to a device is seen through the service', async () => {
  cloud.device('bench-01')?.stimuli.setInput(3, true);
  await clock.advance(20); // the debounce time of the input
  const { body } = await call('GET', '/devices/bench-01', undefined, await logIn());
  expect(body.data.device.peripherals.digitalInputs[2].active).toBe(true);
});

test('a repeat after a lost response switches the relay once', async () => {
  cloud.faults.order({ fault: 'response-lost', on: { route: 'relays.set' }, count: 1 });
  const headers = { ...(await logIn()), 'idempotency-key': 'open-the-gate' };
  const order = { relays: [{ index: 2, action: 'on' }] };
  const send = () => call('POST', '/devices/bench-01/relays/commands', order, headers);
  await expect(send()).rejects.toThrow('fetch failed');
  expect((await send()).body.code).toBe('SUCCESS');
  const { executions, relays } = cloud.device('bench-01')!.physical();
  expect([executions, relays[1]?.switchedTimes]).toEqual([1, 1]);
});
