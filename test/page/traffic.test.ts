// What the page makes of the records of the journal, without a browser.
import { describe, expect, it } from 'vitest';
import { EVERYTHING, passes, entryTitle, entryTone } from '../../src/page/live/traffic/filter.js';
import { curlOf, scenarioOf, stepOf } from '../../src/page/live/traffic/copied-text.js';
import { barOf, trafficLanes } from '../../src/page/live/traffic/lanes.js';
import { createRateMeter } from '../../src/page/live/store/store.js';
import {
  type ExchangeEntry,
  type TrafficEntry,
  createTrafficLog,
  filledLog,
} from '../../src/page/live/store/traffic-log.js';
import { createSseReader } from '../../src/page/shared/stream.js';
import { durationWords } from '../../src/page/shared/words.js';
import { parseScenario } from '../../src/harness/scenario/parse-scenario.js';
import type { JournalRecord } from '../../src/simulator/control/replies.js';

const SET: JournalRecord = {
  kind: 'request',
  seq: 1,
  at: 1000,
  exchange: 1,
  channel: 'rest',
  what: 'relays.set',
  client: 'operator',
  deviceId: 'bench-01',
  method: 'POST',
  path: '/svc/v1/devices/bench-01/relays/commands',
  idempotencyKey: "it's one",
  operation: { name: 'device.relay.set', params: { relays: [{ index: 2, action: 'on' }] } },
};
const DONE: JournalRecord = {
  kind: 'reply',
  seq: 2,
  at: 1250,
  exchange: 1,
  channel: 'rest',
  what: 'relays.set',
  code: 'SUCCESS',
  took: 250,
};
const CLOSES: JournalRecord = { kind: 'physical', seq: 3, at: 1200, deviceId: 'bench-01', act: 'relay' };

function logOf(...records: JournalRecord[]) {
  const log = createTrafficLog();
  log.add(records, records.at(-1)?.seq ?? 0);
  return log;
}

const exchange = (): ExchangeEntry => {
  const [entry] = logOf(SET, DONE).entries();
  if (entry?.kind !== 'exchange') throw new Error('an exchange is one entry');
  return entry;
};

describe('the log of the traffic', () => {
  it('makes one entry of a request and its answer, and takes no record twice', () => {
    const log = logOf(SET, DONE);
    log.add([DONE, CLOSES], 8);
    expect(log.entries().map(({ kind }) => kind)).toEqual(['exchange', 'mark', 'gap']);
    expect(log.entries().at(-1)).toMatchObject({ missing: 5 });
    expect(exchange().reply?.code).toBe('SUCCESS');
  });

  it('says where records are missing, before and after those that came, and nothing at the beginning', () => {
    const log = logOf({ ...CLOSES, seq: 100 });
    log.add([{ ...CLOSES, seq: 103 }], 110);
    log.add([{ ...CLOSES, seq: 111 }], 111);
    const told = log
      .entries()
      .map((entry) => (entry.kind === 'gap' ? `${entry.missing} missing` : entry.seq));
    expect(told).toEqual([100, '2 missing', 103, '7 missing', 111]);
  });

  it('takes what the journal has of a gap, and says what is missing still, and what is gone', () => {
    const log = logOf(SET);
    log.add([{ ...CLOSES, seq: 20 }], 20);
    const [, gap] = log.entries();
    if (gap?.kind !== 'gap') throw new Error('18 records are missing');
    const told = (entries: readonly TrafficEntry[]) =>
      entries.map((each) =>
        each.kind === 'gap' ? `${each.missing} ${each.isGone ? 'gone' : 'left'}` : each.seq,
      );
    const ask: JournalRecord = { ...SET, seq: 6, exchange: 2 };
    log.fill(gap, [{ ...CLOSES, seq: 4 }, { ...DONE, seq: 5 }, ask, { ...CLOSES, seq: 25 }]);
    expect(told(log.entries())).toEqual([1, '2 gone', 4, 6, '13 left', 20]);
    expect(log.entries()[0]).toMatchObject({ isCut: false, reply: { code: 'SUCCESS' } });
    expect(log.entries()[3]).toMatchObject({ isCut: true });
    log.add([{ ...DONE, seq: 21, exchange: 2 }], 21);
    expect(log.entries()[3]).toMatchObject({ isCut: false, reply: { code: 'SUCCESS' } });
    expect(told(filledLog(logOf(SET).entries(), gap, []))).toEqual([1]);
    const again = logOf(SET);
    again.add([], 20);
    again.fill(gap, []);
    expect(told(again.entries())).toEqual([1, '19 left']);
  });

  it('does not show as under way what may have been answered in a gap, until the answer comes', () => {
    const log = logOf(SET);
    log.add([], 50);
    const [cut] = log.entries();
    expect(cut && [entryTone(cut), entryTitle(cut)]).toEqual(['unknown', 'device.relay.set answer left out']);
    expect(cut && passes(cut, { ...EVERYTHING, code: 'refused' })).toBe(false);
    const lanes = trafficLanes(log.entries(), { from: 0, to: 9000, now: 9000 });
    expect(lanes[0]?.marks[0]).toMatchObject({ from: 1000, to: 1000 });
    log.add([{ ...DONE, seq: 51 }], 51);
    expect(log.entries()[0]).toMatchObject({ isCut: false, reply: { code: 'SUCCESS' } });
  });

  it('drops the oldest beyond its limit, and still finds the answers of the others', () => {
    const log = createTrafficLog();
    const ask = (at: number): JournalRecord => ({ ...SET, seq: at, exchange: at });
    log.add(
      Array.from({ length: 30_000 }, (_, at) => ask(at + 1)),
      30_000,
    );
    log.add([{ ...DONE, seq: 30_001, exchange: 30_000 }], 30_001);
    expect(log.entries()).toHaveLength(20_000);
    expect(log.entries().at(-1)).toMatchObject({ reply: { code: 'SUCCESS' } });
  });

  it('sorts into lanes what falls into the time that is shown', () => {
    const lanes = trafficLanes(logOf(SET, DONE, CLOSES).entries(), { from: 1100, to: 2000, now: 2000 });
    expect(lanes.map(({ name, marks }) => [name, marks.length])).toEqual([
      ['REST', 1],
      ['Physical world', 1],
      ['Faults', 0],
    ]);
    expect(lanes[0]?.marks[0]).toMatchObject({ from: 1000, to: 1250, tone: 'good' });
  });

  it('draws each bar inside of its lane, also of what has begun at the last moment', () => {
    const area = { left: 100, right: 900, x: (at: number) => 100 + at * 8 };
    const bar = (from: number, to: number) =>
      Object.values(barOf({ from, to, tone: 'good', title: '', seq: 1 }, area));
    expect(bar(100, 100)).toEqual([897, 900]);
    expect(bar(200, 300)).toEqual([897, 900]);
    expect(bar(-50, 50)).toEqual([100, 500]);
  });

  it('filters by device, client, code and kind', () => {
    const all = { text: '', client: '', code: '', kind: '' } as const;
    expect(passes(exchange(), { ...all, text: 'BENCH-01' })).toBe(true);
    expect(passes(exchange(), { ...all, text: 'bench-02' })).toBe(false);
    expect(passes(exchange(), { ...all, code: 'refused' })).toBe(false);
    expect(passes(exchange(), { ...all, client: 'reader' })).toBe(false);
    expect(passes(exchange(), { ...all, kind: 'ws' })).toBe(false);
  });
});

