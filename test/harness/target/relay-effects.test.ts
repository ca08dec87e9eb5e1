// What of relays was never seen in a whole run.
import { expect, it } from 'vitest';
import { createRelayEffects, type RelayEffects } from '../../../src/harness/target/relay-effects.js';
import type { CallOutcome } from '../../../src/harness/target/call.js';

const success = (data?: unknown): CallOutcome => ({
  kind: 'reply',
  reply: { code: 'SUCCESS', data, mismatches: [] } as unknown as Extract<
    CallOutcome,
    { kind: 'reply' }
  >['reply'],
});
const peripherals = (on: boolean | undefined) => ({
  relays: on === undefined ? [] : [{ index: 1, on }],
  digitalInputs: [],
  analogInputs: [],
  sensors: [],
});

function rig() {
  const effects = createRelayEffects();
  let now = 0;
  const times = () => ({ deviceId: 'bench-01', sentAt: ++now, answeredAt: ++now });
  return {
    effects,
    set: (action: 'on' | 'off' | 'jog') =>
      effects.note(
        {
          what: 'relays.set',
          operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action }] } },
          ...times(),
        },
        success(),
      ),
    read: (on: boolean | undefined) =>
      effects.note(
        { what: 'devices.read', ...times() },
        success({ device: { deviceId: 'bench-01' }, peripherals: peripherals(on) }),
      ),
    event: (kind: 'relay' | 'digitalInput', on: boolean) =>
      effects.heard({
        deviceId: 'bench-01',
        data: { deviceId: 'bench-01', changes: [{ kind, index: 1 }], peripherals: peripherals(on) },
      }),
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

const seenBy = (effects: RelayEffects) => effects.neverSeen()?.what;

it('no change, where no state and no event shows one while a connection is open', () => {
  const { effects, ...acts } = rig();
  effects.connections(1);
  switchedFourTimes({ effects, ...acts }, () => false);
  expect(effects.neverSeen()).toEqual({ what: 'change', tries: 4, devices: 1, watched: 4 });
});

it('nothing for certain, where states show no change and nobody listened: they may be stale', () => {
  const { effects, ...acts } = rig();
  switchedFourTimes({ effects, ...acts }, () => false);
  expect(seenBy(effects)).toBeUndefined();
});

it('nothing, where an event names a relay, though each state is stale', () => {
  const { effects, ...acts } = rig();
  effects.connections(1);
  switchedFourTimes({ effects, ...acts }, () => false);
  acts.event('relay', true);
  expect(seenBy(effects)).toBeUndefined();
});

it('no event, where states show changes and only inputs are named', () => {
  const { effects, ...acts } = rig();
  effects.connections(1);
  switchedFourTimes({ effects, ...acts }, (on) => on);
  acts.event('digitalInput', false);
  expect(seenBy(effects)).toBe('event');
});

it('no relay in any state, whoever listened', () => {
  const { effects, ...acts } = rig();
  switchedFourTimes({ effects, ...acts }, () => undefined);
  expect(seenBy(effects)).toBe('state');
});

it('nothing, where a read was sent before the command was answered, or a relay jogs', () => {
  const { effects, read, set } = rig();
  effects.connections(1);
  read(false);
  for (let times = 0; times < 6; times++) {
    set('jog');
    read(false);
  }
  expect(seenBy(effects)).toBeUndefined();
});
