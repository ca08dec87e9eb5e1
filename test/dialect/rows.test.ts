// Lists of the wire in which each place has a meaning of its own: `[1, "ON"]`.
import { describe, expect, it } from 'vitest';
import { changed, dialectOf, problemsOf } from './read-dialect.js';

const ROWS = `{
  relays: [[$relay.index, '$relay.on(ON|OFF)']],
  digitalInputs: [['in', $input.index, $input.active]],
  analogInputs: [[$analog.index, { reading: $analog.value }, $analog.unit?]],
  sensors: { $sensor.key: [$sensor.value, $sensor.unit?] }
}`;
const { peripherals } = dialectOf(changed('peripherals', ROWS)).shapes;
const STATE = {
  relays: [
    { index: 1, on: true },
    { index: 2, on: false },
  ],
  digitalInputs: [{ index: 1, active: true }],
  analogInputs: [
    { index: 1, value: 4.5, unit: 'mA' },
    { index: 2, value: 7 },
  ],
  sensors: [{ key: 'air', value: 21 }],
};
const WIRE = {
  relays: [
    [1, 'ON'],
    [2, 'OFF'],
  ],
  digitalInputs: [['in', 1, true]],
  analogInputs: [
    [1, { reading: 4.5 }, 'mA'],
    [2, { reading: 7 }, null],
  ],
  sensors: { air: [21, null] },
};

describe('a row of places', () => {
  it('is written and read by its places, with null for what has no value', () => {
    expect(peripherals.encode(STATE)).toEqual(WIRE);
    expect(JSON.parse(peripherals.write(STATE))).toEqual(WIRE);
    expect(peripherals.decode(WIRE)).toEqual({ ok: true, value: STATE });
  });

  it('may lack what is optional at its end, and may have more', () => {
    const analogInputs = [
      [1, { reading: 4.5 }, 'mA', 'new'],
      [2, { reading: 7 }],
    ];
    expect(peripherals.decode({ ...WIRE, analogInputs })).toEqual({ ok: true, value: STATE });
  });

  it.each([
    [[[1]], '/relays/0', 'an array of 2 or more'],
    [[{ 0: 1, 1: 'ON' }], '/relays/0', 'an array of 2 or more'],
    [[[1, 'on']], '/relays/0/1', 'one of ON, OFF'],
    [[['ON', 1]], '/relays/0/0', 'an index, counted from 1'],
  ])('is not %j', (relays, pointer, expected) => {
    const decoded = peripherals.decode({ ...WIRE, relays });
    expect(decoded).toMatchObject({ ok: false });
    expect(decoded.ok ? [] : decoded.mismatches).toContainEqual(
      expect.objectContaining({ pointer, expected }),
    );
  });

  it('carries operations, changes and fixed arrays', () => {
    const text = changed('relayParams', "{ relays: [[$relay.index, '$relay.action(ON|OFF|PULSE)']] }");
    const { relayParams } = dialectOf(text).shapes;
    expect(relayParams.encode({ relays: [{ index: 3, action: 'jog' }] })).toEqual({
      relays: [[3, 'PULSE']],
    });
    const changes =
      '{ deviceId: $deviceId, changes: [[$change.kind, $change.index]], peripherals: $peripherals }';
    const { stateChanged } = dialectOf(changed('stateChanged', changes)).shapes;
    const peripheralsNow = { relays: [], digitalInputs: [], analogInputs: [], sensors: [] };
    const value = {
      deviceId: 'd',
      changes: [{ kind: 'relay' as const, index: 2 }],
      peripherals: peripheralsNow,
    };
    expect(stateChanged.encode(value)).toMatchObject({ changes: [['relay', 2]] });
    expect(stateChanged.decode(stateChanged.encode(value))).toEqual({ ok: true, value });
  });

  it('is no list of several elements, of which one would do', () => {
    const twice = '{ relays: [{ index: 1, action: $relay.action }, { index: 2, action: $relay.action }] }';
    expect(problemsOf('relayParams', twice).join('\n')).toContain(
      'a list shows one element, which stands for each; this one shows 2',
    );
  });

  it('says what is missing in it', () => {
    expect(problemsOf('relayParams', '{ relays: [[$relay.index, ON]] }')).toEqual([
      expect.stringContaining('does not show $relay.action'),
    ]);
  });
});
