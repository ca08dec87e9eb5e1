// What a contained simulator throws ends only what it befell.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import {
  containedClock,
  containedDriver,
  containedServer,
} from '../../../src/lab/in-process/simulator-server.js';

const BUG = new Error('a bug');
const fail = (): never => {
  throw BUG;
};

describe('containment', () => {
  it('lets other timers fire', async () => {
    const bugs: unknown[] = [];
    const clock = createManualClock();
    const contained = containedClock(clock, (error) => bugs.push(error));
    const fired: number[] = [];
    contained.setTimer('bad', 1, fail);
    contained.setTimer('good', 2, () => fired.push(clock.now()));
    await clock.advance(5);
    expect(fired).toEqual([2]);
    expect(bugs).toEqual([BUG]);
  });

  it('answers a request that made it throw as the shell would', async () => {
    const bugs: unknown[] = [];
    const failure = { status: 500, headers: {}, body: '{}' };
    const server = containedServer(
      { request: fail, upgrade: fail },
      () => failure,
      (error) => bugs.push(error),
    );
    const request = { method: 'GET', path: '/', headers: {} };
    expect(await server.request(request)).toBe(failure);
    expect(bugs).toEqual([BUG]);
  });

  it('hands on all that an upgrade carries', async () => {
    const seen: unknown[] = [];
    const upgrade = (path: string, _: unknown, bearer?: string) => {
      seen.push(path, bearer);
      return { kind: 'refused', status: 401, headers: {}, body: '' } as const;
    };
    const peer = { send: () => undefined, close: () => undefined };
    await containedServer({ request: fail, upgrade }, fail, fail).upgrade('/svc/v1/ws', peer, 'a token');
    expect(seen).toEqual(['/svc/v1/ws', 'a token']);
  });

  it('goes on with a connection on which a frame made it throw', async () => {
    const bugs: unknown[] = [];
    const server = containedServer(
      { request: fail, upgrade: () => ({ kind: 'open', receive: fail, ended: fail }) },
      fail,
      (error) => bugs.push(error),
    );
    const upgrade = await server.upgrade('/', { send: () => undefined, close: () => undefined });
    if (upgrade.kind !== 'open') throw new Error('it is open');
    upgrade.receive('{}');
    upgrade.ended(1000);
    expect(bugs).toEqual([BUG, BUG]);
  });

  it('says of a stimulus that it failed', async () => {
    const bugs: unknown[] = [];
    const drive = containedDriver(fail, (error) => bugs.push(error));
    const acted = await drive({ name: 'cut-power' }, new AbortController().signal);
    expect(acted.kind).toBe('failed');
    expect(bugs).toEqual([BUG]);
  });
});
