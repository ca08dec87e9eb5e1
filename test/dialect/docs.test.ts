// docs/dialects.md shows nothing that does not work, and leaves out nothing that there is.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { FEATURE_NAMES, type Feature } from '../../src/contract/features.js';
import { FIXED_NAMES, SHAPE_NAMES } from '../../src/contract/schemas/shapes.js';
import { BYTE_CODECS, DURATION_CODECS, TIMESTAMP_CODECS } from '../../src/dialect/byte-codecs.js';
import { CHANNEL_ENCODINGS } from '../../src/dialect/compile-channels.js';
import { lackingShapes } from '../../src/dialect/settings.js';
import { dialectOf, textOf } from './read-dialect.js';

const DOC = readFileSync(new URL('../../docs/dialects.md', import.meta.url), 'utf8');
const EXAMPLES = [...DOC.matchAll(/```yaml\n(.*?)```/gs)].map(([, example = '']) => example);

/** The default dialect with what an example shows in place of its own. */
function withExample(example: string): string {
  return stringify({ ...(parse(textOf('default')) as object), ...(parse(example) as object) });
}

describe('the documentation of dialects', () => {
  it.each(EXAMPLES.map((example, at) => [at + 1, example] as const))(
    'has an example %i that works',
    (_, example) => {
      expect(dialectOf(withExample(example)).name).toMatch(/^(default|acme)$/);
    },
  );

  it('shows what its first example writes', () => {
    const { device } = dialectOf(withExample(EXAMPLES[0]!)).shapes;
    const wire = parse(/```json\n(.*?)```/s.exec(DOC)?.[1] ?? '') as unknown;
    const value = { deviceId: 'd1', name: 'Pump', online: true };
    expect(device.encode(value)).toStrictEqual(wire);
    expect(device.decode(wire)).toEqual({ ok: true, value });
  });

  it('names every shape', () => {
    const table = DOC.slice(DOC.indexOf('## The shapes'));
    expect(SHAPE_NAMES.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  it('names every encoding', () => {
    const section = DOC.slice(DOC.indexOf('## Encodings'), DOC.indexOf('## Objects, lists'));
    const named = [...section.matchAll(/`:(\w+)/g)].map(([, name = '']) => name);
    const known = [BYTE_CODECS, DURATION_CODECS, TIMESTAMP_CODECS].flatMap((codecs) => Object.keys(codecs));
    const others = ['string', 'number', 'x1000', 'x0', ...CHANNEL_ENCODINGS];
    expect([...new Set(named)].toSorted()).toEqual([...new Set([...known, ...others])].toSorted());
  });

  it('names everything that a server may be without, and the shapes that go with it', () => {
    const section = DOC.slice(DOC.indexOf('## What a server does not have'), DOC.indexOf('## Identifiers'));
    const rows = [...section.matchAll(/^\| `([\w-]+)`(.*)$/gm)].map(([, word = '', row = '']) => ({
      word,
      row,
    }));
    expect(rows.map(({ word }) => word)).toEqual(FEATURE_NAMES);
    for (const { word, row } of rows) {
      const shapes = [...lackingShapes(new Set([word as Feature])).keys()];
      expect(shapes.filter((shape) => !row.includes(`\`${shape}\``))).toEqual([]);
    }
  });

  it('names every name that the interface fixes', () => {
    const section = DOC.slice(DOC.indexOf('## What no dialect changes'), DOC.indexOf('## The shapes'));
    const fixed = Object.values(FIXED_NAMES).flatMap((names) => names.flatMap((name) => name.split('.')));
    expect(fixed.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });
});
