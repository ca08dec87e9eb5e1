import { describe, expect, test } from 'vitest';
import { withWitnesses } from '../../src/harness/witness/witness.js';
import { sequenceOf } from '../../src/report/sequence.js';
import type { TraceRecord } from '../../src/trace/record.js';
import { check, finding } from './run-results.js';

const request: TraceRecord = {
  kind: 'request',
  seq: 1,
  at: 100,
  exchange: 1,
  channel: 'rest',
  client: 'operator',
  what: 'relays.set',
  method: 'POST',
  path: '/svc/v1/devices/plant-1/relays/commands',
  deviceId: 'plant-1',
  operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
  idempotencyKey: 'key-123456',
  body: { outputs: [{ n: 0, do: 'ON' }] },
};
const reply = {
  kind: 'reply',
  seq: 2,
  at: 350,
  exchange: 1,
  channel: 'rest',
  status: 200,
  code: 'SUCCESS',
  data: { command: { commandId: 'cmd-1', status: 'failed', params: { relays: [] } } },
  body: { code: 'OK_DONE', data: { job: { uid: 'cmd-1', state: 'BROKEN', outputs: [] } } },
} as const;
const records: readonly TraceRecord[] = [request, reply];

const [found] = withWitnesses(
  check('relay/one', {
    verdict: 'fail',
    trace: records,
    findings: [
      finding('relay.effect', {
        expected: '{ command: { commandId: cmd-2, status: succeeded } }',
        actual: '200 SUCCESS; command.status was failed',
        exchanges: [1],
        paths: [{ path: 'command.commandId', expected: 'cmd-2', actual: 'cmd-1' }],
      }),
    ],
  }),
).findings;

describe('a witness as a sequence', () => {
  const sequence = sequenceOf(check('relay/one', { trace: records }), found!);

  test('says in a line what was asked of whom, and in whose name', () => {
    expect(sequence?.lines).toMatchObject([
      { at: 0, to: 250, who: 'operator REST', isBlamed: true, exchange: 1 },
    ]);
    expect(sequence?.lines[0]?.did).toBe('POST …/plant-1/relays/commands relay 1 on, key …123456');
    expect(sequence?.extent).toBe('1 of 1 in all');
  });

  test("has the target's own words, and those of the interface beside them", () => {
    const [line] = sequence?.lines ?? [];
    expect(line?.answer).toBe("200 OK_DONE (the interface's SUCCESS)");
    expect(line?.fields).toBe('{ job: { uid: "cmd-1" } } = { commandId: "cmd-1", status: "failed" }');
  });

  test('names the place of a wrong field as it is on the wire', () => {
    expect(found?.witness?.wrong).toEqual([
      { exchange: 1, pointer: '/data/job/uid', expected: 'cmd-2', actual: 'cmd-1' },
    ]);
  });
});
