// Dialects that nobody has written, drawn by seed: shapes of the whole language, or of some dialect of the gallery, under
// names that say what they are, or nothing. Constant fields lie among them.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import type { Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { isObject } from '../../src/kernel/json.js';
import type { Random, RandomStream } from '../../src/kernel/random.js';
import { drawDialect } from '../dialect/random/random-dialect.js';
import { composed } from './composed-dialect.js';

const FOLDER = 'fixtures/dialects/gallery';
export const GALLERY = [
  'fixtures/dialects/default.yaml',
  'fixtures/dialects/scrambled.yaml',
  ...readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`),
];

const SETTINGS = new Set([
  'name',
  'firstSegment',
  'indexBase',
  'paging',
  'commandStatus',
  'errorCodes',
  'without',
  'tokenLifetime',
]);
const FIXED =
  /^(devices|operation|params|status|result|relays|requestId|data|idempotencyKey|name|changes|peripherals|\.\.\.)$/;
/** Shapes that may be those of another dialect than the others. */
const APART = ['peripherals', 'deviceConfig', 'deviceProfile', 'ticket', 'command'];

/** Where shapes come from: some dialect of the gallery, composed as services do it, or whatever can be written down. */
export type Source = 'gallery' | 'composed' | 'language';

export function drawnDialect(random: Random, source: Source): Dialect {
  const stream = random.stream('drawn dialect');
  const firstSegment = ['svc', 'io-fleet'][random.stream('first segment').integer(0, 1)];
  const all = GALLERY.map((file) => parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  const drawn = (): Record<string, unknown> => all[stream.integer(0, all.length - 1)] ?? {};
  let last = '';
  for (let tries = 0; tries < 40; tries++) {
    const own = { gallery: drawn, composed: () => composed(stream), language: () => languageDrawn(stream) }[
      source
    ]();
    const root: Record<string, unknown> = {
      ...own,
      name: 'drawn',
      firstSegment,
      indexBase: stream.integer(0, 1),
    };
    const names = createNames(stream);
    for (const shape of Object.keys(own).filter((key) => !SETTINGS.has(key))) {
      const other = source === 'gallery' && APART.includes(shape) ? drawn()[shape] : undefined;
      // How a frame is written no reading tells: a probe tries usual names.
      root[shape] = shape === 'wsRequest' ? own[shape] : renamed(other ?? own[shape], names);
    }
    const parsed = parseDialect(stringify(root, { lineWidth: 0 }), 'drawn.yaml');
    if (parsed.ok) return parsed.value;

    last = parsed.problems.map(({ message }) => message).join('; ');
  }
  throw new Error(`no dialect could be drawn: ${last}`);
}

/** Any dialect that can be written down. */
function languageDrawn(stream: RandomStream): Record<string, unknown> {
  const [random] = fc.sample(
    fc.gen().map((draw) => drawDialect(draw)),
    { seed: stream.integer(0, 2 ** 31 - 1), numRuns: 1 },
  );
  return parse(random?.text ?? '') as Record<string, unknown>;
}

type NameIt = (key: string, value: unknown) => string;

/** The same name for the same thing in all shapes. */
function createNames(stream: RandomStream): NameIt {
  const given = new Map<string, string>();
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[stream.integer(0, Math.max(0, items.length - 1))];
  return (key, value) => {
    const role = roleOf(value);
    const known = given.get(`${key} ${role}`);
    if (known !== undefined) return known;
    const say = stream.integer(0, 2);
    const name =
      FIXED.test(key) || key.includes('$')
        ? key
        : say === 0
          ? nonsense(stream.integer(0, 1e6))
          : say === 1
            ? (pick(TELLING[role] ?? []) ?? key)
            : key;
    given.set(`${key} ${role}`, name);
    return name;
  };
}

/** What a field holds: `relay.on`, or `relay` where it holds several of it. */
function roleOf(value: unknown): string {
  const found = (JSON.stringify(value) ?? '').match(/\$\{?[A-Za-z][\w.]*/g) ?? [];
  const roles = [...new Set(found.map((each) => each.replace(/[${]/g, '')))];
  if (roles.length < 2) return roles[0] ?? '';
  const words = new Set(roles.map((each) => each.split('.')[0]));
  return words.size === 1 ? ([...words][0] ?? '') : '';
}

/** Names under which other services have the same, beyond those of the gallery. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  deviceId: ['deviceId', 'unit_id', 'nodeUid', 'serialNo', 'controllerKey', 'mac'],
  name: ['displayName', 'label', 'alias', 'friendly_name'],
  profileId: ['profileId', 'modelCode', 'productType', 'hardware_class'],
  online: ['isOnline', 'reachable', 'connectionState', 'link_status'],
  powered: ['hasPower', 'mainsOk', 'supplyState', 'power_status'],
  relay: ['relayOutputs', 'outputs', 'digital_out', 'switches', 'coils'],
  input: ['digitalIn', 'inputs', 'contacts', 'di'],
  analog: ['analogIn', 'adc', 'ai', 'analogue'],
  sensor: ['sensors', 'probes', 'telemetry', 'environment'],
  'relay.index': ['channel', 'no', 'idx', 'port', 'position'],
  'input.index': ['channel', 'no', 'idx', 'port', 'position'],
  'analog.index': ['channel', 'no', 'idx', 'port', 'position'],
  'relay.on': ['state', 'isOn', 'closed', 'output'],
  'input.active': ['active', 'state', 'level', 'closed'],
  'analog.value': ['value', 'reading', 'measured', 'level'],
  'sensor.value': ['value', 'reading', 'measured', 'current'],
  'sensor.key': ['id', 'sensorName', 'key'],
  'analog.unit': ['unit', 'uom', 'units'],
  'sensor.unit': ['unit', 'uom', 'units'],
  'relay.jogDuration': ['pulse', 'jogTime', 'impulseLength', 'auto_off'],
  baudRate: ['baudrate', 'lineSpeed', 'bps', 'rate'],
  model: ['modelName', 'title', 'description'],
  ticket: ['ticket', 'wsToken', 'session_key'],
  expiresIn: ['expiresIn', 'ttl', 'validFor', 'lifetime'],
};

function renamed(sample: unknown, nameIt: NameIt): unknown {
  if (Array.isArray(sample)) return sample.map((each) => renamed(each, nameIt));
  if (!isObject(sample)) return sample;
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [nameIt(key, value), renamed(value, nameIt)]),
  );
}

function nonsense(number: number): string {
  return `${'bcdfghklmnprstvz'[number % 16]}${'aeiou'[number % 5]}${'bcdfglmnprstvx'[number % 14]}${'aeiou'[number % 4]}${number % 97}`;
}
