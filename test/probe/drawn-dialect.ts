// Dialects that nobody has written: each shape is that of some dialect of the gallery, and half of the names are words
// that say nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { isObject } from '../../src/kernel/json.js';
import type { Random } from '../../src/kernel/random.js';

const FOLDER = 'fixtures/dialects/gallery';
export const GALLERY = [
  'fixtures/dialects/default.yaml',
  'fixtures/dialects/scrambled.yaml',
  ...readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`),
];

const SETTINGS = new Set([
  'name',
  'indexBase',
  'paging',
  'commandStatus',
  'errorCodes',
  'without',
  'tokenLifetime',
]);
const FIXED =
  /^(devices|operation|params|status|result|relays|requestId|data|idempotencyKey|name|changes|peripherals|\.\.\.)$/;

export function drawnDialect(random: Random): Dialect {
  const stream = random.stream('drawn dialect');
  const all = GALLERY.map((file) => parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  const drawn = (): Record<string, unknown> => all[stream.integer(0, all.length - 1)] ?? {};
  for (let tries = 0; tries < 200; tries++) {
    const base = drawn();
    const root: Record<string, unknown> = { ...base, name: 'drawn', indexBase: stream.integer(0, 1) };
    const names = new Map<string, string>();
    for (const shape of Object.keys(base).filter((key) => !SETTINGS.has(key))) {
      const other = drawn()[shape];
      const isApart = ['peripherals', 'deviceConfig', 'deviceProfile', 'ticket', 'command'].includes(shape);
      root[shape] = renamed(isApart && other !== undefined ? other : base[shape], names, () =>
        stream.integer(0, 1) === 0 ? undefined : nonsense(stream.integer(0, 1e6)),
      );
    }
    const parsed = parseDialect(stringify(root, { lineWidth: 0 }), 'drawn.yaml');
    if (parsed.ok) return parsed.value;
  }
  throw new Error('no dialect could be drawn');
}

function renamed(sample: unknown, names: Map<string, string>, draw: () => string | undefined): unknown {
  if (Array.isArray(sample)) return sample.map((each) => renamed(each, names, draw));
  if (!isObject(sample)) return sample;
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => {
      if (!names.has(key)) names.set(key, (FIXED.test(key) || key.includes('$') ? undefined : draw()) ?? key);
      return [names.get(key) ?? key, renamed(value, names, draw)];
    }),
  );
}

function nonsense(number: number): string {
  return `${'bcdfghklmnprstvz'[number % 16]}${'aeiou'[number % 5]}${'bcdfglmnprstvx'[number % 14]}${'aeiou'[number % 4]}${number % 97}`;
}
