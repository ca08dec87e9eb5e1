// What the journal keeps of a request that was refused.
import { describe, expect, it } from 'vitest';
import { startRig } from './rig.js';

async function refused(method: string, path: string, body?: unknown, token?: string) {
  const rig = await startRig();
  await rig.service(method, path, body, token ?? (await rig.logIn()));
  const { body: page } = await rig.control('GET', '/journal?kind=refusal');
  return page.records;
}

describe('the journal of a refusal', () => {
  it('tells what came, where it did not fit, and what went back', async () => {
    const sent = { relays: [{ index: 1, action: 'toggle' }] };
    expect(await refused('POST', '/devices/plant-1/relays/commands', sent)).toMatchObject([
      {
        what: 'relays.set',
        deviceId: 'plant-1',
        client: 'operator',
        method: 'POST',
        path: '/svc/v1/devices/plant-1/relays/commands',
        status: 400,
        code: 'INVALID_REQUEST',
        problems: [{ pointer: '/relays/0/action', expected: expect.stringContaining('on'), came: 'toggle' }],
        sent,
        returned: { code: 'INVALID_REQUEST' },
      },
    ]);
  });

  it('names what is missing without inventing what came', async () => {
    const [record] = await refused('POST', '/devices/plant-1/relays/commands', { relays: [{ index: 1 }] });
    expect(record.problems[0].pointer).toContain('/relays/0');
    expect(JSON.stringify(record.problems[0].came ?? null)).not.toContain('toggle');
  });

  it('holds no password that was refused', async () => {
    const body = { deviceId: 'new-1', profileId: 'io', password: { deep: 'never-seen-before' } };
    const bodies = [{ ...body, password: 'never-seen-before', name: 7 }, 'never-seen-before'];
    for (const each of bodies)
      expect(JSON.stringify(await refused('POST', '/devices', each))).not.toContain('never-seen-before');
  });

  it('tells of a wrong token and of a path that there is not', async () => {
    expect(await refused('GET', '/devices', undefined, 'wrong-token')).toMatchObject([
      { status: 401, code: 'AUTH_INVALID', reason: 'The access token is unknown.' },
    ]);
    expect(await refused('GET', '/nothing')).toMatchObject([{ status: 404, path: '/svc/v1/nothing' }]);
  });

  it('keeps no more of a large body than its size', async () => {
    const relays = Array.from({ length: 300 }, () => ({ index: 1, action: 'no' }));
    const [record] = await refused('POST', '/devices/plant-1/relays/commands', { relays });
    expect(record.sent).toMatch(/^<JSON of \d+ characters>$/);
  });

  it('is found by its code', async () => {
    const rig = await startRig();
    const token = await rig.logIn();
    await rig.service('GET', '/nothing', undefined, token);
    await rig.service('GET', '/devices', undefined, token);
    const { body } = await rig.control('GET', '/journal?code=NOT_FOUND');
    expect(body.records.map(({ kind }: { kind: string }) => kind)).toEqual(['reply', 'refusal']);
  });

  it('is not there for what was carried out', async () => {
    const rig = await startRig();
    await rig.service('GET', '/devices', undefined, await rig.logIn('reader'));
    const { body } = await rig.control('GET', '/journal');
    const kinds = body.records.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['request', 'reply', 'request', 'reply']);
  });
});
