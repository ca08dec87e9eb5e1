import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../src/index.js';
import { simulatorTest, useSimulator, type UsedSimulator } from '../../src/library/vitest.js';

const FLEET = `
profiles: { mini: { relays: [{}, {}] } }
devices: [{ deviceId: only, profile: mini }]
clients: { me: { secret: my-secret, scopes: ['device:control'] } }
`;

async function post(simulator: UsedSimulator<never>, path: string, body: object, headers = {}) {
  const { rest } = simulator;
  return rest({ method: 'POST', target: `/svc/v1${path}`, headers, body: JSON.stringify(body) });
}

async function switchRelay(simulator: UsedSimulator<never>, index: number): Promise<number> {
  const token = await post(simulator, '/auth/token', { clientId: 'me', clientSecret: 'my-secret' });
  const { accessToken } = JSON.parse(token.body).data;
  const order = { relays: [{ index, action: 'on' }] };
  const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': `key-${index}` };
  const work = post(simulator, '/devices/only/relays/commands', order, headers);
  return (await (simulator.clock as ReturnType<typeof createManualClock>).runUntil(work)).status;
}

function messageOf(expectation: () => void): string {
  try {
    expectation();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

const setup = () => ({ fleet: FLEET, listen: false, clock: createManualClock() }) as never;

describe('the matchers', () => {
  let simulator: UsedSimulator<never>;
  beforeEach(async () => {
    simulator = await useSimulator<never>(setup());
  });

  test('see what has switched, and how often', async () => {
    expect(simulator).not.toHaveSwitched('only', 2);
    expect(await switchRelay(simulator, 2)).toBe(200);
    expect(simulator).toHaveSwitched('only', 2);
    expect(simulator).toHaveSwitched('only', 2, { times: 1 });
    expect(simulator).not.toHaveSwitched('only', 1);
    expect(simulator).toHaveRelay('only', 2, 'on');
    expect(simulator).not.toHaveRelay('only', 1, 'on');
  });

  test('show the exchanges when they fail, as expectation and as its opposite', async () => {
    await switchRelay(simulator, 2);
    const message = messageOf(() => expect(simulator).toHaveSwitched('only', 2, { times: 2 }));
    expect(message).toContain('expected relay 2 of only to have switched 2 times; it happened once.');
    expect(message).toMatch(/Exchanges:\n.*token\.create[^]*relays\.set only[^]*relay 2 closes/);
    expect(message).not.toContain('my-secret');
    expect(messageOf(() => expect(simulator).not.toHaveSwitched('only', 2))).toContain(
      'expected not relay 2',
    );
    expect(messageOf(() => expect(simulator).toHaveRelay('only', 1, 'on'))).toContain('it is off');
  });

  test('count requests and answers by device, client and channel', async () => {
    await switchRelay(simulator, 1);
    await switchRelay(simulator, 9);
    expect(simulator).toHaveReceived('relays.set', {
      device: 'only',
      client: 'me',
      channel: 'rest',
      times: 2,
    });
    expect(simulator).not.toHaveReceived('relays.set', { channel: 'ws' });
    expect(simulator).toHaveAnswered('SUCCESS', { what: 'relays.set', times: 1 });
    expect(simulator).toHaveAnswered('INVALID_PARAMETER', { device: 'only' });
    const message = messageOf(() => expect(simulator).toHaveReceived('relay.set'));
    expect(message).toContain('never. Did you mean "relays.set"?');
    expect(message).toContain('-> 422 INVALID_PARAMETER');
  });

  test('refuse a device or a relay that there is not, also as an opposite', () => {
    expect(messageOf(() => expect(simulator).not.toHaveSwitched('onyl', 1))).toContain('no device "onyl"');
    expect(messageOf(() => expect(simulator).not.toHaveRelay('only', 3, 'on'))).toContain('has 2, counted');
    expect(messageOf(() => simulator.devices.get('onyl'))).toContain('Did you mean "only"?');
    expect(simulator.devices.ids).toEqual(['only']);
  });
});

// oxlint-disable vitest/no-standalone-expect -- the tests of simulatorTest are tests, too
describe('a simulator of the test', () => {
  const closed: string[] = [];
  const it = simulatorTest<never>(setup());

  it('is there for the test that asks for it', ({ simulator }) => {
    expect(simulator.devices.get('only').deviceId).toBe('only');
    simulator.devices.get('only').stimuli.dropLink();
    closed.push('first');
  });

  it('is another one for the next test', ({ simulator }) => {
    expect(closed).toEqual(['first']);
    expect(simulator.devices.get('only').physical().linked).toBe(true);
  });

  let url = '';
  test('is closed when the test has ended', async () => {
    ({ url } = await useSimulator({ fleet: FLEET }));
    await expect(fetch(url)).resolves.toHaveProperty('status');
  });
  test('(the one of the test before)', async () => {
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

// oxlint-enable vitest/no-standalone-expect
test('the example is the one that the documents show', () => {
  const docs = readFileSync('docs/library.md', 'utf8');
  expect(docs).toContain(readFileSync('examples/vitest/repeat.test.mjs', 'utf8'));
});
