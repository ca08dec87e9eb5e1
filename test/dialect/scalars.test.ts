// Every way to write a scalar: what is written, and what else is read.
import { describe, expect, it } from 'vitest';
import { changed, dialectOf } from './read-dialect.js';

interface Line {
  readonly encoding: string;
  readonly canonical: unknown;
  readonly wire: unknown;
  readonly alsoReads?: readonly unknown[];
  readonly refuses: readonly unknown[];
}

const BYTES: Line[] = [
  {
    encoding: '',
    canonical: '01ff',
    wire: '01ff',
    alsoReads: ['01FF', '01fF'],
    refuses: ['1ff', 'xx', 1, ['01ff']],
  },
  { encoding: ':HEX', canonical: '01ff', wire: '01FF', alsoReads: ['01ff'], refuses: ['0 1', 'AP8='] },
  { encoding: ':base64', canonical: '00ff10', wire: 'AP8Q', refuses: ['AP8-', 'A', 'AP8Q=', 'A P8', 1] },
  { encoding: ':base64', canonical: '00ff', wire: 'AP8=', alsoReads: ['AP8'], refuses: ['AP8==', '===='] },
  { encoding: ':text', canonical: '414200ff', wire: 'AB\0ÿ', refuses: ['€', 7] },
  { encoding: ':text', canonical: '', wire: '', refuses: [null] },
];

const DURATIONS: Line[] = [
  { encoding: '', canonical: 1500, wire: 1500, alsoReads: [1500.2], refuses: [-1, '1500', Number.NaN] },
  { encoding: ':s', canonical: 1500, wire: 1.5, alsoReads: [1.5004], refuses: [-0.5, '1.5'] },
  {
    encoding: ':s:string',
    canonical: 1500,
    wire: '1.5',
    alsoReads: ['1.50', '15e-1'],
    refuses: [1.5, '1,5', '', ' 1', '0x1'],
  },
  { encoding: ':string', canonical: 0, wire: '0', refuses: [0, '00', '-1', 'NaN', 'Infinity'] },
];

const NOON = Date.UTC(2026, 0, 31, 12);
const MOMENTS: Line[] = [
  {
    encoding: '',
    canonical: NOON,
    wire: '2026-01-31T12:00:00.000Z',
    alsoReads: [
      '2026-01-31T12:00:00Z',
      '2026-01-31T12:00Z',
      '2026-01-31T13:00:00+01:00',
      '2026-01-31t06:30:00.000000-0530z'.replace(/z$/, ''),
    ],
    refuses: ['2026-01-31', '2026-01-31T12:00:00', 'Sat Jan 31 2026', NOON, '2026-01-32T12:00:00Z'],
  },
  {
    encoding: ':ms',
    canonical: NOON,
    wire: NOON,
    alsoReads: [NOON + 0.4],
    refuses: ['2026-01-31T12:00:00Z', -1],
  },
  { encoding: ':s', canonical: NOON + 1, wire: NOON / 1000 + 0.001, refuses: [`${NOON / 1000}`] },
  { encoding: ':s:string', canonical: NOON, wire: `${NOON / 1000}`, refuses: [NOON / 1000] },
];

const NUMBERS: Line[] = [
  { encoding: '', canonical: 9600, wire: 9600, refuses: ['9600', true, null] },
  {
    encoding: ':string',
    canonical: 9600,
    wire: '9600',
    alsoReads: ['9.6e3', '9600.0'],
    refuses: [9600, '9600 ', '+9600'],
  },
];

const LIFETIMES: Line[] = [
  { encoding: '', canonical: 60, wire: 60, refuses: ['60'] },
  { encoding: ':s:string', canonical: 60, wire: '60', refuses: [60] },
  { encoding: ':ms', canonical: 1.5, wire: 1500, refuses: ['1500', -1] },
  { encoding: ':x10', canonical: 1.5, wire: 15, refuses: ['15'] },
  { encoding: ':iso', canonical: 90, wire: 'PT90S', alsoReads: ['PT1M30S'], refuses: [90, '90'] },
];

const INDICES: Line[] = [
  { encoding: '', canonical: 1, wire: 1, refuses: [0, 1.5, '1', 65_537] },
  { encoding: ':string', canonical: 12, wire: '12', refuses: [12, '012', '0'] },
];

