// Shows the guards over imports deliberate violations, and their lawful neighbours.
import { describe, expect, test } from 'vitest';
import { noCycles, noFolderCycles } from './cycles.js';
import { format, said, type SourceFile } from './finding.js';
import { importMatrix } from './import-matrix.js';

/** One file of each area to import, so that only the right to do so is in question. */
const TARGETS = [
  'src/kernel/clock.ts',
  'src/contract/topics.ts',
  'src/document/problem.ts',
  'src/dialect/shape.ts',
  'src/trace/record.ts',
  'src/simulator/simulator.ts',
  'src/simulator/device/relay.ts',
  'src/simulator/service/service.ts',
  'src/simulator/transport/rest.ts',
  'src/simulator/faults/registry.ts',
  'src/simulator/control/journal.ts',
  'src/harness/run/plan.ts',
  'src/harness/target/driver.ts',
  'src/harness/judge/invariant.ts',
  'src/harness/scenario/scenario.ts',
  'src/lab/default-seed.ts',
  'src/report/junit.ts',
  'src/cli/main.ts',
].map((path) => ({ path, source: '// A file.' }));

describe('the import matrix', () => {
  const at = (path: string, source: string): string[] => said(importMatrix, path, source, TARGETS);

  test.each([
    ['src/kernel/x.ts', `import { a } from '../contract/topics.js';`, 'kernel may not import contract'],
    ['src/contract/x.ts', `export * from '../trace/record.js';`, 'contract may not import trace'],
    ['src/trace/x.ts', `export type { A } from '../dialect/shape.js';`, 'trace may not import dialect'],
    ['src/document/x.ts', `import '../contract/topics.js';`, 'document may not import contract'],
    [
      'src/page/x.tsx',
      `import { a } from '../simulator/simulator.js';`,
      'page may not import values of simulator',
    ],
    ['src/page/x.tsx', `import { b } from '../kernel/clock.js';`, 'page may not import kernel'],
    [
      'src/harness/x.ts',
      `import type { A } from '../simulator/simulator.js';`,
      'harness may not import simulator',
    ],
    ['src/harness/x.ts', `let a: import('../simulator/simulator.js').A;`, 'harness may not import simulator'],
    ['src/simulator/x.ts', `await import('../harness/run/plan.js');`, 'simulator may not import harness'],
    ['src/simulator/x.ts', 'await import(`../harness/${name}.js`);', 'imports a computed path'],
    [
      'src/report/x.ts',
      `import { a } from '../harness/run/plan.js';`,
      'report may not import values of harness',
    ],
    ['src/report/x.ts', `import '../lab/default-seed.js';`, 'report may not import values of lab'],
    ['src/report/x.ts', `import '../dialect/shape.js';`, 'report may not import dialect'],
    ['src/lab/x.ts', `import '../cli/main.js';`, 'lab may not import cli'],
    ['src/lab/x.ts', `import type { A } from '../report/junit.js';`, 'lab may not import report'],
    ['src/harness/run/x.ts', `import '../../lab/default-seed.js';`, 'harness may not import lab'],
    ['src/simulator/x.ts', `import '../lab/default-seed.js';`, 'simulator may not import lab'],
    [
      'src/cli/x.ts',
      `import type { A } from '../harness/run/plan.js'; import '../simulator/simulator.js';`,
      'joins the simulator and the harness',
    ],
    [
      'src/index.ts',
      `export { a } from './harness/run/plan.js'; let b: import('./simulator/simulator.js').A;`,
      'joins the simulator and the harness',
    ],
    [
      'src/harness/property/x.ts',
      `import { a } from '../run/plan.js';`,
      'harness/property may not import harness/run',
    ],
    ['src/harness/x.ts', `import '../cli/main.js';`, 'harness may not import cli'],
    [
      'src/harness/judge/x.ts',
      `import type { A } from '../scenario/scenario.js';`,
      'harness/judge may not import harness/scenario',
    ],
    [
      'src/harness/target/x.ts',
      `import { a } from '../run/plan.js';`,
      'harness/target may not import harness/run',
    ],
    ['src/util/x.ts', `import '../kernel/clock.js';`, 'util is an area without a row'],
    ['src/kernel/x.ts', `import { z } from 'zod';`, 'kernel imports the package zod'],
    ['src/contract/x.ts', `import WebSocket from 'ws';`, 'contract imports the package ws'],
    ['src/harness/x.ts', `import { a } from 'relaybench';`, 'imports its own package'],
    ['src/cli/x.ts', `import '../../test/helper.js';`, 'which is no file of src'],
    ['examples/client/x.ts', `import '../../src/contract/topics.js';`, 'examples may not import contract'],
    ['examples/client/x.ts', `import { z } from 'zod';`, 'examples imports the package zod'],
  ])('objects in %s to %s', (path, source, diagnostic) => {
    expect(at(path, `// A file.\n${source}`)).toEqual([expect.stringContaining(`${path}:2: `)]);
    expect(at(path, source)[0]).toContain(diagnostic);
  });

  test.each([
    ['device', '../service/service.js', 'simulator/device may not import simulator/service'],
    ['service', '../transport/rest.js', 'simulator/service may not import simulator/transport'],
    ['service', '../faults/registry.js', 'simulator/service may not import simulator/faults'],
    ['service', '../simulator.js', 'simulator/service may not import simulator/wiring'],
    ['transport', '../control/journal.js', 'simulator/transport may not import simulator/control'],
    ['faults', '../service/service.js', 'simulator/faults may not import values of simulator/service'],
    ['defects', '../transport/rest.js', 'simulator/defects may not import values of simulator/transport'],
    ['defects', '../faults/registry.js', 'simulator/defects may not import simulator/faults'],
    ['new-part', '../device/relay.js', 'simulator/new-part is an area without a row'],
  ])('objects in simulator/%s to %s', (part, specifier, diagnostic) => {
    expect(at(`src/simulator/${part}/x.ts`, `import { a } from '${specifier}';`)[0]).toContain(diagnostic);
  });

  test.each([
    ['src/kernel/x.ts', `import { a } from 'pure-rand/generator/xoroshiro128plus';`],
    ['src/contract/x.ts', `import { z } from 'zod'; import '../kernel/clock.js';`],
    ['src/report/x.ts', `import type { A } from '../harness/run/plan.js'; import '../contract/topics.js';`],
    ['src/simulator/defects/x.ts', `import type { A } from '../service/service.js';`],
    ['src/simulator/transport/x.ts', `import { a } from '../service/service.js';`],
    ['src/simulator/simulator.ts', `import './control/journal.js'; import './faults/registry.js';`],
    ['src/cli/x.ts', `import '../harness/run/plan.js'; await import('../simulator/simulator.js');`],
    ['src/lab/x.ts', `import '../harness/run/plan.js'; import '../simulator/simulator.js';`],
    ['src/report/x.ts', `import { a } from '../trace/record.js';`],
    ['src/index.ts', `export { a } from './report/junit.js';`],
  ])('takes in %s %s', (path, source) => {
    expect(at(path, source)).toEqual([]);
  });
});