describe('what is copied', () => {
  it('is a scenario that conform reads, also of several exchanges', () => {
    const other: ExchangeEntry = {
      ...exchange(),
      request: {
        ...exchange().request,
        what: 'devices.read',
        operation: undefined as never,
        deviceId: 'bench-02',
      },
    };
    const text = scenarioOf([exchange(), other], () => undefined);
    const parsed = parseScenario(text, 'copied.yaml');
    expect(parsed.ok ? [] : parsed.problems).toEqual([]);
    expect(text).toContain('relays: [relay2]');
    expect(text).toContain('refresh: plant2');
  });

  it('is a step of the scenario language', () => {
    expect(stepOf(exchange(), undefined)).toBe(
      '- setRelays: plant\n  relays: { relay2: on }\n  client: operator\n  expect: SUCCESS\n',
    );
  });

  it('is a line for curl that a shell reads back unchanged, without the token', () => {
    const line = curlOf(
      exchange(),
      {
        exchange: 1,
        channel: 'rest',
        method: 'POST',
        path: '/svc/v1/x',
        headers: { authorization: '<redacted>', host: 'a', 'idempotency-key': "it's one" },
        sent: { relays: [] },
        returned: {},
      },
      { service: 'http://127.0.0.1:1' },
    );
    expect(line).toContain('-H "authorization: Bearer $TOKEN"');
    expect(line).toContain(`-H 'idempotency-key: it'\\''s one'`);
    expect(line).toContain(`--data-raw '{"relays":[]}'`);
    expect(line).toMatch(/^curl -i \\\n/);
    expect(line).not.toContain('host:');
  });
});

it('reads server-sent events however they are cut', () => {
  const read = createSseReader();
  const text = ': a comment\n\nevent: state\ndata: {"a":1}\n\nevent: records\ndata: {}\n\n';
  const all = [...text].flatMap((character) => read(character));
  expect(all).toEqual([
    { event: 'state', data: '{"a":1}' },
    { event: 'records', data: '{}' },
  ]);
});

it('measures rates over the last second, and begins anew with another stream', () => {
  const meter = createRateMeter();
  const counts = (requests: number) => ({ requests, rateLimited: 0, busy: 0, failed: 0, events: 0 });
  meter(counts(0), 0);
  expect(meter(counts(50), 1000).now.requests).toBe(50);
  expect(meter(counts(3), 1100).now.requests).toBe(0);
});

it('writes times without digits that say nothing', () => {
  expect([980, 2400, 120_000, 185_000, 3_600_000].map(durationWords)).toEqual([
    '980 ms',
    '2.4 s',
    '2 min',
    '3 min 5 s',
    '1 h 0 min',
  ]);
});
