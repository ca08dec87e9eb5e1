// Safety hears of what stimuli change, also when they fail and when they are undone.
import { expect, test } from 'vitest';
import { watched } from '../../../src/harness/run/run-context.js';
import type { Target } from '../../../src/harness/target/target.js';

test('safety is told of each act on a device, failed ones included, and of its undoing', async () => {
  const told: string[] = [];
  const stimuli = watched(
    {
      open: () => ({
        act: () => Promise.reject(new Error('the bench is gone')),
        undo: () => Promise.resolve([]),
        lost: () => Promise.resolve([]),
      }),
      undoAll: () => Promise.resolve([]),
    },
    {
      guard: () => undefined,
      restore: () => Promise.resolve([]),
      disturbed: (deviceId) => void told.push(deviceId),
    },
  );
  const session = stimuli.open({} as Target);
  const { signal } = new AbortController();
  const act = { name: 'cut-power', device: { name: 'one', deviceId: 'dev-1' } } as const;
  await expect(session.act(act, signal)).rejects.toThrow('the bench is gone');
  expect(told).toEqual(['dev-1']);
  await session.undo(signal);
  expect(told).toEqual(['dev-1', 'dev-1']);
});