describe('the guard against cycles', () => {
  const file = (name: string, imports: string): SourceFile => ({ path: `src/${name}.ts`, source: imports });

  test('names the whole way round', () => {
    const files = [
      file('a', `import './b.js';`),
      file('b', `import './c.js';`),
      file('c', `import './a.js';`),
    ];
    expect(noCycles(files).map(format)).toEqual([
      expect.stringContaining('src/c.ts:1: closes the cycle src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts'),
    ]);
  });

  test('counts imports of types, too', () => {
    const round = [file('a', `import './b.js';`), file('b', `import type { A } from './a.js';`)];
    expect(noCycles(round).map(format)).toEqual([
      expect.stringContaining('src/b.ts:1: closes the cycle src/a.ts -> src/b.ts -> src/a.ts'),
    ]);
  });

  test('lets two ways lead to one file', () => {
    const two = [
      file('a', `import './b.js';`),
      file('b', ''),
      file('c', `import './a.js'; import './b.js';`),
    ];
    expect(noCycles(two)).toEqual([]);
  });

  test('finds parts of the harness that import each other, though no file does', () => {
    const [there, back] = [file('harness/run/plan', ''), file('harness/judge/judge', '')];
    const files = [
      there,
      back,
      file('harness/run/run', `import type { Judge } from '../judge/judge.js';`),
      file('harness/judge/late', `import { plan } from '../run/plan.js';`),
    ];
    expect(noCycles(files)).toEqual([]);
    expect(noFolderCycles(files).map(format)).toEqual([
      expect.stringContaining('closes the cycle src/harness/run -> src/harness/judge -> src/harness/run'),
    ]);
  });
});
