// Several values in one word, one text or one number, and one value in several places: what is written, what is read,
// and what is refused when the dialect is loaded, because nobody could read it.
import { describe, expect, it } from 'vitest';
import type { ShapeName } from '../../src/contract/schemas/shapes.js';
import { changed, problemsOf, dialectOf } from './read-dialect.js';

const OTHERS =
  'd: [{ i: $input.index, a: $input.active }], a: [{ i: $analog.index, v: $analog.value }], s: [{ k: $sensor.key, v: $sensor.value }]';
const EMPTY = { digitalInputs: [], analogInputs: [], sensors: [] };
const withRelays = (sample: string): string => `{ ${sample}, ${OTHERS} }`;

const ON_OFF_JOG = [
  { index: 1, on: true, jogging: true },
  { index: 2, on: true },
  { index: 3, on: false },
];
const ON_OFF = [
  { index: 1, on: true },
  { index: 2, on: false },
  { index: 3, on: true },
];
const relays = (list: readonly object[]): object => ({ relays: list, ...EMPTY });
const rest = { d: [], a: [], s: [] };

interface Line {
  readonly what: string;
  readonly shape: ShapeName;
  readonly sample: string;
  readonly value: object;
  readonly wire: object;
  readonly refuses?: readonly object[];
}

const LINES: readonly Line[] = [
  {
    what: 'a state that two fields make',
    shape: 'peripherals',
    sample: withRelays("r: [{ i: $relay.index, s: '$relay.on+jogging(PULSING|ON||OFF)' }]"),
    value: relays(ON_OFF_JOG),
    wire: {
      r: [
        { i: 1, s: 'PULSING' },
        { i: 2, s: 'ON' },
        { i: 3, s: 'OFF' },
      ],
      ...rest,
    },
    refuses: [{ r: [{ i: 1, s: 'on' }], ...rest }],
  },
  {
    what: 'two states in one text',
    shape: 'device',
    sample: "{ id: $deviceId, s: '${online(online|offline)}+${powered(mains|reserve)}' }",
    value: { deviceId: 'd', online: true, powered: false },
    wire: { id: 'd', s: 'online+reserve' },
    refuses: [
      { id: 'd', s: 'online' },
      { id: 'd', s: 'online+' },
      { id: 'd', s: 7 },
    ],
  },
  {
    what: 'a choice as two booleans, one of them left out',
    shape: 'singleRelayBody',
    sample: "{ on: '$action(true|false|true):json', timer: '$action(absent|absent|5):json' }",
    value: { action: 'jog' },
    wire: { on: true, timer: 5 },
    refuses: [{ on: false, timer: 5 }, {}, { timer: 5 }, { on: true, timer: 6 }],
  },
  {
    what: 'words of any type',
    shape: 'singleRelayBody',
    sample: '{ x: \'$action(null|false|"a b"):json\' }',
    value: { action: 'on' },
    wire: { x: null },
    refuses: [{ x: 'null' }, {}],
  },
  {
    what: 'true that is shown by a field, and false by none',
    shape: 'peripherals',
    sample: withRelays("r: [{ i: $relay.index, on: '$relay.on(1|absent):json' }]"),
    value: relays(ON_OFF),
    wire: { r: [{ i: 1, on: 1 }, { i: 2 }, { i: 3, on: 1 }], ...rest },
    refuses: [{ r: [{ i: 1, on: 0 }], ...rest }],
  },
  {
    what: 'a row of bits',
    shape: 'peripherals',
    sample: withRelays("r: '$relay.on:bits'"),
    value: relays(ON_OFF),
    wire: { r: '101', ...rest },
    refuses: [
      { r: '1 1', ...rest },
      { r: 101, ...rest },
    ],
  },
  {
    what: 'a row of bits that begins at the right, in letters',
    shape: 'peripherals',
    sample: withRelays("r: '$relay.on:bitsFromRight(X|-)'"),
    value: relays(ON_OFF.slice(0, 2)),
    wire: { r: '-X', ...rest },
  },
  {
    what: 'a mask of bits and their number',
    shape: 'peripherals',
    sample: withRelays("m: '$relay.on:mask', n: '$relay:count'"),
    value: relays(ON_OFF),
    wire: { m: 5, n: 3, ...rest },
    refuses: [
      { m: 8, n: 3, ...rest },
      { m: -1, n: 3, ...rest },
      { m: '5', n: 3, ...rest },
      { m: 5, ...rest },
    ],
  },
  {
    what: 'places in a list as indices',
    shape: 'peripherals',
    sample: withRelays("r: ['$relay.on(1|0):number']"),
    value: relays(ON_OFF),
    wire: { r: [1, 0, 1], ...rest },
    refuses: [{ r: [1, 2], ...rest }],
  },
  {
    what: 'a value with its unit, or without',
    shape: 'peripherals',
    sample: `{ r: ['$relay.on'], d: ['$input.active'], a: ['\${analog.value} \${analog.unit?}'], s: { $sensor.key: '\${sensor.value}' } }`,
    value: {
      relays: [],
      digitalInputs: [],
      analogInputs: [
        { index: 1, value: 4.02, unit: 'mA' },
        { index: 2, value: -1 },
      ],
      sensors: [],
    },
    wire: { r: [], d: [], a: ['4.02 mA', '-1'], s: {} },
    refuses: [
      { r: [], d: [], a: ['four mA'], s: {} },
      { r: [], d: [], a: [4], s: {} },
    ],
  },
  {
    what: 'an action as the key',
    shape: 'relayParams',
    sample: "{ relays: [{ '${relay.action(close|open|pulse)}-${relay.index}': {} }] }",
    value: {
      relays: [
        { index: 2, action: 'jog' },
        { index: 1, action: 'on' },
      ],
    },
    wire: { relays: [{ 'pulse-2': {} }, { 'close-1': {} }] },
    refuses: [
      { relays: [{ 'pulse-x': {} }] },
      { relays: [{ 'pulse-1': {}, 'open-2': {} }] },
      { relays: [7] },
    ],
  },
  {
    what: 'fields of an object among others',
    shape: 'deviceDetail',
    sample: "{ unit: { '...': $device, live: $peripherals } }",
    value: { device: { deviceId: 'd', name: 'Pump' }, peripherals: relays([]) },
    wire: {
      unit: {
        deviceId: 'd',
        name: 'Pump',
        live: { relays: [], digitalInputs: [], analogInputs: [], sensors: [] },
      },
    },
    refuses: [{ unit: { live: { relays: [], digitalInputs: [], analogInputs: [], sensors: [] } } }],
  },
  {
    what: 'a number for an identifier',
    shape: 'device',
    sample: "{ id: '$deviceId:number' }",
    value: { deviceId: '40117' },
    wire: { id: 40_117 },
    refuses: [{ id: '40117' }, { id: 1.5 }, { id: -1 }],
  },
  {
    what: 'a number some times as large',
    shape: 'baudRateParams',
    sample: "{ hundreds: '$baudRate:x0.01' }",
    value: { baudRate: 9600 },
    wire: { hundreds: 96 },
    refuses: [{ hundreds: '96' }],
  },
];

