// Whether anything was seen of a server at all.
import { describe, expect, test } from 'vitest';
import { hasSuccess } from '../../src/probe/neighbours.js';
import type { TraceRecord } from '../../src/trace/record.js';

const ending = (kind: 'reply' | 'broken', code?: string): TraceRecord =>
  ({ seq: 1, at: 0, kind, exchange: 0, code }) as unknown as TraceRecord;

describe('a server of which', () => {
  test('no reply came whole, or none was a success, has shown nothing', () => {
    expect(hasSuccess([])).toBe(false);
    expect(hasSuccess([[ending('broken')], [ending('reply', 'RATE_LIMITED'), ending('reply')]])).toBe(false);
  });

  test('one request was granted has shown something', () => {
    expect(hasSuccess([[ending('broken')], [ending('reply', 'SUCCESS')]])).toBe(true);
  });
});
