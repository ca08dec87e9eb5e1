// An announced delay is the actual one.
import { describe, expect, it } from 'vitest';
import { heard, type Line, ok, refused } from './traces.js';

describe('a delay that a refused refresh announces', () => {
  const refresh = (from: number, body: unknown, more: Partial<Line> = {}): Line => ({
    from,
    to: from + 10,
    what: 'devices.read',
    deviceId: 'd1',
    body,
    ...more,
  });
  const putOff = (seconds: number): Line =>
    refresh(100, refused('RATE_LIMITED', { retryAfterSeconds: seconds }), { status: 429 });
  const truthful = (...lines: readonly Line[]): readonly string[] =>
    heard(lines, /^refresh\.retry-after-truthful/);

  it('is broken by a success after a twentieth of it, from two minutes on', () => {
    const wrong = ['refresh.retry-after-truthful fail'];
    expect(truthful(putOff(3000), refresh(10_000, ok()))).toEqual(wrong);
    expect(truthful(putOff(3000), refused429(5000), refresh(10_000, ok()))).toEqual([...wrong, ...wrong]);
    expect(truthful(putOff(201), refresh(10_000, ok()))).toEqual(wrong);
    expect(truthful(putOff(190), refresh(10_000, ok()))).toEqual([]);
    expect(truthful(putOff(119), refresh(4000, ok()))).toEqual([]);
  });

  it('may be for a quota of its client, or of its device', () => {
    expect(truthful(putOff(3000), refresh(10_000, ok(), { client: 'other' }))).toEqual([]);
    expect(truthful(putOff(3000), refresh(10_000, ok(), { deviceId: 'd2' }))).toEqual([]);
  });

  function refused429(from: number): Line {
    return refresh(from, refused('RATE_LIMITED', { retryAfterSeconds: 2995 }), { status: 429 });
  }
});
