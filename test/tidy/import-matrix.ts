// Who may import whom: the matrix of the areas, and the inner ones of the simulator and of the harness.
import { isBuiltin } from 'node:module';
import type { Finding, Guard, SourceFile } from './finding.js';
import { type Import, importsOf, packageOf } from './imports.js';

interface Row {
  /** Areas whose values and types may be imported, besides the area itself. */
  readonly values: readonly string[];
  /** Areas of which only types may be imported. */
  readonly types?: readonly string[];
  /** The npm packages allowed; absent means any. */
  readonly packages?: readonly string[];
}

type Matrix = Readonly<Record<string, Row>>;

const BASE = ['kernel', 'output', 'contract', 'document', 'dialect', 'trace'];
const EVERYTHING = [
  ...BASE,
  'pattern',
  'checker',
  'specification',
  'simulator',
  'harness',
  'audit',
  'probe',
  'lab',
  'report',
  'cli',
];

/** The two that meet in the lab, and nowhere else. */
const APART = ['simulator', 'harness'];
const JOINT = 'lab';

const AREAS: Matrix = {
  kernel: { values: [], packages: ['pure-rand'] },
  // Texts on their way out.
  output: { values: ['kernel'] },
  contract: { values: ['kernel'], packages: ['zod'] },
  document: { values: ['kernel'] },
  // Expressions and globs that people write, on an engine that takes linear time.
  pattern: { values: [], packages: ['re2js'] },
  dialect: { values: ['kernel', 'output', 'contract', 'document'] },
  // Documents for other tools, of which the simulator serves one.
  specification: { values: ['kernel', 'contract', 'dialect'] },
  trace: { values: ['kernel', 'contract'] },
  // The second judge shares the format of traces with the first, and nothing else.
  checker: { values: [], types: ['trace'], packages: [] },
  simulator: { values: [...BASE, 'pattern', 'specification'] },
  harness: { values: [...BASE, 'pattern', 'probe'] },
  // What is known of a target, and how sure it is: of the harness it uses the driver, and a run uses it.
  probe: { values: [...BASE, 'harness'] },
  // The judge of clients stands beside the harness and, like it, apart from the simulator.
  audit: { values: [...BASE, 'harness'] },
  // What runs a simulator and a harness together.
  [JOINT]: { values: [...BASE, 'pattern', ...APART, 'audit', 'checker'] },
  // Results quote records of the trace, and one format is the trace itself.
  report: {
    values: ['kernel', 'output', 'contract', 'document', 'trace'],
    types: ['harness', 'audit', JOINT],
  },
  // What runs in a browser: it shares types with those who send it something, and how texts are shown.
  page: {
    values: ['output'],
    types: ['simulator', 'report', 'trace', 'contract'],
    packages: ['preact', '@preact/signals', 'uplot'],
  },
  cli: { values: [...EVERYTHING, 'mcp'] },
  // The tools of `conform mcp`.
  mcp: { values: [...EVERYTHING, 'library'] },
  // What the package offers to the tests and programs of others.
  library: { values: EVERYTHING },
  'index.ts': { values: [...EVERYTHING, 'library'] },
  // What users copy stands on its own.
  examples: { values: [], packages: ['undici', 'ws', 'relaybench', 'vitest'] },
};

/** Files that lie in src/simulator itself are its wiring: they may import every part, and no part runs them. */
const WIRING = 'wiring';
const PARTS = [
  'limits',
  'device',
  'fleet',
  'service',
  'state',
  'cluster',
  'transport',
  'faults',
  'defects',
  'styles',
  'edge',
  'variants',
  'control',
];
const SIMULATOR: Matrix = {
  // Numbers only.
  limits: { values: [] },
  device: { values: [] },
  fleet: { values: ['device'] },
  service: { values: ['device', 'limits'] },
  // Stores of what the service remembers.
  state: { values: ['service', 'control'], types: ['device', 'fleet', WIRING] },
  // One service in many processes: a store that they share, and what they tell each other.
  cluster: {
    values: ['service', 'limits'],
    types: ['device', 'edge', 'fleet', 'state', 'control', 'transport', 'faults', WIRING],
  },
  transport: { values: ['service', 'device', 'limits'], types: ['edge'] },
  control: {
    values: ['service', 'device', 'fleet', 'faults', 'defects', 'limits'],
    types: ['transport', 'cluster', 'edge', WIRING],
  },
  // Where the simulator is changed or seen from outside: what lies at each place is known by its type only.
  edge: { values: [], types: ['service', 'device', 'fleet', 'transport'] },
  faults: { values: ['edge', 'limits', 'device', 'transport'], types: ['service', 'fleet'] },
  defects: { values: ['edge', 'service'], types: ['device', 'transport'] },
  styles: { values: ['edge', 'service'], types: ['device', 'transport'] },
  variants: { values: ['fleet', 'faults', 'styles'] },
  [WIRING]: { values: PARTS },
};