describe('a dialect can show', () => {
  it.each(LINES)('$what', ({ shape, sample, value, wire, refuses = [] }) => {
    const codec = dialectOf(changed(shape, sample)).shapes[shape] as {
      encode(value: unknown): unknown;
      write(value: unknown): string;
      decode(wire: unknown): { ok: boolean };
    };
    expect(codec.encode(value)).toStrictEqual(wire);
    expect(JSON.parse(codec.write(value))).toStrictEqual(wire);
    expect(codec.decode(wire)).toStrictEqual({ ok: true, value });
    for (const refused of refuses)
      expect([refused, codec.decode(refused)]).toMatchObject([refused, { ok: false }]);
  });

  it('what a word leaves open', () => {
    const { device } = dialectOf(
      changed('device', "{ id: $deviceId, s: '$online+powered(ok|battery|gone|gone)?' }"),
    ).shapes;
    expect(device.decode({ id: 'd', s: 'gone' })).toEqual({
      ok: true,
      value: { deviceId: 'd', online: false },
    });
    expect(device.encode({ deviceId: 'd', online: false })).toEqual({ id: 'd', s: 'gone' });
    expect(device.encode({ deviceId: 'd', online: false, powered: true })).toEqual({ id: 'd', s: 'gone' });
    // Neither word would be true.
    expect(device.encode({ deviceId: 'd', online: true })).toEqual({ id: 'd' });
  });
});

