// Shows each guard a deliberate violation, and its lawful neighbour: a guard that cannot fire guards nothing.
import { describe, expect, test } from 'vitest';
import { format, said, type SourceFile } from './finding.js';
import { nodeAtTheEdges, timeAndChance } from './host.js';
import { shortFiles, shortFunctions, shortMedian } from './sizes.js';
import { foreignJson, urlParts } from './foreign-json.js';
import { finished, kebabNames, noDefaultExports, openingComments } from './text.js';
import { topLevel } from './top-level.js';

describe('the guard over JSON of the network', () => {
  test.each(['transport/rest/a.ts', 'control/a.ts', 'faults/engine/a.ts'])('objects in %s', (path) => {
    expect(said(foreignJson, `src/simulator/${path}`, 'const a = 1;\nJSON.parse(text);')).toEqual([
      expect.stringContaining(`src/simulator/${path}:2: parses JSON without limits`),
    ]);
  });

  test('leaves alone what parses its own, or within limits', () => {
    expect(said(foreignJson, 'src/simulator/edge/a.ts', 'JSON.parse(text);')).toEqual([]);
    expect(said(foreignJson, 'src/simulator/control/a.ts', 'readJson(text, LIMITS);')).toEqual([]);
  });
});

describe('the guard over parts of URLs', () => {
  test('objects to what throws at half of a character', () => {
    expect(said(urlParts, 'src/cli/a.ts', 'fill(url, encodeURIComponent);')).toEqual([
      expect.stringContaining('src/cli/a.ts:1: uses encodeURIComponent'),
    ]);
    for (const path of ['src/page/live/a.ts', 'src/kernel/url-part.ts', 'examples/client/a.ts'])
      expect(said(urlParts, path, 'encodeURIComponent(id);')).toEqual([]);
  });
});

describe('the guard over time and chance', () => {
  test.each([
    ['Date.now();', 'Date.now()'],
    ['const read = Date.now;', 'Date.now'],
    ['globalThis.Date.now();', 'Date.now()'],
    [`globalThis['Date']?.['now']();`, 'Date.now()'],
    ['const { now } = Date;', 'Date.now'],
    ['const { setTimeout: later } = globalThis;', 'setTimeout'],
    ['const D = Date;', 'Date'],
    ['new Date();', 'new Date()'],
    ['Date();', 'Date()'],
    ['Math.random();', 'Math.random()'],
    ['crypto.randomUUID();', 'crypto.randomUUID()'],
    ['setTimeout(go, 5);', 'setTimeout()'],
    ['globalThis.setTimeout(go, 5);', 'setTimeout()'],
    ['run({ setInterval });', 'setInterval'],
    ['setImmediate(go);', 'setImmediate()'],
    ['performance.now();', 'performance.now()'],
    ['AbortSignal.timeout(5);', 'AbortSignal.timeout()'],
    [`import * as timers from 'node:timers/promises';`, 'node:timers/promises'],
  ])('objects to %s', (source, use) => {
    const [first, ...rest] = said(timeAndChance, 'src/cli/x.ts', `// A file.\n${source}`);
    expect(first).toContain(`src/cli/x.ts:2: `);
    expect(first).toContain(`s ${use}. `);
    expect(rest).toEqual([]);
  });

  test.each([
    'new Date(0).toISOString();',
    'clock.setTimeout(5); const port = { setTimeout: 1, now() {} };',
    'queueMicrotask(go);',
    'Math.max(1, 2);',
    `// Date.now() is said here only.\nconst text = 'setTimeout()';`,
  ])('takes %s', (source) => {
    expect(said(timeAndChance, 'src/cli/x.ts', source)).toEqual([]);
  });

  test('leaves the kernel alone', () => {
    expect(said(timeAndChance, 'src/kernel/x.ts', 'Date.now();')).toEqual([]);
  });
});

describe('the guard over Node', () => {
  test.each([`import { readFileSync } from 'node:fs';`, `import 'fs';`, 'process.env;', 'Buffer.from([]);'])(
    'objects to %s in a device and takes it at the edges',
    (source) => {
      expect(said(nodeAtTheEdges, 'src/simulator/device/x.ts', source)[0]).toContain('device/x.ts:1: ');
      for (const edge of ['simulator/transport', 'simulator/control', 'harness/target', 'cli'])
        expect(said(nodeAtTheEdges, `src/${edge}/x.ts`, source)).toEqual([]);
    },
  );
});

