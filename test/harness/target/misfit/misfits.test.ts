// What a misfit means: as long as nothing has fitted, the dialect is wrong; afterwards, the target is.
import { describe, expect, it } from 'vitest';
import type { Mismatch } from '../../../../src/dialect/dialect.js';
import { createMisfits, type MessageForm } from '../../../../src/harness/target/misfit/misfits.js';

const DATA = {};

function odd(pointer: string, more: Partial<Mismatch> = {}): Mismatch {
  return { pointer, expected: 'a string', actual: '7', declaredAt: 'lab.yaml:3:9', ...more };
}

const rulesOf = (found: readonly { readonly rule: string }[]): string[] => found.map(({ rule }) => rule);

describe('a form that nothing has fitted', () => {
  it('is a problem of the dialect, told once with its first place', () => {
    const misfits = createMisfits(false);
    for (const pointer of ['/data/config/baud', '/data/config/other'])
      expect(misfits.see('device configuration', [odd(pointer)], DATA)).toEqual([]);
    expect(misfits.ofDialect()).toEqual([
      { form: 'device configuration', mismatch: odd('/data/config/baud') },
    ]);
  });

  it('is the breach of any target, where there are no data at all', () => {
    const nothing = odd('/data', { actual: 'nothing' });
    const see = (form: MessageForm): string[] => rulesOf(createMisfits(false).see(form, [nothing], DATA));
    expect(see('list of device profiles')).toEqual(['devices.profiles']);
    expect(see('ticket')).toEqual(['ws.ticket-issued']);
    // The interface does not say what an addition is answered with.
    expect(see('added device')).toEqual([]);
  });

  it('is the breach of a target that is said to be as the interface is written, from the first on', () => {
    const misfits = createMisfits(true);
    expect(rulesOf(misfits.see('device configuration', [odd('/data/config')], DATA))).toEqual([
      'devices.config-read',
    ]);
    expect(misfits.ofDialect()).toEqual([]);
    misfits.renounce();
    expect(misfits.see('device configuration', [odd('/data/config')], DATA)).toEqual([]);
  });

  it.each<[MessageForm, Mismatch, string]>([
    ['device list', odd('/data/devices', { actual: 'nothing' }), 'devices.list'],
    ['device list', odd('/data/devices', { actual: 'null' }), 'devices.list'],
    ['access token', odd('/data/scopes'), 'auth.token-shape'],
    ['command', odd('/data/command/params', { actual: '[]' }), 'commands.shape'],
    ['command', odd('/data/command', { actual: 'nothing' }), 'commands.shape'],
    ['command', odd('/data/command/status', { actual: '"timed_out"' }), 'rs485.timeout'],
  ])('is a breach all the same where the interface itself says it: %s', (form, mismatch, rule) => {
    expect(rulesOf(createMisfits(false).see(form, [mismatch], DATA))).toEqual([rule]);
  });
});

describe('a form that something has fitted', () => {
  const fitted = (form: MessageForm): ReturnType<typeof createMisfits> => {
    const misfits = createMisfits(false);
    misfits.see(form, [], DATA);
    return misfits;
  };

  it.each<[MessageForm, string, string]>([
    ['device list', '/data/devices/0/deviceId', 'devices.list'],
    ['list of device profiles', '/data/profiles/0', 'devices.profiles'],
    ['added device', '/data/device', 'devices.add'],
    ['ticket', '/data/ticket', 'ws.ticket-issued'],
    ['command', '/data/command/commandId', 'commands.shape'],
    ['event device.state.changed', '/data/peripherals/relays', 'events.peripherals'],
    ['event device.state.changed', '/data/changes/0/index', 'events.changes'],
    ['event device.power.lost', '/data/deviceId', 'events.power-lost'],
  ])('%s: what does not fit at %s breaks %s', (form, pointer, rule) => {
    const misfits = fitted(form);
    expect(rulesOf(misfits.see(form, [odd(pointer)], DATA))).toEqual([rule]);
    // Another form may still be wrong in the dialect.
    expect(misfits.see('device configuration', [odd('/data')], DATA)).toEqual([]);
  });

  it('has a rule for each channel, and for the result of each operation', () => {
    const state = fitted('device state');
    const at = [odd('/data/device/peripherals')];
    expect(rulesOf(state.see('device state', at, DATA))).toEqual(['devices.refresh-covers-all']);
    const overSocket = fitted('device state over WebSocket');
    expect(rulesOf(overSocket.see('device state over WebSocket', at, DATA))).toEqual(['ws.state-get']);
    const data = { command: { operation: 'device.rs485.transceive' } };
    const result = [odd('/data/command/result/data')];
    expect(rulesOf(fitted('command').see('command', result, data))).toEqual(['rs485.transceive']);
  });

  it('may still have words that the dialect lacks, and parts that nobody needs', () => {
    const misfits = fitted('command');
    const word = odd('/data/command/status', { expected: 'one of DONE, FAILED', actual: '"LATE"' });
    expect(misfits.see('command', [word], DATA)).toEqual([]);
    expect(misfits.see('command', [odd('/data/command/at', { optional: true })], DATA)).toEqual([]);
    expect(misfits.ofDialect().map(({ form }) => form)).toEqual(['command']);
    const notAWord = { ...word, actual: '{"a":1}' };
    expect(rulesOf(misfits.see('command', [notAWord], DATA))).toEqual(['commands.shape']);
  });

  it('has the names of events that the interface gives, and groups that the state of a device has had', () => {
    const gone = { actual: 'nothing', declaredAt: 'dialect.yaml:26:3' };
    const event = 'event device.state.changed';
    const misfits = createMisfits(false, {
      places: new Set(['dialect.yaml:26:3']),
      named: new Set(),
      names: new Set(),
    });
    expect(rulesOf(misfits.see(event, [odd('/data/changes', { actual: 'nothing' })], DATA))).toEqual([
      'events.changes',
    ]);
    const group = odd('/data/peripherals/loops', gone);
    expect(misfits.see(event, [group], DATA)).toEqual([]);
    misfits.see('device state', [], DATA);
    expect(rulesOf(misfits.see(event, [group], DATA))).toEqual(['events.peripherals']);
    const other = odd('/data/peripherals/loops', { ...gone, declaredAt: 'dialect.yaml:90:3' });
    expect(misfits.see(event, [other], DATA)).toEqual([]);
  });

  it('may stand otherwise around the groups over WebSocket, and not in them', () => {
    const groups = {
      places: new Set(['dialect.yaml:26:3']),
      named: new Set(['loops']),
      names: new Set<string>(),
    };
    const misfits = createMisfits(false, groups);
    misfits.see('device state', [], DATA);
    const form = 'device state over WebSocket';
    expect(misfits.see(form, [odd('/data/unit', { actual: 'nothing' })], DATA)).toEqual([]);
    const gone = odd('/data/loops', { actual: 'nothing', declaredAt: 'dialect.yaml:26:3' });
    expect(misfits.see(form, [gone], DATA)).toEqual([]);
    expect(rulesOf(misfits.see(form, [odd('/data/loops/0/mA')], DATA))).toEqual(['ws.state-get']);
  });

  it('is known, and counts as one that fits', () => {
    const misfits = fitted('ticket');
    misfits.see('device list', [odd('/data/devices/0')], DATA);
    expect([misfits.isKnown('ticket'), misfits.isKnown('device list')]).toEqual([true, false]);
    expect(misfits.count()).toEqual({ seen: 2, fitted: 1 });
  });
});
