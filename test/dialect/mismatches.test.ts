// What is said of data that are not what the dialect says: where they are, what was expected, what came.
import { describe, expect, it } from 'vitest';
import { type Decoded, withDeviceGroups } from '../../src/dialect/dialect.js';
import { changed, dialectOf, textOf } from './read-dialect.js';

const { shapes, command, executeRequest } = dialectOf(textOf('default'));
const scrambled = dialectOf(textOf('scrambled'));

/** `pointer: expected, not actual`, one line a mismatch. */
function diagnostics(decoded: Decoded<unknown>): string[] {
  if (decoded.ok) return [];
  return decoded.mismatches.map(({ pointer, expected, actual }) => `${pointer}: ${expected}, not ${actual}`);
}

const EMPTY = { relays: [], digitalInputs: [], analogInputs: [], sensors: [] };

describe('what a device may have none of', () => {
  it.each([{}, { relays: null, sensors: null }, { relays: [], digitalInputs: null }])(
    'is none where it is absent or null, and the device is not known to have some: %j',
    (wire) => {
      const decoded = shapes.peripherals.decode(wire);
      expect(withDeviceGroups(decoded, () => false)).toMatchObject({ ok: false, bearable: EMPTY });
      const known = withDeviceGroups(decoded, (group) => group === 'sensors');
      expect(known).not.toHaveProperty('bearable');
      expect(known.ok ? [] : known.mismatches.filter(({ optional }) => !optional)).toMatchObject([
        { pointer: '/sensors', expected: 'an array' },
      ]);
    },
  );

  it('is the baud rate, too, and what lies deeper or under keys', () => {
    const dialect = dialectOf(
      changed('deviceConfig', '{ jogs: { "$relay.index": $relay.jogDuration }, line: { speed: $baudRate } }'),
    );
    for (const wire of [{}, { jogs: null, line: null }, { line: {} }])
      expect(dialect.shapes.deviceConfig.decode(wire)).toMatchObject({ ok: false, bearable: { relays: [] } });
    const fast = dialect.shapes.deviceConfig.decode({ jogs: {}, line: { speed: 'fast' } });
    expect(diagnostics(fast)).toHaveLength(1);
  });

  it('is none of the lists that the interface names', () => {
    expect(diagnostics(shapes.deviceList.decode({}))).toEqual(['/devices: an array, not nothing']);
  });
});

describe('a channel that is listed twice', () => {
  const relays = (...states: boolean[]) => ({ ...EMPTY, relays: states.map((on) => ({ index: 2, on })) });

  it('fits where both say the same, and not where they contradict each other', () => {
    expect(shapes.peripherals.decode(relays(true, true)).ok).toBe(true);
    expect(diagnostics(shapes.peripherals.decode(relays(true, false)))).toEqual([
      expect.stringMatching(/^\/relays\/1: one state of relay 2, not /),
    ]);
    const sensors = [1, 2].map((value) => ({ sensorId: 'temp', value }));
    expect(diagnostics(shapes.peripherals.decode({ ...EMPTY, sensors }))).toEqual([
      expect.stringMatching(/^\/sensors\/1: one state of sensor temp, not /),
    ]);
  });

  it('does not fit under a key either', () => {
    const form = [
      'relays: { "$relay.on(on|off)": [$relay.index] }',
      'di: [{ i: $input.index, on: $input.active }]',
      'ai: [{ i: $analog.index, is: $analog.value }]',
      'se: [{ k: $sensor.key, is: $sensor.value }]',
    ].join(', ');
    const { decode } = dialectOf(changed('peripherals', `{ ${form} }`)).shapes.peripherals;
    const others = { di: [], ai: [], se: [] };
    expect(decode({ ...others, relays: { on: [1], off: [2] } }).ok).toBe(true);
    expect(diagnostics(decode({ ...others, relays: { on: [1, 2], off: [2] } }))).toHaveLength(1);
  });
});