/** A ladder: each part may import those above it, and none below. */
const HARNESS: Matrix = ladder([
  ['verdict', 'profile'],
  ['target', 'restore'],
  ['safety', 'stimuli'],
  ['judge'],
  ['witness'],
  ['scenario'],
  ['property'],
  ['run'],
]);

/** Where harness and probe meet. */
const MEETING: Matrix = {
  ...Object.fromEntries(Object.keys(HARNESS).map((part) => [part, { values: [] }])),
  run: { values: ['probe'] },
  probe: { values: ['verdict', 'profile', 'target'] },
};

function ladder(steps: readonly (readonly string[])[]): Matrix {
  return Object.fromEntries(
    steps.flatMap((parts, at) => parts.map((part) => [part, { values: steps.slice(0, at).flat() }])),
  );
}

export const importMatrix: Guard = (files) => {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap((file) => [
    ...importsOf(file).flatMap((each) => {
      const diagnostic =
        each.target === undefined ? foreign(file, each) : inner(file, each, each.target, known);
      return diagnostic ? [{ path: file.path, line: each.line, ...diagnostic }] : [];
    }),
    ...joints(file),
  ]);
};

/** A file outside of the lab that imports both. What is loaded for one call or another is not joined. */
function joints(file: SourceFile): Finding[] {
  if (areaOf(file.path) === JOINT) return [];
  const firsts = APART.map((area) =>
    importsOf(file).find(({ target, dynamic }) => !dynamic && areaOf(target ?? '') === area),
  );
  if (firsts.includes(undefined)) return [];
  const line = Math.max(...firsts.map((each) => each?.line ?? 0));
  const todo = `Move what needs both to src/${JOINT}`;
  return [{ path: file.path, line, what: `joins the ${APART.join(' and the ')}`, todo }];
}

type Diagnostic = Pick<Finding, 'what' | 'todo'>;

function foreign({ path }: SourceFile, { specifier, computed }: Import): Diagnostic | undefined {
  const name = packageOf(specifier);
  if (computed)
    return { what: `imports a computed path, ${specifier}`, todo: 'Write the path as a plain string' };
  // What users copy names the package as they do.
  if ((name === 'relaybench' && areaOf(path) !== 'examples') || name.startsWith('#'))
    return { what: `imports its own package as ${specifier}`, todo: 'Import the file by its relative path' };
  const row = AREAS[areaOf(path)];
  if (isBuiltin(specifier) || !row?.packages || row.packages.includes(name)) return undefined;
  return {
    what: `${areaOf(path)} imports the package ${name}`,
    todo: `It may use only ${row.packages.join(', ')}; move what needs ${name} to another area`,
  };
}

function inner(
  { path }: SourceFile,
  { specifier, typeOnly }: Import,
  target: string,
  known: ReadonlySet<string>,
): Diagnostic | undefined {
  // A style sheet is for the bundler.
  if (target.endsWith('.css')) return undefined;
  if (!known.has(target) && !known.has(`${target}x`))
    return { what: `imports ${specifier}, which is no file of src`, todo: 'Correct the path' };
  const [from, to] = [areaOf(path), areaOf(target)];
  if (from === 'harness' && to === 'probe')
    return check(MEETING, partOf(path), 'probe', typeOnly, 'harness/');
  if (from === 'probe' && to === 'harness') return check(MEETING, 'probe', partOf(target), typeOnly);
  if (from !== to) return check(AREAS, from, to, typeOnly);
  if (from === 'simulator') return check(SIMULATOR, partOf(path), partOf(target), typeOnly, 'simulator/');
  if (from === 'harness') return check(HARNESS, partOf(path), partOf(target), typeOnly, 'harness/');
  return undefined;
}

function check(
  matrix: Matrix,
  from: string,
  to: string,
  typeOnly: boolean,
  prefix = '',
): Diagnostic | undefined {
  const row = matrix[from];
  if (!row)
    return {
      what: `${prefix}${from} is an area without a row`,
      todo: 'Give it one in test/tidy/import-matrix.ts',
    };
  if (from === to || row.values.includes(to)) return undefined;
  const types = row.types?.includes(to) ?? false;
  if (types && typeOnly) return undefined;
  return {
    what: `${prefix}${from} may not import ${types ? 'values of ' : ''}${prefix}${to}`,
    todo: types ? 'Use import type, or pass the value as an argument' : allowed(row),
  };
}

function allowed({ values, types = [] }: Row): string {
  const list = [...values, ...types.map((each) => `types of ${each}`)].join(', ');
  return `It may import ${list || 'nothing'}; pass what it needs as an argument, or move the file`;
}

/** `src/kernel/clock.ts` -> `kernel`; `src/index.ts` -> `index.ts`; what lies outside of src -> its own folder. */
function areaOf(path: string): string {
  const [top = '', area = ''] = path.split('/');
  return top === 'src' ? area : top;
}

function partOf(path: string): string {
  const [, , part = '', ...rest] = path.split('/');
  return rest.length > 0 ? part : WIRING;
}
