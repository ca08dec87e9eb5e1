// Replies over WebSocket have their form and belong to a request.
import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../../src/trace/record.js';
import { heard, type Line, ok, refused } from './traces.js';

describe('a reply over WebSocket', () => {
  const ping = (body: object, what = 'session.ping'): Line => ({
    from: 0,
    to: 5,
    channel: 'ws',
    connection: 'w',
    what,
    body,
  });
  const stray = (frame: unknown, connection = 'w'): TraceEntry & { at: number } => ({
    at: 9,
    kind: 'stray',
    connection,
    text: JSON.stringify(frame),
    detail: '',
  });

  it('has its shape and the requestId of its request', () => {
    expect(heard([ping(ok())], /^ws/)).toEqual(['ws.reply-shape pass', 'ws.correlation pass']);
    expect(heard([ping({ ...ok(), type: 'answer' })], /^ws/)).toContain('ws.reply-shape fail');
    expect(heard([ping({ ...ok(), requestId: 'other' })], /^ws/)).toContain('ws.correlation fail');
  });

  it('must belong to a request on its connection', () => {
    expect(heard([ping(ok())], /correlation/, [stray({ type: 'reply', requestId: 'nobody' })])).toEqual([
      'ws.correlation fail',
    ]);
    expect(heard([], /correlation/, [stray({ type: 'reply', requestId: 'nobody' })])).toEqual([
      'ws.correlation fail',
    ]);
  });

  it('may be odd where a malformed frame was sent, may come twice, and may be something else altogether', () => {
    const raw = ping(refused('ODD'), 'raw');
    expect(heard([raw], /^ws/, [stray({ type: 'reply', requestId: null })])).toEqual([]);
    expect(
      heard([ping(ok())], /^ws/, [stray({ type: 'reply', requestId: 'r1', code: 'SUCCESS', message: 'OK' })]),
    ).not.toContain('ws.correlation fail');
    expect(heard([], /^ws/, [stray({ type: 'news' })])).toEqual([]);
  });

  it('has a code also where it answers a malformed frame', () => {
    const { code: _, ...rest } = refused('ODD') as Record<string, unknown>;
    expect(heard([ping({ type: 'reply', ...rest }, 'raw')], /^ws/)).toEqual(['ws.reply-shape fail']);
    expect(heard([ping({ ...rest, type: 'error' }, 'raw')], /^ws/)).toEqual([]);
  });

  it('that lacks its type is misshapen, also where it could not be taken for a reply', () => {
    expect(
      heard([ping(ok())], /shape/, [stray({ requestId: 'r1', code: 'SUCCESS', message: 'OK' })]),
    ).toEqual(['ws.reply-shape fail']);
  });
});