describe('a mismatch', () => {
  it('names the place in the data, also where its keys have slashes, and the place in the dialect', () => {
    const dialect = dialectOf(changed('device', '{ "a/b": { "m~n": $deviceId } }'));
    expect(dialect.shapes.device.decode({ 'a/b': { 'm~n': 7 } }, '/data/device')).toEqual({
      ok: false,
      mismatches: [
        {
          pointer: '/data/device/a~1b/m~0n',
          expected: 'a string',
          actual: '7',
          declaredAt: expect.stringMatching(/^dialect\.yaml:\d+:27$/) as string,
        },
      ],
    });
  });

  it('of a part that may be absent leaves the rest of use', () => {
    const wire = { deviceId: 'd', name: 7, connection: 'gone' };
    const decoded = shapes.device.decode(wire);
    expect(diagnostics(decoded)).toHaveLength(2);
    expect(decoded).toMatchObject({ ok: false, bearable: { deviceId: 'd' } });
    expect(decoded.ok ? [] : decoded.mismatches.map(({ optional }) => optional)).toEqual([true, true]);
    expect(shapes.device.decode({ ...wire, deviceId: 7 })).not.toHaveProperty('bearable');
  });

  it('of a command may be borne, but not in what was asked for or came of it', () => {
    const whole = {
      commandId: 'c',
      operation: 'device.rs485.transceive',
      params: { data: '01' },
      status: 'SUCCEEDED',
      result: { data: '02' },
      createdAt: false,
    };
    expect(command.decode(whole)).toMatchObject({ ok: false, bearable: { commandId: 'c' } });
    expect(command.decode({ ...whole, params: { data: 5 } })).not.toHaveProperty('bearable');
    expect(command.decode({ ...whole, result: { data: 5 } })).not.toHaveProperty('bearable');
  });

  it('is reported for every part that does not fit', () => {
    const wire = {
      relays: [{ index: 1, on: 'yes' }, 5, { index: 0, on: true }],
      digitalInputs: {},
      analogInputs: [{ index: 1.5, value: '2', unit: 3 }],
    };
    expect(diagnostics(shapes.peripherals.decode(wire))).toEqual([
      '/relays/0/on: true or false, not "yes"',
      '/relays/1: an object, not 5',
      '/relays/2/index: an index, counted from 1, not 0',
      '/digitalInputs: an array, not {}',
      '/analogInputs/0/index: an index, counted from 1, not 1.5',
      '/analogInputs/0/value: a number, not "2"',
      '/analogInputs/0/unit: a string, not 3',
      '/sensors: an array, not nothing',
    ]);
  });

  it.each([
    ['device', { deviceId: 'd', connection: 'gone' }, '/connection: one of online, offline, not "gone"'],
    ['device', null, ': an object, not null'],
    ['device', [], ': an object, not []'],
    ['device', undefined, ': an object, not nothing'],
    ['device', { deviceId: null }, '/deviceId: a string, not null'],
    ['transceiveResult', { data: '0g' }, '/data: bytes in hex, not "0g"'],
    ['transceiveResult', { data: '012' }, '/data: bytes in hex, not "012"'],
    ['jogBody', { durationMs: -1 }, '/durationMs: a duration in milliseconds, not -1'],
    ['wsRequest', { type: 'event', topic: 't', requestId: 'r' }, '/type: "request", not "event"'],
    ['wsEvent', { type: 'event', topic: 't' }, '/data: some value, not nothing'],
    [
      'wsEvent',
      { type: 'event', topic: 't', data: 1, occurredAt: '2026-01-31 12:00' },
      '/occurredAt: a moment such as 2026-01-31T12:00:00.000Z, not "2026-01-31 12:00"',
    ],
    [
      'wsEvent',
      { type: 'event', topic: 't', data: 1, occurredAt: '2026-13-31T12:00:00Z' },
      '/occurredAt: a moment such as 2026-01-31T12:00:00.000Z, not "2026-13-31T12:00:00Z"',
    ],
    ['singleRelayBody', { action: 'ON' }, '/action: one of on, off, jog, not "ON"'],
  ] as const)('says of %s %j: %s', (shape, wire, diagnostic) => {
    expect(diagnostics(shapes[shape].decode(wire))).toEqual([diagnostic]);
  });

  it('shortens what came', () => {
    const [diagnostic = ''] = diagnostics(shapes.baudRateParams.decode({ baudRate: 'x'.repeat(1000) }));
    expect(diagnostic).toMatch(/^\/baudRate: a number, not "x{58}…$/);
  });

  it('is reported where the wire has what the interface does not allow', () => {
    expect(diagnostics(shapes.baudRateParams.decode({ baudRate: 0 }, '/params'))).toEqual([
      '/params/baudRate: number to be >0, not 0',
    ]);
    expect(diagnostics(shapes.relayParams.decode({ relays: [] }))).toEqual([
      '/relays: array to have >=1 items, not []',
    ]);
    expect(diagnostics(shapes.deviceDetail.decode({ device: { deviceId: '', peripherals: EMPTY } }))).toEqual(
      ['/device/deviceId: string to have >=1 characters, not ""'],
    );
  });

  it('of a range points into lists, keyed objects and shapes within shapes', () => {
    const profiles = [{ profileId: 'a' }, { profileId: 'b', relays: 1.5 }];
    expect(diagnostics(shapes.profileList.decode({ profiles }))).toEqual([
      '/profiles/1/relays: int, not 1.5',
    ]);
    const io = {
      ...EMPTY,
      relays: [
        { index: 1, on: true },
        { index: 70_000, on: true },
      ],
    };
    expect(
      diagnostics(shapes.deviceDetail.decode({ device: { deviceId: 'd', peripherals: io } }, '/data')),
    ).toEqual(['/data/device/peripherals/relays/1/index: number to be <=65536, not 70000']);
    const catalogue = { a: { channels: { out: -1 } }, b: { channels: {} } };
    expect(diagnostics(scrambled.shapes.profileList.decode({ catalogue }))).toEqual([
      '/catalogue/a/channels/out: number to be >=0, not -1',
    ]);
  });

  it('is reported for a key that is no key, and for a second way to write one', () => {
    const wire = { version: 3, groups: ['switching', 'sensing'], contacts: {}, levels: [], probes: {} };
    expect(
      diagnostics(
        scrambled.shapes.peripherals.decode({
          ...wire,
          outputs: { count: { state: 'AN' }, '1.0': { state: 'AN' } },
        }),
      ),
    ).toEqual([
      '/outputs/count: as key, an index, counted from 0, as a string, not "count"',
      '/outputs/1.0: as key, an index, counted from 0, as a string, not "1.0"',
    ]);
    expect(
      diagnostics(
        scrambled.shapes.peripherals.decode({
          ...wire,
          groups: ['sensing'],
          outputs: {},
          contacts: { 2: 1 },
        }),
      ),
    ).toEqual([
      '/groups: ["switching","sensing"], not ["sensing"]',
      '/contacts/2: as key, "DI…" around an index, counted from 0, not "2"',
    ]);
  });
});

describe('elements that share a key', () => {
  const { stateChanged, peripherals } = dialectOf(
    changed(
      'stateChanged',
      '{ deviceId: $deviceId, changes: { $change.kind(outs|ins): ["ch-${change.index}"] }, peripherals: $peripherals }',
    ).replace(
      /^peripherals:\n(?: .*\n)+/m,
      'peripherals: { r: { $relay.on(on|off): [$relay.index] }, i: [$input.active], a: [$analog.value], s: { $sensor.key: $sensor.value } }\n',
    ),
  ).shapes;
  const state = { relays: [], digitalInputs: [], analogInputs: [], sensors: [] };
  const event = { deviceId: 'd', peripherals: state };
  const wire = { deviceId: 'd', peripherals: peripherals.encode(state) };

  it('stand in one list under it', () => {
    const changes = [
      { kind: 'relay', index: 1 },
      { kind: 'digitalInput', index: 3 },
      { kind: 'relay', index: 2 },
    ] as const;
    expect(stateChanged.encode({ ...event, changes: [...changes] })).toEqual({
      ...wire,
      changes: { outs: ['ch-1', 'ch-2'], ins: ['ch-3'] },
    });
    const relays = [
      { index: 2, on: true },
      { index: 1, on: false },
      { index: 3, on: false },
    ];
    expect(peripherals.decode({ ...(wire.peripherals as object), r: { on: [2], off: [1, 3] } })).toEqual({
      ok: true,
      value: { ...state, relays },
    });
    expect(stateChanged.decode({ ...wire, changes: { outs: ['ch-4'], ins: [], more: [1] } })).toEqual({
      ok: true,
      value: { ...event, changes: [{ kind: 'relay', index: 4 }] },
    });
  });

  it('are told with their place where they are wrong', () => {
    expect(stateChanged.decode({ ...wire, changes: { outs: ['ch-1', 2], ins: {} } })).toMatchObject({
      mismatches: [{ pointer: '/changes/ins' }, { pointer: '/changes/outs/1' }],
    });
    expect(stateChanged.decode({ ...wire, changes: { others: ['ch-1'] } })).toMatchObject({
      mismatches: [{ pointer: '/changes/others' }],
    });
    expect(stateChanged.decode({ ...wire, changes: [] })).toMatchObject({
      mismatches: [{ pointer: '/changes', expected: 'an object' }],
    });
  });
});

describe('what stands beside the elements under keys', () => {
  it('is no element under a key of another form, nor with nothing in it that an element has', () => {
    const wire = { version: 3, groups: ['switching', 'sensing'], levels: [] };
    const read = scrambled.shapes.peripherals.decode({
      ...wire,
      outputs: { since: { state: 'AN' }, '1': { state: 'AN' } },
      contacts: { note: null, DI0: 1 },
      probes: { since: { rev: 2 }, temp: { amount: 20, meta: { scale: 'C' } } },
    });
    expect(diagnostics(read)).toEqual([]);
  });
});

describe('what is absent', () => {
  it('is no mismatch where the dialect says so, be it null or not there', () => {
    expect(shapes.device.decode({ deviceId: 'd', name: null })).toEqual({
      ok: true,
      value: { deviceId: 'd' },
    });
    expect(scrambled.shapes.device.decode({ id: 'urn:dev:d', about: null })).toEqual({
      ok: true,
      value: { deviceId: 'd' },
    });
    expect(scrambled.shapes.device.decode({ id: 'urn:dev:d' })).toEqual({
      ok: true,
      value: { deviceId: 'd' },
    });
  });

  it('is not found on what every object inherits', () => {
    const dialect = dialectOf(
      changed('device', '{ id: $deviceId, constructor: $name?, toString: $profileId? }'),
    );
    expect(dialect.shapes.device.decode({ id: 'd' })).toEqual({ ok: true, value: { deviceId: 'd' } });
  });

  it('passes as null where data pass unchanged and are required', () => {
    expect(shapes.wsEvent.decode({ type: 'event', topic: 't', data: null })).toEqual({
      ok: true,
      value: { topic: 't', data: null },
    });
  });
});

describe('a mismatch of an operation', () => {
  const COMMAND = {
    commandId: 'c',
    operation: 'device.relay.set',
    params: { relays: [{ index: 1, action: 'on' }] },
    status: 'SUCCEEDED',
  };

  it('is laid at the name when the operation is unknown', () => {
    const wire = { deviceId: 'd', operation: { name: 'device.reboot', params: {} } };
    expect(executeRequest.decode(wire, '/data')).toEqual({
      ok: false,
      mismatches: [
        {
          pointer: '/data/operation/name',
          expected:
            'one of device.relay.set, device.rs485.transceive, device.rs485.baudRate.set, device.relay.jogConfig.set',
          actual: '"device.reboot"',
          declaredAt: expect.stringMatching(/^dialect\.yaml:\d+:22$/) as string,
        },
      ],
    });
    expect(diagnostics(command.decode({ ...COMMAND, operation: 'device.reboot' }))[0]).toMatch(
      /^\/operation: one of/,
    );
  });

  it('points into the parameters, wherever the dialect puts them', () => {
    const params = { line: { baud: '9600' } };
    const wire = { target: 'urn:dev:d', operation: { name: 'device.rs485.baudRate.set', args: params } };
    expect(diagnostics(scrambled.executeRequest.decode(wire, '/args'))).toEqual([
      '/args/operation/args/line/baud: "… bit/s" around a number, not "9600"',
    ]);
  });

  it('points into the parameters and the result of a command', () => {
    const wire = { ...COMMAND, operation: 'device.rs485.transceive', params: { data: 1 }, result: {} };
    expect(diagnostics(command.decode(wire, '/data/command'))).toEqual([
      '/data/command/params/data: bytes in hex, not 1',
      '/data/command/result/data: bytes in hex, not nothing',
    ]);
  });

  it('is not seen in a result that nobody knows the shape of', () => {
    expect(command.decode({ ...COMMAND, result: { whatever: 1 } })).toMatchObject({ ok: true });
    const failed = {
      ...COMMAND,
      operation: 'device.rs485.transceive',
      params: { data: '' },
      status: 'FAILED',
    };
    expect(command.decode({ ...failed, result: { reason: 'noise' } })).toMatchObject({ ok: true });
  });
});
