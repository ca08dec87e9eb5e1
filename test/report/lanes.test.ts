import { describe, expect, test } from 'vitest';
import { reportLanes } from '../../src/report/html/timeline.js';
import type { CheckResult } from '../../src/harness/verdict/verdict.js';
import type { TraceEntry } from '../../src/trace/record.js';

function checkOf(entries: readonly TraceEntry[]): CheckResult {
  const trace = entries.map((entry, at) => ({ seq: at + 1, at: at * 100, ...entry }));
  const base = { id: 'day/calm', title: 'T', area: 'days', rules: [], findings: [], attempts: 1 };
  return { ...base, verdict: 'pass', startedAt: 0, endedAt: 1000, trace };
}

describe('the lanes of a journal', () => {
  test('show an event on each connection that it went to, and none for the service as a whole', () => {
    const lanes = reportLanes(
      checkOf([
        { kind: 'connection', connection: 'ws-1', state: 'open' },
        { kind: 'connection', connection: 'ws-2', state: 'open' },
        { kind: 'event', connection: '*', to: ['ws-1', 'ws-2'], topic: 'device.state.changed' },
        { kind: 'event', connection: '*', to: ['ws-2'], topic: 'device.power.lost' },
        { kind: 'connection', connection: 'none', state: 'refused', status: 401 },
      ]),
    );
    expect(lanes.map(({ name, marks }) => [name, marks.map(({ label }) => label)])).toEqual([
      ['WebSocket ws-1', ['open', 'state.changed']],
      ['WebSocket ws-2', ['open', 'state.changed', 'power.lost']],
      ['WebSocket refused', ['refused']],
    ]);
  });
});
