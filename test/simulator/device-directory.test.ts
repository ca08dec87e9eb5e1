import { describe, expect, it } from 'vitest';
import { demoDevices } from './fleet/demo-devices.js';
import { simulate } from './transport/simulated.js';

function operatorOf({ simulator: { service, fleet } }: ReturnType<typeof simulate>) {
  const caller = service.admitMessage('operator', undefined);
  if (!caller.ok) throw new Error('refused');
  const page = (limit: number, cursor?: string) => {
    const listed = service.listDevices(caller.value, { limit, ...(cursor !== undefined && { cursor }) });
    if (!listed.ok) throw new Error(listed.refusal.code);
    return listed.value;
  };
  return { page, fleet };
}

function pages(page: ReturnType<typeof operatorOf>['page'], limit: number): string[] {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { devices, nextCursor } = page(limit, cursor);
    ids.push(...devices.map(({ deviceId }) => deviceId));
    cursor = nextCursor;
  } while (cursor !== undefined);
  return ids;
}

describe('the pages of a fleet', () => {
  it('hold each device once, those of several entries, those added and none removed, whatever their size', () => {
    const { page, fleet } = operatorOf(simulate());
    for (const deviceId of ['lab-1', 'lab-2', 'lab-3'])
      fleet.add({ deviceId, profileId: 'mini-3', password: 'p' });
    for (const deviceId of ['bench-03', 'mini-02', 'lab-2']) fleet.remove(deviceId);
    const whole = [...fleet.list()].map(({ deviceId }) => deviceId);
    const { length } = demoDevices();
    expect(whole).toHaveLength(length);
    for (const limit of [1, 2, 3, 5, length - 1, length, length + 1])
      expect(pages(page, limit)).toEqual(whole);
  });

  it('find a device of the file that was removed and added anew at the end', () => {
    const { page, fleet } = operatorOf(simulate());
    fleet.remove('bench-05');
    fleet.add({ deviceId: 'bench-05', profileId: 'mini-3', password: 'p' });
    expect(pages(page, 4).at(-1)).toBe('bench-05');
    expect(page(4, 'bench-05').devices).toEqual([]);
  });
});