describe('what nobody could read is refused when it is loaded:', () => {
  it.each([
    [
      'a number behind a number',
      'jogParams',
      '{ x: "${index}${duration}" }',
      /holds two placeholders that nothing keeps apart.*Put text between them/,
    ],
    ['a sign that a number has, too', 'jogParams', '{ x: "${index}-${duration}" }', /nothing keeps apart/],
    ['text that may hold what is between', 'device', '{ x: "${deviceId}/${name}" }', /nothing keeps apart/],
    [
      'a unit that may be there or not, with nothing between',
      'device',
      '{ x: "${powered(1|0)}${name?}${deviceId}" }',
      /nothing keeps apart/,
    ],
    [
      'an optional value in the middle',
      'jogParams',
      '{ x: "${index} ${duration}" , y: "a${index}" }',
      /\$index is shown twice/,
    ],
    [
      'too few words for two fields',
      'device',
      '{ id: $deviceId, x: "$online+powered(a|b|c)" }',
      /needs 4 words, and has 3.*true and true, true and false, false and true/,
    ],
    [
      'two fields of which one takes no words',
      'device',
      '{ id: $deviceId, x: "$online+name(a|b)" }',
      /\$name takes no words/,
    ],
    [
      'a word that leaves open what every value has',
      'peripherals',
      withRelays("r: [{ i: $relay.index, s: '$relay.on+jogging(A|A||B)' }, ]")
        .replace(', ]', ']')
        .replace('A|A||B', 'A|B||A'),
      /has the word "A" twice.*It has to tell \$relay\.on/,
    ],
    [
      'a choice that looks the same for two of its values',
      'singleRelayBody',
      '{ a: "$action(1|1|0):json", b: "$action(1|1|2):json" }',
      /\$action looks the same for "off" as for another value/,
    ],
    [
      'two meanings of nothing',
      'device',
      '{ id: $deviceId, x: "$online(1|absent):json?" }',
      /the word absent of \$online means no value as well/,
    ],
    [
      'two meanings of null',
      'device',
      '{ id: $deviceId, x: "$online(null|1):json?" }',
      /the word null of \$online is read as if nothing were there/,
    ],
    [
      'a word that is no JSON',
      'singleRelayBody',
      '{ x: "$action(on|off|jog):json" }',
      /the word on of \$action is no JSON.*"texts"/,
    ],
    [
      'a mask of nobody knows how many',
      'peripherals',
      withRelays("m: '$relay.on:mask'"),
      /does not say how many there are.*\$relay:count/,
    ],
    ['a number of nobody knows what', 'peripherals', withRelays("n: '$relay:count'"), /nothing says which/],
    [
      'bits that are not true or false',
      'peripherals',
      `{ r: ['$relay.on'], d: ['$input.active'], a: '$analog.value:bits', s: { $sensor.key: $sensor.value } }`,
      /:bits does not fit \$analog\.value, which is not true or false/,
    ],
    [
      'relays that not all are named, at their places',
      'relayParams',
      "{ relays: ['$relay.action'] }",
      /does not show \$relay\.index/,
    ],
    ['a list as part of a text', 'transceiveResult', '{ x: "b${data:array}" }', /\$data is no text/],
    [
      'the name of two fields',
      'wsEvent',
      "{ topic: $topic, deviceId: x, '...': $data }",
      /deviceId is the name of a field here, and of one of stateChanged/,
    ],
    [
      'what has no fields, spread',
      'wsEvent',
      "{ topic: $topic, d: $data, '...': 7 }",
      /lays the fields of an object among those around it/,
    ],
    [
      'a device that nothing names',
      'deviceAddition',
      '{ p: $password }',
      /does not say which device is added.*\$serial/,
    ],
  ])('%s', (_, shape, sample, diagnostic) => {
    expect(problemsOf(shape, sample)[0]).toMatch(diagnostic);
  });
});
