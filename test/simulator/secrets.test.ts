import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/kernel/manual-clock.js';
import { createRandom } from '../../src/kernel/random.js';
import { MEMORY_LIMITS } from '../../src/simulator/limits/limits.js';
import { createIssuedSecrets } from '../../src/simulator/service/access.js';
import { hasSeededSecrets, type StartOptions, startSimulator } from '../../src/simulator/start-simulator.js';
import { systemTokens } from '../../src/simulator/transport/secrets.js';
import { dialectNamed } from './dialect-named.js';
import { fleetSpec } from './control/rig.js';
import { smallService } from './service/small-service.js';

/** The access token and the ticket that a simulator gives first. */
async function firstSecrets(options: Partial<StartOptions>): Promise<readonly unknown[]> {
  const simulator = await startSimulator({
    fleet: fleetSpec(),
    dialect: dialectNamed('default'),
    clock: createManualClock(),
    ...options,
  });
  try {
    const { service } = simulator.simulator;
    const issued = service.issueToken({ clientId: 'operator', clientSecret: 'operator-secret' });
    const caller = service.admitMessage('operator', undefined);
    const ticket = caller.ok ? service.issueTicket(caller.value) : caller;
    if (!issued.ok || !ticket.ok) throw new Error('no secrets');
    return [issued.value.accessToken, ticket.value.ticket];
  } finally {
    await simulator.close();
  }
}

describe('access tokens and tickets', () => {
  it('are the same again with the same seed on loopback, and without a socket', async () => {
    expect(await firstSecrets({ seed: 7 })).toEqual(await firstSecrets({ seed: 7 }));
    expect(await firstSecrets({ listen: false })).toEqual(await firstSecrets({ listen: false }));
  });

  it('come from the operating system without a seed, though the fleet has one', async () => {
    const [one, other] = [await firstSecrets({}), await firstSecrets({})];
    expect(one[0]).not.toBe(other[0]);
    expect(one[1]).not.toBe(other[1]);
  });

  it.each([
    [7, '127.0.0.1', true],
    [7, '::1', true],
    [7, undefined, true],
    [undefined, undefined, true],
    [undefined, '127.0.0.1', false],
    [7, '0.0.0.0', false],
    [7, '::', false],
    [7, '192.168.1.5', false],
  ])('with seed %s and address %s come from the seed: %s', (seed, host, expected) => {
    expect(hasSeededSecrets(seed, host)).toBe(expected);
  });

  it('are made of all letters and digits, about equally often', () => {
    const text = systemTokens.token(36_000);
    expect(text).toMatch(/^[a-z0-9]{36000}$/);
    const counts = new Map<string, number>();
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(36);
    for (const count of counts.values()) {
      // Seven standard deviations: it fails once in a few hundred billion runs.
      expect(Math.abs(count - 1000)).toBeLessThan(220);
    }
  });
});

describe('issued secrets', () => {
  const kind = { prefix: 's-', length: 20, nameLength: 8, lifetime: 1000, maxPerClient: 3 };

  it('are found whole only: neither by their name nor by a part', () => {
    const secrets = createIssuedSecrets(createManualClock(), createRandom(1).stream('s'), kind);
    const secret = secrets.issue('a');
    expect(secrets.find(secret)?.clientId).toBe('a');
    for (const wrong of [
      secret.slice(0, -1),
      `${secret}x`,
      secret.slice(0, 10),
      `${secret.slice(0, -1)}\u0000`,
      secret.slice(0, 10) + 'x'.repeat(12),
      secret.toUpperCase(),
      '',
    ]) {
      expect(secrets.find(wrong)).toBeUndefined();
      secrets.remove(wrong);
    }
    expect(secrets.find(secret)?.clientId).toBe('a');
    secrets.remove(secret);
    expect(secrets.find(secret)).toBeUndefined();
  });

  it('of one client are so many at most, until one has expired, and leave others alone', async () => {
    const clock = createManualClock(0);
    const secrets = createIssuedSecrets(clock, createRandom(1).stream('s'), kind);
    const issued: string[] = [];
    for (let at = 0; at < 3; at++) {
      expect(secrets.waitFor('a')).toBeUndefined();
      issued.push(secrets.issue('a'));
      await clock.advance(100);
    }
    expect(secrets.waitFor('a')).toBe(700);
    expect(secrets.waitFor('b')).toBeUndefined();
    await clock.advance(699);
    expect(secrets.waitFor('a')).toBe(1);
    await clock.advance(1);
    expect(secrets.waitFor('a')).toBeUndefined();
    secrets.issue('a');
    expect(secrets.waitFor('a')).toBe(100);
    secrets.remove(issued[2] ?? '');
    expect(secrets.waitFor('a')).toBeUndefined();
  });
});

describe('one client', () => {
  it('gets 429 for a ticket while it has too many unused ones, and keeps those', () => {
    const { service, operator } = smallService();
    const first = service.issueTicket(operator);
    for (let at = 1; at < MEMORY_LIMITS.maxTicketsPerClient; at++) service.issueTicket(operator);
    const refused = service.issueTicket(operator);
    expect(refused).toMatchObject({ refusal: { code: 'RATE_LIMITED', retryAfterSeconds: 60 } });
    expect(service.openConnection(first.ok ? first.value.ticket : '').ok).toBe(true);
    expect(service.issueTicket(operator).ok).toBe(true);
  });
});
