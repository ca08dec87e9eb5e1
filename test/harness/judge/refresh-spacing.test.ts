// Refreshes of one device keep their distance.
import { describe, expect, it } from 'vitest';
import { heard, type Line, ok, refused } from './traces.js';

describe('refreshes of one device', () => {
  const refresh = (from: number, to: number, more: Partial<Line> = {}): Line => ({
    from,
    to,
    what: more.channel === 'ws' ? 'device.state.get' : 'devices.read',
    deviceId: 'd1',
    body: ok(),
    ...more,
  });
  const spacing = (...lines: readonly Line[]): readonly string[] =>
    heard(lines, /^refresh\.(min|shared|across)/);

  it('may be as near as three seconds, wherever they took place in their spans', () => {
    expect(spacing(refresh(0, 100), refresh(2950, 3000))).toEqual(['refresh.min-interval pass']);
    expect(spacing(refresh(0, 100), refresh(2900, 2999))).toEqual(['refresh.min-interval fail']);
  });

  it('prove nothing when a slow network may have kept them apart', () => {
    expect(spacing(refresh(0, 10), refresh(20, 4000))).toEqual(['refresh.min-interval pass']);
  });

  it('prove nothing when a success shows no device: it may be the reply to something else', () => {
    const unread = { mismatches: ['/data/device: expected an object, got nothing'] };
    expect(spacing(refresh(0, 100), refresh(500, 600, unread))).toEqual([]);
  });

  it('count over both channels and over all clients', () => {
    expect(spacing(refresh(0, 100), refresh(500, 600, { channel: 'ws', connection: 'c' }))).toEqual([
      'refresh.shared-budget fail',
    ]);
    expect(spacing(refresh(0, 100), refresh(500, 600, { client: 'other' }))).toEqual([
      'refresh.across-clients fail',
    ]);
  });

  it('do not count when they were refused, or are of another device', () => {
    expect(
      spacing(refresh(0, 100), refresh(500, 600, { body: refused('RATE_LIMITED'), status: 429 })),
    ).toEqual([]);
    expect(spacing(refresh(0, 100), refresh(500, 600, { deviceId: 'd2' }))).toEqual([]);
  });
});
