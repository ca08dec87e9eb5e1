// docs/dialects.md shows nothing that does not work, and leaves out nothing that there is.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { FIXED_NAMES, SHAPE_NAMES } from '../../src/contract/schemas/shapes.js';
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

  it('names every name that the interface fixes', () => {
    const section = DOC.slice(DOC.indexOf('## What no dialect changes'), DOC.indexOf('## The shapes'));
    const fixed = Object.values(FIXED_NAMES).flatMap((names) => names.flatMap((name) => name.split('.')));
    expect(fixed.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });
});
