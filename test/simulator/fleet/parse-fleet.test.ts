import { describe, expect, it } from 'vitest';
import { DEFAULT_POWER, DEFAULT_TIMING } from '../../../src/simulator/device/schema/profile.js';
import { fleetOf, problemsOf } from './parsing.js';

/** For text that a pattern takes by its word. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const PROFILE = `
profiles:
  p:
    relays: [{ count: 2 }]
    digitalInputs: [{ count: 2 }]
`;

describe('a fleet file', () => {
  it('may be as small as one profile, and gets the defaults', () => {
    const fleet = fleetOf('profiles: { p: {} }');
    expect(fleet).toEqual({
      seed: 1,
      limits: {},
      profiles: [
        {
          profileId: 'p',
          device: {
            relays: [],
            digitalInputs: [],
            analogInputs: [],
            sensors: [],
            timing: DEFAULT_TIMING,
            power: DEFAULT_POWER,
          },
        },
      ],
      devices: [],
      clients: [],
    });
  });

  it('says of each channel how it behaves', () => {
    const [profile] = fleetOf(
      `
profiles:
  p:
    model: Model P
    relays:
      - { jogDuration: 2s, bootState: last, wiredTo: 2 }
      - { count: 2, wiredTo: { input: 1, inverted: true } }
    digitalInputs:
      - { debounce: 5ms, bounce: { edges: 4, within: 3ms }, active: true }
      - {}
      - { pattern: square 2s }
      - { pattern: { edges: [1s, 1500ms], repeat: 1m } }
    analogInputs:
      - { unit: V, decimals: 1, signal: 4.5 }
    sensors:
      t: { unit: °C, signal: { kind: noise, amplitude: 0.5, on: { kind: sine, mean: 20, period: 1m } } }
    power: { holdUp: 1s }
`.replace(
        '- { count: 2, wiredTo: { input: 1, inverted: true } }',
        '- { wiredTo: { input: 1, inverted: true } }',
      ),
    ).profiles;
    expect(profile?.model).toBe('Model P');
    expect(profile?.device).toEqual({
      relays: [
        { jogDuration: 2000, bootState: 'last', wiredTo: { input: 2, inverted: false } },
        { jogDuration: 500, bootState: 'off', wiredTo: { input: 1, inverted: true } },
      ],
      digitalInputs: [
        { active: true, debounce: 5, bounce: { edges: 4, within: 3 } },
        { active: false, debounce: 20 },
        { active: false, debounce: 20, pattern: { edges: [1000, 2000], repeat: 2000 } },
        { active: false, debounce: 20, pattern: { edges: [1000, 1500], repeat: 60_000 } },
      ],
      analogInputs: [{ unit: 'V', decimals: 1, signal: { kind: 'constant', value: 4.5 } }],
      sensors: [
        {
          key: 't',
          unit: '°C',
          decimals: 3,
          signal: {
            kind: 'noise',
            amplitude: 0.5,
            every: 100,
            on: { kind: 'sine', mean: 20, amplitude: 1, period: 60_000, phase: 0 },
          },
        },
      ],
      timing: DEFAULT_TIMING,
      power: { ...DEFAULT_POWER, holdUp: 1000 },
    });
  });

  it('says what hangs on the bus', () => {
    const [profile] = fleetOf(`
profiles:
  p:
    rs485:
      parity: even
      peripherals:
        - { kind: echo, prefix: AA bb }
        - { kind: silent, baudRate: 19200 }
        - { kind: chatty, data: 0D 0A, interval: 5s }
        - { kind: scripted, rules: [{ request: 01 .., response: '02', delay: 10ms }] }
        - { kind: modbus-rtu, address: 7, holding: [1, 2], input: { 10: 5, 11: { kind: ramp, to: 100, over: 1m } } }
`).profiles;
    expect(profile?.device.rs485).toEqual({
      baudRate: 9600,
      parity: 'even',
      stopBits: 1,
      peripherals: [
        { kind: 'echo', prefix: 'aabb', delay: 5 },
        { kind: 'silent', baudRate: 19_200 },
        { kind: 'chatty', data: '0d0a', interval: 5000 },
        { kind: 'scripted', rules: [{ request: '01 ..', response: '02', delay: 10 }] },
        {
          kind: 'modbus-rtu',
          address: 7,
          delay: 5,
          holding: new Map([
            [0, 1],
            [1, 2],
          ]),
          input: new Map<number, unknown>([
            [10, { kind: 'constant', value: 5 }],
            [11, { kind: 'ramp', from: 0, to: 100, over: 60_000, after: 'hold' }],
          ]),
        },
      ],
    });
  });

  it('gives timing to all, to a profile and to one device, the nearest counting', () => {
    const fleet = fleetOf(`
timing: { refresh: 1s, control: 1s, config: 1s }
profiles: { p: { timing: { control: 2s, config: 2s } } }
devices: [{ deviceId: a, profile: p, overrides: { timing: { config: 3s } } }, { deviceId: b, profile: p }]
`);
    const timings = fleet.devices.map(({ device }) => device.timing);
    expect(timings[0]).toMatchObject({ refresh: 1000, control: 2000, config: 3000, answerTimeout: 5000 });
    expect(timings[1]).toMatchObject({ refresh: 1000, control: 2000, config: 2000 });
    expect(fleet.devices[1]?.device).toBe(fleet.profiles[0]?.device);
  });

  it('lets one device behave otherwise than its profile', () => {
    const [device] = fleetOf(`${PROFILE}
devices:
  - deviceId: a
    profile: p
    overrides: { relays: [{ count: 2, bootState: on }] }
`).devices;
    expect(device?.device.relays.map(({ bootState }) => bootState)).toEqual(['on', 'on']);
    expect(device?.device.digitalInputs).toHaveLength(2);
  });

  it('sets limits and quotas', () => {
    expect(
      fleetOf(`
profiles: {}
limits:
  accessTokenLifetime: 10m
  refreshInterval: 5s
  asynchronousCommands: true
  quotas: { control: { limit: 5, window: 10s } }
`).limits,
    ).toEqual({
      accessTokenLifetime: 600_000,
      refreshInterval: 5000,
      asynchronousCommands: true,
      quotas: { control: { limit: 5, window: 10_000 } },
    });
  });

  it('lists clients, with ranges of devices written out', () => {
    const { clients } = fleetOf(`${PROFILE}
devices: [{ deviceId: 'd-{1..9}', profile: p }]
clients:
  some: { secret: s, scopes: ['device:read'], devices: ['d-{2..3}', 'd-9', 'lab-*'] }
  every: { secret: s, scopes: [], disabled: true }
`);
    expect(clients).toEqual([
      {
        clientId: 'some',
        secret: 's',
        scopes: ['device:read'],
        devices: ['d-2', 'd-3', 'd-9', 'lab-*'],
        disabled: false,
      },
      { clientId: 'every', secret: 's', scopes: [], devices: 'all', disabled: true },
    ]);
  });

  it('replays CSV from the file itself or from a file beside it', () => {
    const yaml = (source: string): string => `
profiles: { p: { analogInputs: [{ signal: { kind: replay, between: linear, ${source} } }] } }`;
    const points = [
      { at: 0, value: 1 },
      { at: 1500, value: 2 },
    ];
    const signal = { kind: 'replay', points, between: 'linear', after: 'repeat' };
    const inline = fleetOf(yaml('csv: "time,value\\n0,1\\n1.5,2\\n"'));
    const beside = fleetOf(yaml('file: day.csv'), (name) =>
      name === 'day.csv' ? '0s, 1\n# noon\n1500ms, 2' : undefined,
    );
    expect(inline.profiles[0]?.device.analogInputs[0]?.signal).toEqual(signal);
    expect(beside.profiles[0]?.device.analogInputs[0]?.signal).toEqual(signal);
  });
});

describe('a mistake in a fleet file', () => {
  it.each([
    ['of syntax', 'profiles: [', [/^1:\d+ not valid YAML/]],
    ['an unknown key', 'profile: {}\nprofiles: {}', ['1:1 unknown key "profile" | Did you mean "profiles"?']],
    [
      'an unknown key of a channel',
      'profiles: { p: { relays: [{ jogDuratoin: 1s }] } }',
      ['1:29 unknown key "jogDuratoin" in profiles.p.relays.0 | Did you mean "jogDuration"?'],
    ],
    [
      'an unknown kind of signal',
      'profiles: { p: { analogInputs: [{ signal: { kind: sin, period: 1s } }] } }',
      ['1:51 profiles.p.analogInputs.0.signal.kind: unknown kind "sin"; did you mean "sine"?'],
    ],
    [
      'a peripheral without a kind',
      'profiles: { p: { rs485: { peripherals: [{ address: 1 }] } } }',
      [
        /^1:\d+ profiles.p.rs485.peripherals.0.kind: needs a kind: echo, modbus-rtu, scripted, silent, chatty$/,
      ],
    ],
    [
      'a number where a duration belongs',
      'profiles: {}\ntiming: { refresh: 400 }',
      ['2:20 timing.refresh: expected a duration such as 250ms, 3s or 1m 30s'],
    ],
    [
      'a refresh interval that the interface forbids',
      'profiles: {}\nlimits: { refreshInterval: 2999ms }',
      ['2:28 limits.refreshInterval: must be at least 3000 ms'],
    ],
    [
      'an unknown scope',
      "profiles: {}\nclients: { a: { secret: s, scopes: ['device:reed'] } }",
      [/^2:37 clients.a.scopes.0 is "device:reed"; expected .*Did you mean "device:read"\?$/],
    ],
    [
      'an unknown profile',
      `${PROFILE}\ndevices: [{ deviceId: a, profile: q1 }]`,
      ['7:35 unknown profile "q1" | Known: p.'],
    ],
    [
      'a template that is none',
      `${PROFILE}\ndevices: [{ deviceId: 'a-{3..1}', profile: p }]`,
      [/^7:23 "a-\{3..1\}" is no id template/],
    ],
    [
      'an id that comes twice',
      `${PROFILE}\ndevices:\n  - { deviceId: a, profile: p }\n  - { deviceId: a, profile: p }`,
      ['9:17 device "a" is there already'],
    ],
    [
      'an id that is taken',
      `${PROFILE}\ndevices:\n  - { deviceId: a-2, profile: p }\n  - { deviceId: 'a-{1..3}', profile: p }`,
      ['9:17 device "a-2" is there already'],
    ],
    [
      'an id that a template takes',
      `${PROFILE}\ndevices:\n  - { deviceId: 'a-{1..3}', profile: p }\n  - { deviceId: a-2, profile: p }`,
      ['9:17 device "a-2" is there already'],
    ],
    [
      'two templates that meet',
      `${PROFILE}\ndevices:\n  - { deviceId: 'a-{1..3}', profile: p }\n  - { deviceId: 'a-{3..9}', profile: p }`,
      ['9:17 device "a-3" is there already'],
    ],
    [
      'a fleet beyond all measure',
      `${PROFILE}\ndevices: [{ deviceId: 'a-{1..1000001}', profile: p }]`,
      ['7:10 1000001 devices; a fleet has 1000000 at most'],
    ],
    [
      'a client of a device that does not exist',
      `${PROFILE}\ndevices: [{ deviceId: bench-1, profile: p }]\nclients: { c: { secret: s, scopes: [], devices: [bench1] } }`,
      ['8:50 unknown device "bench1" | Did you mean "bench-1"?'],
    ],
    [
      'a wire into the void',
      'profiles: { p: { relays: [{ wiredTo: 1 }] } }',
      ['1:26 relay 1 is wired to input 1, but there are 0 digital inputs'],
    ],
    [
      'two wires to one input',
      'profiles: { p: { relays: [{ count: 2, wiredTo: 1 }], digitalInputs: [{}] } }',
      ['1:26 relay 2 is wired to input 1, which relay 1 drives already'],
    ],
    [
      'a wire to an input that moves by itself',
      'profiles: { p: { relays: [{ wiredTo: 1 }], digitalInputs: [{ pattern: square 1s }] } }',
      ['1:26 relay 1 is wired to input 1, which follows a pattern'],
    ],
    [
      'overrides that change the channels',
      `${PROFILE}\ndevices: [{ deviceId: a, profile: p, overrides: { relays: [{}], sensors: { t: {} }, rs485: {} } }]`,
      [
        '7:59 relays has 1 channels; the profile has 2',
        /^7:\d+ sensors are t; the profile has $/,
        /^7:\d+ there is an RS485 port; the profile has none$/,
      ],
    ],
    [
      'a pattern that is none',
      'profiles: { p: { digitalInputs: [{ pattern: sqare 2s }] } }',
      [/^1:45 profiles.p.digitalInputs.0.pattern: expected "square 2s"/],
    ],
    [
      'edges out of order',
      'profiles: { p: { digitalInputs: [{ pattern: { edges: [2s, 1s] } }] } }',
      [/^1:45 profiles.p.digitalInputs.0.pattern: needs ascending edges$/],
    ],
    [
      'a hex pattern that is none',
      'profiles: { p: { rs485: { peripherals: [{ kind: scripted, rules: [{ request: 0g, response: 01 ff }] }] } } }',
      [/^1:78 .*rules.0.request: expected hex in which ".." is any byte/],
    ],
    [
      'hex that YAML takes for a number',
      'profiles: { p: { rs485: { peripherals: [{ kind: chatty, interval: 1s, data: 0102 }] } } }',
      [/^1:77 .*data: expected hex in quotes; without them YAML reads a number$/],
    ],
    [
      'CSV that cannot be read',
      'profiles: { p: { analogInputs: [{ signal: { kind: replay, file: no.csv } }] } }',
      [/^1:65 .*cannot be read: no.csv$/],
    ],
    [
      'CSV that is none',
      'profiles: { p: { analogInputs: [{ signal: { kind: replay, csv: "0,1\\n1,x" } }] } }',
      [/^1:64 .*line 2 of the CSV is "1,x"; expected time,value such as 1.5,20.3$/],
    ],
    [
      'no CSV at all',
      'profiles: { p: { analogInputs: [{ signal: { kind: replay } }] } }',
      [/needs either `csv` or `file`$/],
    ],
  ])('is told with its place: %s', (_, text, expected) => {
    const patterns = expected.map((each) =>
      typeof each === 'string' ? new RegExp(`^${escaped(each)}$`) : each,
    );
    expect(problemsOf(text)).toEqual(patterns.map((pattern): unknown => expect.stringMatching(pattern)));
  });

  it('does not hide the next one', () => {
    const text = 'profiles: { p: { relays: [{ jog: 1s }] } }\nclients: { c: { scopes: [] } }\nsed: 1';
    expect(problemsOf(text).map((problem) => problem.split(' ')[0])).toEqual(['1:29', '2:15', '3:1']);
  });
});
