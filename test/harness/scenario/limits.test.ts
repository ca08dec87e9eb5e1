import { describe, expect, it, test } from 'vitest';
import { SCENARIO_LIMITS } from '../../../src/harness/scenario/language/modifiers.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';

const { cases, steps, depth, times, atOnce, title } = SCENARIO_LIMITS;

interface Parts {
  readonly title?: string;
  readonly matrix?: string;
  readonly steps: string;
}

function scenario({ title: words = 'A list', matrix = '', steps: written }: Parts): string {
  return `title: ${words}
rules: [envelope.code]
needs:
  clients: { app: ['device:read'] }
${matrix}
steps:
${written}
  - listDevices:
    expect: SUCCESS
`;
}

const LIST = '  - listDevices:\n';
const axis = (name: string, count: number): string =>
  `  ${name}: [${Array.from({ length: count }, (_, at) => at).join(', ')}]`;

function diagnostics(text: string, include?: (path: string) => string | undefined): readonly string[] {
  const read = parseScenario(text, 'a/b.yaml', include ? { include } : {});
  if (read.ok) return [];
  return read.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

describe('a matrix', () => {
  it('has ten thousand combinations at most, which are counted before any is built', () => {
    const matrix = (a: number, b: number, c: number): string =>
      ['matrix:', axis('a', a), axis('b', b), axis('c', c)].join('\n');
    expect(diagnostics(scenario({ matrix: matrix(200, 200, 200), steps: LIST }))).toEqual([
      expect.stringMatching(/^a\/b\.yaml:6:3 the matrix has 8000000 combinations; 10000 at most are run$/),
    ]);
    const most = parseScenario(scenario({ matrix: matrix(100, 100, 1), steps: '' }), 'a/b.yaml');
    expect(most.ok && most.value.cases.length).toBe(cases);
    expect(diagnostics(scenario({ matrix: matrix(cases + 1, 1, 1), steps: '' }))).toHaveLength(1);
  });

  it('cannot multiply what stands in its values without end', () => {
    const large = `{ big: { ${Array.from({ length: 400 }, (_, at) => `f${at}: 1`).join(', ')} } }`;
    const matrix = `matrix:\n${axis('a', 10_000)}\n  b: [${large}]`;
    const use = '  - listDevices:\n    expect: { data: { fields: "${matrix.b.big}" } }\n';
    expect(diagnostics(scenario({ matrix, steps: use }))).toEqual([
      expect.stringMatching(/the cases of this file have more than 2000000 values in all/),
    ]);
  });
});

describe('a scenario', () => {
  test.each([
    ['steps', LIST.repeat(steps - 1), LIST.repeat(steps), `the scenario has more than ${steps} steps`],
    [
      'steps at once',
      `  - parallel:\n${`      - listDevices:\n        times: ${times}\n`.repeat(atOnce / times)}`,
      `  - parallel:\n${`      - listDevices:\n        times: ${times}\n`.repeat(atOnce / times)}      - listDevices:\n`,
      `more than ${atOnce} steps would run at once`,
    ],
    ['minutes of waiting', '  - wait: 10m\n', '  - wait: 601s\n', 'expected at most 10 min'],
  ])('has at most so many %s', (_what, within, beyond, message) => {
    expect(diagnostics(scenario({ steps: within }))).toEqual([]);
    expect(diagnostics(scenario({ steps: beyond }))).toEqual([expect.stringContaining(message)]);
  });

  it('does not multiply what runs at once by steps inside of steps', () => {
    const many = `parallel:
      - times: 200
        parallel:
          - times: 200
            parallel: [{ listDevices: null }]`;
    expect(diagnostics(scenario({ steps: `  - ${many}\n` }))).toContainEqual(
      expect.stringContaining(`more than ${atOnce} steps would run at once`),
    );
  });

  it('waits at an offset for ten minutes at most', () => {
    const late = '  - parallel:\n      - { listDevices: null, at: 1000h }\n';
    expect(diagnostics(scenario({ steps: late }))).toEqual([
      expect.stringContaining('at: expected at most 10 min'),
    ]);
  });

  it('has a title of at most so many letters, whatever is left out of it', () => {
    expect(diagnostics(scenario({ title: 'x'.repeat(title), steps: '' }))).toEqual([]);
    expect(diagnostics(scenario({ title: `"${'${'.repeat(100_000)}"`, steps: '' }))).toHaveLength(1);
  });

  it('may include a fragment that includes itself, and is told', () => {
    const include = (): string => 'steps:\n  - include: _self.yaml\n';
    expect(diagnostics(scenario({ steps: '  - include: _self.yaml\n' }), include)).toEqual([
      `_self.yaml:2:5 steps nest more than ${depth} levels deep`,
    ]);
    const twice = (): string => 'steps:\n  - include: _self.yaml\n  - include: _self.yaml\n';
    expect(diagnostics(scenario({ steps: '  - include: _self.yaml\n' }), twice)).toContainEqual(
      expect.stringContaining(`the scenario has more than ${steps} steps`),
    );
  });

  it('tells where an expression stands that cannot be run in linear time', () => {
    const with_ = (pattern: string): string =>
      `  - listDevices:\n    expect:\n      message: { matches: '${pattern}' }\n`;
    expect(diagnostics(scenario({ steps: with_('(?=a)b') }))).toEqual([
      'a/b.yaml:9:27 matches: look-around ((?=) is not supported',
    ]);
    expect(diagnostics(scenario({ steps: with_(String.raw`(a)\1`) }))).toEqual([
      String.raw`a/b.yaml:9:27 matches: back references (\1) are not supported`,
    ]);
    expect(diagnostics(scenario({ steps: with_('a${run.id}') }))).toContainEqual(
      expect.stringContaining('a regular expression cannot hold references'),
    );
  });
});
