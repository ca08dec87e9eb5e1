// What is remembered of a view of a trace belongs to that view alone.
import { describe, expect, it } from 'vitest';
import { perDevice, perView, viewTrace } from '../../../src/harness/judge/trace-view.js';

describe('what invariants share', () => {
  it('is worked out once for each view, and anew for another', () => {
    const asked: unknown[] = [];
    const read = perView((view) => {
      asked.push(view);
      return { of: view };
    });
    const [first, second] = [viewTrace([]), viewTrace([])];
    expect(read(first)).toBe(read(first));
    expect(read(second).of).toBe(second);
    expect(asked).toEqual([first, second]);
  });

  it('is kept for each device, also where the answer is nothing', () => {
    const asked: string[] = [];
    const read = perDevice((deviceId): string | undefined => {
      asked.push(deviceId);
      return deviceId === 'a' ? undefined : deviceId;
    });
    const view = viewTrace([]);
    expect([read('a', view), read('a', view), read('b', view)]).toEqual([undefined, undefined, 'b']);
    expect(read('b', viewTrace([]))).toBe('b');
    expect(asked).toEqual(['a', 'b', 'b']);
  });
});
