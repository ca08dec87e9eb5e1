// What of relays was never seen in a whole run, by the traces of its checks.
import { describe, expect, it } from 'vitest';
import type { RelayAction } from '../../../../src/contract/operations.js';
import type { NeverSeen } from '../../../../src/harness/run/causes/cause.js';
import { neverSeenIn } from '../../../../src/harness/run/causes/relays.js';
import type { TraceEntry, TraceRecord } from '../../../../src/trace/record.js';

type Relays = readonly (boolean | undefined)[];

/** A trace of one device, whose relays from 1 on are given in order; an absent one is undefined. */
function rig() {
  const records: TraceRecord[] = [];
  let at = 0;
  let exchange = 0;
  const note = (entry: TraceEntry): void => {
    at += 10;
    records.push({ ...entry, seq: records.length, at });
  };
  const peripherals = (relays: Relays) => ({
    relays: relays.flatMap((on, before) => (on === undefined ? [] : [{ index: before + 1, on }])),
    digitalInputs: [],
    analogInputs: [],
    sensors: [],
  });
  const ask = (request: Partial<TraceEntry>, data: unknown, before = (): void => undefined): void => {
    const common = { exchange: ++exchange, channel: 'rest' } as const;
    note({ kind: 'request', client: 'op', deviceId: 'bench-01', ...common, ...request } as TraceEntry);
    before();
    note({ kind: 'reply', code: 'SUCCESS', status: 200, data, ...common });
  };
  const set = (action: RelayAction, relays: readonly number[] = [1], before?: () => void): void => {
    const operation = {
      name: 'device.relay.set',
      params: { relays: relays.map((index) => ({ index, action })) },
    } as const;
    const command = { commandId: `c${exchange}`, operation: operation.name, status: 'succeeded' };
    ask({ what: 'relays.set', operation }, { command }, before);
  };
  const read = (...relays: Relays): void =>
    ask({ what: 'devices.read' }, { device: { deviceId: 'bench-01' }, peripherals: peripherals(relays) });
  const event = (kind: 'relay' | 'digitalInput', ...relays: Relays): void =>
    note({
      kind: 'event',
      connection: 'c',
      topic: 'device.state.changed',
      eventId: `e${at}`,
      deviceId: 'bench-01',
      data: { deviceId: 'bench-01', changes: [{ kind, index: 1 }], peripherals: peripherals(relays) },
    });
  return {
    connect: (): void => note({ kind: 'connection', connection: 'c', client: 'op', state: 'open' }),
    set,
    read,
    event,
    seen: (): NeverSeen | undefined => neverSeenIn([records]),
  };
}
type Rig = ReturnType<typeof rig>;

/** Four changes of a relay that a state always shows like this. */
function switchedFourTimes({ set, read }: Rig, shown: (on: boolean) => boolean | undefined): void {
  read(shown(false));
  for (const on of [true, false, true, false, true, false, true, false]) {
    set(on ? 'on' : 'off');
    read(shown(on));
  }
}

it('no change, where no state and no event shows one while a connection is open', () => {
  const acts = rig();
  acts.connect();
  switchedFourTimes(acts, () => false);
  expect(acts.seen()).toEqual({ what: 'change', tries: 4, devices: 1, watched: 4 });
});

it('nothing for certain, where states show no change and nobody listened: they may be stale', () => {
  const acts = rig();
  switchedFourTimes(acts, () => false);
  expect(acts.seen()).toBeUndefined();
});

it('nothing, where an event names a relay, though each state is stale', () => {
  const acts = rig();
  acts.connect();
  switchedFourTimes(acts, () => false);
  acts.event('relay', true);
  expect(acts.seen()).toBeUndefined();
});

it('no event, where states show changes and only inputs are named', () => {
  const acts = rig();
  acts.connect();
  switchedFourTimes(acts, (on) => on);
  acts.event('digitalInput', false);
  expect(acts.seen()?.what).toBe('event');
});

it('no relay in any state, whoever listened', () => {
  const acts = rig();
  switchedFourTimes(acts, () => undefined);
  expect(acts.seen()?.what).toBe('state');
});

it('nothing, where a relay jogs', () => {
  const acts = rig();
  acts.connect();
  acts.read(false);
  for (let times = 0; times < 6; times++) {
    acts.set('jog');
    acts.read(false);
  }
  expect(acts.seen()).toBeUndefined();
});

it('nothing, where each read was sent before the command was answered', () => {
  const acts = rig();
  acts.connect();
  acts.read(false);
  for (let times = 0; times < 6; times++) acts.set('on', [1], () => acts.read(false));
  expect(acts.seen()).toBeUndefined();
});

describe('a command for one relay', () => {
  /** Switches relay 1 on, of three that are off, and reads them afterwards; so many times. */
  const switched = ({ read, set }: Rig, times: number, ...shown: Relays): void => {
    for (let at = 0; at < times; at++) {
      read(false, false, false);
      set('on');
      read(...shown);
    }
  };

  it('switches others where they changed in its place each time', () => {
    const acts = rig();
    switched(acts, 5, false, true, false);
    expect(acts.seen()?.what).not.toBe('named');
    switched(acts, 1, false, true, false);
    expect(acts.seen()?.what).toBe('named');
  });

  it('does not where the named one has changed more often than by chance', () => {
    const acts = rig();
    switched(acts, 40, false, true, false);
    switched(acts, 3, true, false, false);
    expect(acts.seen()?.what).toBe('named');
    switched(acts, 1, true, false, false);
    expect(acts.seen()).toBeUndefined();
  });

  it('is not told from another where it is for several, or where both have changed', () => {
    const acts = rig();
    for (let at = 0; at < 20; at++) {
      acts.read(false, false, false);
      acts.set('on', [1, 2]);
      acts.read(false, false, true);
    }
    switched(acts, 20, true, true, false);
    expect(acts.seen()).toBeUndefined();
  });

  it('is seen in an event that names it, once for each command, whatever the state shows', () => {
    const acts = rig();
    const elsewhere = 40;
    switched(acts, elsewhere, false, true, false);
    for (let at = 0; at < 4; at++) {
      expect(acts.seen()?.what).toBe('named');
      acts.read(false, false, false);
      acts.set('on');
      for (let copy = 0; copy < 2; copy++) acts.event('relay', true, false, false);
      acts.read(false, true, false);
    }
    expect(acts.seen()).toBeUndefined();
  });
});
