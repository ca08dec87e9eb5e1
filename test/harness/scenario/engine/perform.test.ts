// What becomes of a request that only prepares.
import { describe, expect, it } from 'vitest';
import { FAILED, inTurn, PROFILE, runSteps, runText, withSteps } from '../support/run-scenario.js';

describe('a request that only prepares', () => {
  const steps = `
- setRelays: plant
  relays: { lamp: on }
  as: set
- ping:
  via: ws
  expect: SUCCESS`;

  it('makes the check inconclusive when it is refused for good, without trying again', async () => {
    const { result } = await runSteps(steps, inTurn({ operate: [{ code: 'DEVICE_OFFLINE' }] }));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 1 });
    expect(result.reason).toContain('line 7: setRelays plant');
    expect(result.reason).toContain('DEVICE_OFFLINE');
  });

  it.each([
    ['over REST', { code: 'E_RANGE', status: 422 }, 'pass'],
    ['over WebSocket', { code: 'INVALID_PARAMETER' }, 'pass'],
    ['for another reason', { code: 'DEVICE_OFFLINE', status: 409 }, 'inconclusive'],
  ])('is left out where it is optional and its values are not taken: %s', async (_, refusal, verdict) => {
    const optional = steps.replace('  as: set', '  optional: true');
    const { result } = await runSteps(optional, inTurn({ operate: [refusal] }));
    expect(result).toMatchObject({ verdict, attempts: 1 });
  });

  it('makes the check inconclusive when interference never ends', async () => {
    const { result } = await runSteps(steps, inTurn({ operate: [FAILED] }));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
  });
});

describe('the single-relay endpoint', () => {
  const steps = `
- setRelays: plant
  relays: { lamp: on }
  compatibility: true
  patient: false
  as: single
- ping:
  via: ws
  expect: SUCCESS`;

  it('is nothing that is checked where it is gone', async () => {
    const { result } = await runSteps(steps, inTurn({ operate: [{ code: 'NOT_FOUND', status: 404 }] }));
    expect(result).toMatchObject({ verdict: 'skipped', attempts: 1 });
    expect(result.reason).toContain('single-relay endpoint');
  });

  it('is not gone where a device is not found that the client may not access', async () => {
    const { one, two } = PROFILE.devices;
    const rd = { ...PROFILE.clients['rd']!, scopes: ['device:control' as const], devices: ['two'] };
    const text = withSteps(steps.replace('relays:', 'client: stranger\n  relays:'))
      .replace('{ relays: [lamp, pump] }', '{ relays: [lamp], hiddenFrom: [stranger] }')
      .replace("reader: ['device:read']", "stranger: ['device:control']");
    const profile = { ...PROFILE, devices: { one: one!, two: two! }, clients: { ...PROFILE.clients, rd } };
    const missing = inTurn({ operate: [{ code: 'NOT_FOUND', status: 404 }] });
    const { result } = await runText(text, missing, { profile });
    expect(result.verdict).toBe('pass');
  });

  it('is not gone where another refusal came', async () => {
    const { result } = await runSteps(steps, inTurn({ operate: [{ code: 'DEVICE_OFFLINE', status: 409 }] }));
    expect(result.verdict).toBe('pass');
  });
});

describe('a device list in pages', () => {
  const page = (deviceId: string, nextCursor?: string) => ({
    data: { devices: [{ deviceId }], ...(nextCursor !== undefined && { nextCursor }) },
  });
  const expecting = (asked: string, deviceId: string): string => `
- listDevices:${asked}
  patient: true
  rule: ws.ping
  expect: { code: SUCCESS, devices: { contains: { deviceId: ${deviceId} } } }`;

  it('is read to its end where a step names no page', async () => {
    const pages = inTurn({ listDevices: [page('a', '2'), page('b', '3'), page('c')] });
    const { asked, result } = await runSteps(expecting('', 'c'), pages);
    expect(result.verdict).toBe('pass');
    expect(asked.map(({ call }) => call)).toEqual([
      { name: 'listDevices' },
      { name: 'listDevices', cursor: '2' },
      { name: 'listDevices', cursor: '3' },
    ]);
  });

  it('is the page that a step asks for', async () => {
    const pages = inTurn({ listDevices: [page('a', '2')] });
    const { asked } = await runSteps(expecting(' { limit: 1 }', 'a'), pages);
    expect(asked).toHaveLength(1);
  });

  it('is its first page where the pages have no end', async () => {
    const pages = inTurn({ listDevices: [page('a', '2')] });
    const { asked, result } = await runSteps(expecting('', 'a'), pages);
    expect(result.verdict).toBe('pass');
    expect(asked).toHaveLength(30);
  });
});
