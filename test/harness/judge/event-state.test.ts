// What an event of a changed state names, against the state that it shows.
import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../../src/trace/record.js';
import { hear, type Line, ok, traceOf } from './traces.js';

type Timed = TraceEntry & { readonly at: number };

const opened: Timed = { at: 0, kind: 'connection', connection: 'w', state: 'open' };
/** `on` are the relays that are on, of three; input 1 never changes. */
const event = (at: number, changes: readonly number[], on: readonly number[], more: object = {}): Timed => ({
  at,
  kind: 'event',
  connection: 'w',
  topic: 'device.state.changed',
  deviceId: 'd1',
  data: {
    deviceId: 'd1',
    changes: changes.map((index) => ({ kind: 'relay', index })),
    peripherals: {
      relays: [1, 2, 3].map((index) => ({ index, on: on.includes(index) })),
      digitalInputs: [{ index: 1, active: false }],
      analogInputs: [],
      sensors: [],
    },
  },
  ...more,
});
const notice = (at: number, topic: string): Timed => ({
  at,
  kind: 'event',
  connection: 'w',
  topic,
  deviceId: 'd1',
});
const ping = (at: number): Line => ({
  from: at - 1,
  to: at,
  what: 'session.ping',
  channel: 'ws',
  connection: 'w',
  body: ok(),
});

const RULES = /^events/;
const heard = (more: readonly Timed[], lines: readonly Line[] = [ping(60_000)]): readonly string[] =>
  hear(traceOf(lines, [opened, ...more]), RULES).verdicts;

const RIGHT = ['events.changes pass', 'events.peripherals pass'];

describe('an event of a changed state', () => {
  it('names a channel, which its state shows', () => {
    expect(heard([event(10_000, [1], [1])])).toEqual(RIGHT);
    expect(heard([event(10_000, [], [1])])).toEqual(['events.changes fail']);
    expect(heard([event(10_000, [1, 7], [1])])).toContain('events.peripherals fail');
  });

  it('is not judged where it does not fit the dialect', () => {
    expect(heard([event(10_000, [], [1], { mismatches: ['odd'] })])).toEqual([]);
    expect(heard([event(10_000, [], [1], { data: { changes: [] } })])).toEqual([]);
  });
});

describe('a channel that differs between two events', () => {
  const unnamed = [event(10_000, [1], [1]), event(20_000, [2], [1, 2, 3])];

  it('is named in one of them', () => {
    expect(heard([event(10_000, [1], [1]), event(20_000, [2, 3], [1, 2, 3])])).toEqual(RIGHT);
    expect(heard(unnamed)).toContain('events.changes fail');
  });

  it('may be named in an event of its own, that comes earlier or later', () => {
    expect(heard([...unnamed, event(23_000, [3], [1, 2, 3])])).toEqual(RIGHT);
    expect(heard([event(9000, [3], [1, 2, 3]), ...unnamed])).toEqual(RIGHT);
  });

  it('may be that of an event that came twice, or too late', () => {
    const [first, last] = [event(10_000, [1], [1]), event(20_000, [2], [1, 2])];
    expect(heard([first, last, { ...first, at: 30_000 }, { ...last, at: 40_000 }])).toEqual(RIGHT);
  });

  it('proves nothing while an event about it may be on its way', () => {
    expect(heard(unnamed, [ping(24_000)])).toEqual(RIGHT);
    expect(heard([event(4000, [1], [1]), event(20_000, [2], [1, 2, 3])])).toEqual(RIGHT);
  });

  it('proves nothing across a broken connection', () => {
    const other = event(20_000, [2], [1, 2, 3], { connection: 'v' });
    const reopened: Timed = { at: 12_000, kind: 'connection', connection: 'v', state: 'open' };
    expect(heard([event(10_000, [1], [1]), reopened, other])).toEqual(RIGHT);
  });

  it('proves nothing when the device was away, without power, or was replaced', () => {
    expect(heard([...unnamed, notice(15_000, 'device.power.lost')])).toEqual(RIGHT);
    expect(heard([...unnamed, notice(15_000, 'device.connection.offline')])).toEqual(RIGHT);
    const added: Line = { from: 14_000, to: 14_100, what: 'devices.add', body: ok() };
    expect(heard(unnamed, [added, ping(60_000)])).toEqual(RIGHT);
  });

  it('proves nothing when an event could not be read', () => {
    expect(heard([...unnamed, event(22_000, [3], [], { mismatches: ['odd'] })])).toEqual(RIGHT);
  });
});