const WORDS: Line[] = [
  { encoding: '', canonical: 'jog', wire: 'jog', refuses: ['JOG', 2] },
  { encoding: '(AN|AUS|PULS)', canonical: 'jog', wire: 'PULS', refuses: ['jog', 'puls'] },
  { encoding: '(1|0|-2):number', canonical: 'jog', wire: -2, refuses: ['-2', 2, true] },
];

const TRUTHS: Line[] = [
  { encoding: '', canonical: true, wire: true, refuses: ['true', 1] },
  { encoding: '(UP|DOWN)', canonical: false, wire: 'DOWN', refuses: [false, 'down'] },
  { encoding: '(1|0):number', canonical: true, wire: 1, refuses: ['1', true, 2] },
];

describe.each([
  ['bytes', 'transceiveResult', 'data', BYTES, {}],
  ['a duration', 'jogBody', 'duration', DURATIONS, {}],
  ['a moment', 'wsEvent', 'occurredAt', MOMENTS, { topic: 't', data: 1 }],
  ['a number', 'baudRateParams', 'baudRate', NUMBERS, {}],
  ['a lifetime', 'ticket', 'expiresIn', LIFETIMES, { ticket: 't' }],
  ['an index', 'jogParams', 'index', INDICES, { duration: 1 }],
  ['a word', 'singleRelayBody', 'action', WORDS, {}],
  ['a truth', 'device', 'online', TRUTHS, { deviceId: 'd' }],
] as const)('%s', (_, shape, field, lines, others) => {
  const rest = Object.keys(others)
    .map((name) => `${name}: $${name}, `)
    .join('');

  it.each(lines)(
    'with the encoding "$encoding" writes $canonical as $wire',
    ({ encoding, canonical, wire, alsoReads = [], refuses }) => {
      const dialect = dialectOf(changed(shape, `{ ${rest}x: "$${field}${encoding}" }`));
      const codec = dialect.shapes[shape] as {
        encode(value: unknown): unknown;
        decode(wire: unknown): { ok: boolean };
      };
      const value = { ...others, [field]: canonical };
      expect(codec.encode(value)).toStrictEqual({ ...others, x: wire });
      for (const read of [wire, ...alsoReads]) {
        expect(codec.decode({ ...others, x: read })).toStrictEqual({ ok: true, value });
      }
      for (const refused of refuses)
        expect(codec.decode({ ...others, x: refused })).toMatchObject({ ok: false });
    },
  );
});

describe('text around a scalar', () => {
  it.each([
    ['K${index}', 3, 'K3', ['3', 'K', 'k3', 'K3 ', 'K03']],
    ['${index}', 3, '3', ['K3', 3]],
    ['$$${index}$$', 3, '$3$', ['3', '$3', '$$']],
    ['aa${index}aa', 3, 'aa3aa', ['aa', 'aaa', 'aaaa']],
  ])('%s writes %i as %s', (template, index, wire, refused) => {
    const { jogParams } = dialectOf(changed('jogParams', `{ d: $duration, x: "${template}" }`)).shapes;
    expect(jogParams.encode({ index, duration: 0 })).toEqual({ d: 0, x: wire });
    expect(jogParams.decode({ d: 0, x: wire })).toEqual({ ok: true, value: { index, duration: 0 } });
    for (const other of refused) expect(jogParams.decode({ d: 0, x: other })).toMatchObject({ ok: false });
  });

  it('is a literal when there is no placeholder in it, with $$ for a dollar sign', () => {
    const { jogBody } = dialectOf(
      changed('jogBody', '{ d: $duration, "$$k": "5 $$", n: null, l: [] }'),
    ).shapes;
    expect(jogBody.encode({ duration: 1 })).toEqual({ d: 1, $k: '5 $', n: null, l: [] });
    expect(jogBody.decode({ d: 1, $k: '5 $', n: null, l: [] })).toMatchObject({ ok: true });
    expect(jogBody.decode({ d: 1, $k: '5 $', n: 0, l: [] })).toMatchObject({ ok: false });
    expect(jogBody.decode({ d: 1, $k: '5 $', n: null, l: [1] })).toMatchObject({ ok: false });
  });
});
