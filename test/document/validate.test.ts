import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatProblem } from '../../src/document/problem.js';
import { validate } from '../../src/document/validate.js';
import { readYaml } from '../../src/document/yaml-document.js';

const shape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sine'), period: z.number() }),
  z.strictObject({ kind: z.literal('step'), every: z.number() }),
]);
const schema = z.strictObject({
  name: z.string(),
  mode: z.enum(['fast', 'slow']).optional(),
  signals: z.array(shape).optional(),
});

function diagnostics(text: string): string[] {
  const document = readYaml(text, 'bench.yaml');
  if (!document.ok) return document.problems.map((problem) => formatProblem(problem, text));
  const result = validate(document.value, schema);
  return result.ok ? [] : result.problems.map((problem) => formatProblem(problem, text));
}

describe('validating a YAML document', () => {
  it('accepts what fits', () => {
    expect(diagnostics('name: bench\nmode: fast\nsignals:\n  - { kind: sine, period: 2 }\n')).toEqual([]);
  });

  it('takes what a merge key brings in, at the place of the map', () => {
    const base = 'name: bench\nsignals:\n  - &one { kind: sine, period: 2 }\n';
    expect(diagnostics(`${base}  - { <<: *one, period: 3 }\n`)).toEqual([]);
    expect(diagnostics(`${base}  - { <<: *one, every: 3 }\n`)).toEqual([
      expect.stringContaining('unknown key "every"'),
    ]);
    for (const no of ['7', '[1, 2]', 'bench'])
      expect(diagnostics(`name: bench\n<<: ${no}\n`)).toEqual([
        expect.stringContaining('what `<<` brings in has to be a map'),
      ]);
    expect(diagnostics('name: &self { <<: *self }\n')).toEqual([expect.stringContaining('alias')]);
  });

  it('names the place of an unknown key and the key that was meant', () => {
    expect(diagnostics('name: bench\nmod: fast\n')).toMatchInlineSnapshot(`
      [
        "bench.yaml:2:1  unknown key "mod"

        1 | name: bench
      > 2 | mod: fast
          | ^
        3 |

      Did you mean "mode"?",
      ]
    `);
  });

  it('knows the keys of every branch of a union', () => {
    const [first] = diagnostics('name: bench\nsignals:\n  - { kind: sine, perod: 2, period: 1 }\n');
    expect(first).toContain('bench.yaml:3:19  unknown key "perod" in signals.0');
    expect(first).toContain('Did you mean "period"?');
  });

  it('names the words that are allowed, and the one that was meant', () => {
    const [first] = diagnostics('name: bench\nmode: fats\n');
    expect(first).toContain('bench.yaml:2:7  mode is "fats"; expected "fast", "slow"');
    expect(first).toContain('Did you mean "fast"?');
  });

  it('points at YAML that cannot be read', () => {
    expect(diagnostics('name: [bench\n')[0]).toMatch(/^bench\.yaml:\d+:\d+ {2}not valid YAML/);
  });

  it('refuses a document that grows by aliases', () => {
    const bomb = ['a: &a [x]', ...Array.from({ length: 110 }, (_, at) => `b${at}: *a`)].join('\n');
    expect(diagnostics(bomb)[0]).toContain('more than 100 aliases');
  });

  it('reports all that is wrong, from the top down', () => {
    expect(diagnostics('nam: bench\nmode: 3\n').map((text) => text.split('\n')[0])).toEqual([
      'bench.yaml:1:1  name is missing; expected string',
      'bench.yaml:1:1  unknown key "nam"',
      'bench.yaml:2:7  mode is "3"; expected "fast", "slow"',
    ]);
  });

  it('cuts a long line to the part around the place', () => {
    const long = `name: ${'x'.repeat(200)}\nmode: fats # ${'y'.repeat(200)}\n`;
    const [first] = diagnostics(long);
    expect(first).toContain(`  1 | name: ${'x'.repeat(114)}…\n`);
    expect(first).toContain(`> 2 | mode: fats # ${'y'.repeat(107)}…\n    |       ^\n`);

    const [last] = diagnostics(`{ name: ${'x'.repeat(200)}, mode: fats }\n`);
    expect(last).toContain(`> 1 | …${'x'.repeat(106)}, mode: fats }\n    | ${' '.repeat(115)}^\n`);

    const signals = '{ kind: sine, period: 1 }, '.repeat(10);
    const [amid] = diagnostics(
      `{ name: bench, signals: [${signals}{ kind: sone, period: 1 }, ${signals}] }\n`,
    );
    const [, shown = '', caret = ''] = /> 1 \| (.*)\n {4}\| (.*)/.exec(amid ?? '') ?? [];
    expect(shown).toMatch(/^….{120}…$/);
    expect(shown.slice(caret.length - 1)).toMatch(/^sone, period/);
  });
});
