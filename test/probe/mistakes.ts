// The mistakes that people make in a dialect or a profile, one line each, as a generator: each loads, and is wrong.
import { parse, stringify } from 'yaml';
import type { Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import type { Profile } from '../../src/harness/profile/profile.js';
import type { Act } from '../../src/harness/profile/stimuli/catalogue.js';
import { neighboursOf } from '../../src/probe/neighbours.js';
import type { Mistaken } from './mistaken-run.js';

export interface Mistake {
  readonly name: string;
  /** What is wrong: `command/id` of the dialect, `clients.operator` of the profile. */
  readonly place: string;
  /** Any of these in what is told names the line. */
  readonly lines: readonly string[];
  readonly mistaken: Mistaken;
}

/** One line of the dialect read as a neighbouring one. */
export function dialectMistakes(spoken: Dialect): Mistake[] {
  const right = stringify(parse(spoken.source.text), LAYOUT).split('\n');
  return neighboursOf({ dialect: spoken, profile: {} as Profile }).flatMap(({ key, was, now, reading }) => {
    const other = reading()?.dialect.source.content;
    if (other === undefined) return [];
    const written = stringify(other, LAYOUT);
    const wrong = parseDialect(written, 'wrong.yaml');
    if (!wrong.ok) return [];
    const others = written.split('\n').flatMap((line, at) => (line === right[at] ? [] : at + 1));
    // A word that has moved to another list moves the lines after it, too.
    const own = key.startsWith('commandStatus/') ? others.slice(0, MOST_MOVED) : others;
    const lines = own.flatMap((line) => [`line ${line} of wrong.yaml`, `wrong.yaml:${line}:`]);
    const mistaken = { spoken, read: wrong.value };
    return [{ name: `${now} (${was})`, place: key, lines, mistaken }];
  });
}

const LAYOUT = { lineWidth: 0 } as const;
/** Lines of the words of all four statuses, at most. */
const MOST_MOVED = 14;

type Change = readonly [name: string, place: string, change: Partial<Mistaken>];

/** One line of the profile, or one stimulus, that is wrong. */
export function profileMistakes(spoken: Dialect, { clients, devices }: Profile): Mistake[] {
  const scopes = Object.entries(clients).flatMap(([client, { scopes: own }]): Change[] => {
    const without = own.filter((each) => each !== 'device:control');
    const other =
      without.length === own.length
        ? [...own, 'device:control' as const]
        : without.length === 0
          ? ['device:read' as const]
          : without;
    return [[`${client} has ${other.join(', ')}`, `clients.${client}`, onClient(client, { scopes: other })]];
  });
  const access = Object.keys(clients).map((client): Change => {
    const own = clients[client]?.devices ?? Object.keys(devices);
    return [
      `${client} has one device less`,
      `clients.${client}`,
      onClient(client, { devices: own.slice(1) }),
    ];
  });
  const lines = Object.entries(devices).flatMap(([device, { rs485 }]): Change[] => {
    if (rs485?.answered === undefined || rs485.unanswered === undefined) return [];
    const { answered, unanswered, answer } = rs485;
    return [
      [
        `${device} answers the other bytes`,
        `devices.${device}`,
        onDevice(device, { answered: unanswered, unanswered: answered }),
      ],
      ...(answer === undefined
        ? []
        : [
            [
              `${device} answers something else`,
              `devices.${device}`,
              onDevice(device, { ...rs485, answer: `${answer}00` }),
            ] as const,
          ]),
    ];
  });
  return [...scopes, ...access, ...lines, ...stimulusMistakes(devices)].map(([name, place, change]) => ({
    name,
    place,
    lines: [place],
    mistaken: { spoken, ...change },
  }));
}

function onClient(name: string, changed: Partial<Profile['clients'][string]>): Partial<Mistaken> {
  return {
    profile: (right) => {
      const client = right.clients[name];
      return client ? { ...right, clients: { ...right.clients, [name]: { ...client, ...changed } } } : right;
    },
  };
}

function onDevice(name: string, rs485: NonNullable<Profile['devices'][string]['rs485']>): Partial<Mistaken> {
  return {
    profile: (right) => {
      const device = right.devices[name];
      return device ? { ...right, devices: { ...right.devices, [name]: { ...device, rs485 } } } : right;
    },
  };
}

const STIMULI: Readonly<Record<string, readonly (readonly [string, (act: Act) => Act | undefined])[]>> = {
  'set-input': [
    ['is inverted', (act) => ({ ...act, active: !act.active })],
    ['sets the next one', (act) => ({ ...act, index: (act.index ?? 0) + 1 })],
    ['sets the one before', (act) => ({ ...act, index: (act.index ?? 0) - 1 })],
  ],
  'set-analog': [
    ['sets the next one', (act) => ({ ...act, index: (act.index ?? 0) + 1 })],
    ['is in thousandths', (act) => ({ ...act, value: (act.value ?? 0) / 1000 })],
    ['is in tenths', (act) => ({ ...act, value: (act.value ?? 0) / 10 })],
  ],
  'set-sensor': [['is in tenths', (act) => ({ ...act, value: (act.value ?? 0) / 10 })]],
  'inject-rs485': [],
  'cut-power': [],
  'drop-link': [],
  'disable-client': [],
  'expire-tokens': [],
};

function stimulusMistakes(devices: Profile['devices']): Change[] {
  const [first, second] = Object.values(devices);
  return Object.entries(STIMULI).flatMap(([stimulus, ways]): Change[] => {
    const nothing = ['does nothing', () => undefined] as const;
    const elsewhere = [
      'acts on another device',
      (act: Act): Act =>
        act.device?.deviceId === first?.deviceId && act.device && second
          ? { ...act, device: { ...act.device, deviceId: second.deviceId } }
          : act,
    ] as const;
    return [...ways, nothing, elsewhere].map(([how, alter]) => [
      `${stimulus} ${how}`,
      `stimuli.${stimulus}`,
      { act: (given: Act) => (given.name === stimulus ? alter(given) : given) },
    ]);
  });
}