describe('the guards over sizes', () => {
  const lines = (count: number): string => '// A line.\n'.repeat(count);

  test('object to a file of 401 lines, tables aside', () => {
    expect(said(shortFiles, 'src/cli/x.ts', lines(401))[0]).toContain('src/cli/x.ts:401: is 401 lines long');
    expect(said(shortFiles, 'src/cli/x.ts', lines(400))).toEqual([]);
    expect(said(shortFiles, 'src/contract/rules/x.ts', lines(401))).toEqual([]);
  });

  test('object to a median of 150 lines', () => {
    const file = (count: number): SourceFile => ({ path: `src/${count}.ts`, source: lines(count) });
    expect(shortMedian([file(10), file(150), file(160)]).map(format)[0]).toContain(
      'median of 3 files is 150',
    );
    expect(shortMedian([file(10), file(149), file(300)])).toEqual([]);
  });

  test.each(['function long() {', 'const long = () => {', 'const x = { long() {', 'class X { long() {'])(
    'object to a function of 70 lines that begins with %s',
    (head) => {
      const body = (count: number): string =>
        `${head}${'\n'.repeat(count - 1)}}${head.includes('{ ') ? '}' : ''}`;
      const [first] = said(shortFunctions, 'src/cli/x.ts', body(70));
      expect(first).toContain('src/cli/x.ts:1: the function long is 70 lines long');
      expect(said(shortFunctions, 'src/cli/x.ts', body(69))).toEqual([]);
    },
  );
});

describe('the guards over the outside of a file', () => {
  test.each(['src/cli/runAll.ts', 'src/Cli/run.ts', 'scenarios/relay/turn_on.yaml'])(
    'object to the name %s',
    (path) => {
      expect(said(kebabNames, path, '')[0]).toContain('is not kebab-case');
    },
  );

  test.each([
    'src/cli/run-all.test.ts',
    'fixtures/rs485/a-1.golden.json',
    'test/__snapshots__/a.test.ts.snap',
    'proof/bench/README.md',
    'examples/pytest/test_gate.py',
    'examples/junit/GateTest.java',
  ])('take the name %s', (path) => {
    expect(said(kebabNames, path, '')).toEqual([]);
  });

  test.each([
    ['const a = 1;', 'does not open with a comment'],
    ['\n// Late.', 'does not open with a comment'],
    ['// 1\n// 2\n// 3\n// 4\n', 'opens with a comment of 4 lines'],
    ['/*\n2\n3\n4 */', 'opens with a comment of 4 lines'],
    [`#!/usr/bin/env node\nimport './a.js';`, 'does not open with a comment'],
  ])('object to the opening %j', (source, diagnostic) => {
    expect(said(openingComments, 'src/a.ts', source)[0]).toContain(`src/a.ts:1: ${diagnostic}`);
  });

  test.each(['// 1\n// 2\n// 3\n\n// 5', '/* 1\n2 */\nconst a = 1;', '#!/usr/bin/env node\n// 1\n'])(
    'take the opening %j',
    (source) => {
      expect(said(openingComments, 'src/a.ts', source)).toEqual([]);
    },
  );

  test.each([
    'export default 1;',
    'const a = 1; export { a as default };',
    `export { default } from './b.js';`,
  ])('object to %s', (source) => {
    expect(said(noDefaultExports, 'src/a.ts', source)[0]).toContain('src/a.ts:1: has a default export');
  });

  test('take an export with a name', () => {
    expect(said(noDefaultExports, 'src/a.ts', 'export const a = 1;')).toEqual([]);
  });

  test.each([['TO', 'DO'].join(''), ['FIX', 'ME'].join(''), 'stub', 'Stubs', 'stubClock'])(
    'object to the word %s',
    (word) => {
      expect(said(finished, 'scenarios/a.yaml', `a: 1\n# ${word}: later`)[0]).toContain(
        'scenarios/a.yaml:2: says',
      );
    },
  );

  test('take words that only look alike', () => {
    expect(said(finished, 'src/a.ts', '// a stubborn server, todos of a person')).toEqual([]);
  });
});

describe('the guard over the top folder', () => {
  test('objects to what is not on the list', () => {
    const paths = ['README.md', '.ci/run', '.npmrc', 'src/index.ts', 'notes.md', 'lib/a.ts', 'lib/b.ts'];
    expect(topLevel(paths).map(({ path }) => path)).toEqual(['notes.md', 'lib']);
  });
});
