// The program's contacts with the machine: time and chance only through the kernel, Node only at the edges.
import { isBuiltin } from 'node:module';
import type { Guard, SourceFile } from './finding.js';
import { globalsOf, type GlobalUse } from './globals.js';
import { importsOf } from './imports.js';

const CLOCK = 'Take a Clock as an argument';
const RANDOM = 'Take a random stream as an argument';

const BANNED_GLOBALS: Readonly<Record<string, string>> = {
  'Date.now': CLOCK,
  'performance.now': CLOCK,
  'performance.timeOrigin': CLOCK,
  'process.hrtime': CLOCK,
  'process.uptime': CLOCK,
  'Temporal.Now': CLOCK,
  'AbortSignal.timeout': CLOCK,
  setTimeout: CLOCK,
  setInterval: CLOCK,
  setImmediate: CLOCK,
  'Math.random': RANDOM,
  'crypto.randomUUID': RANDOM,
  'crypto.getRandomValues': RANDOM,
};

const BANNED_MODULES = new Set(['timers', 'timers/promises', 'perf_hooks']);

/** A second name for one of these would hide the rest from this guard. */
const NO_ALIAS = new Set(['Date', 'Math', 'performance', 'globalThis', 'process', 'crypto', 'AbortSignal']);

export const timeAndChance: Guard = (files) =>
  files
    .filter(({ path }) => !path.startsWith('src/kernel/'))
    .flatMap((file) => [
      ...globalsOf(file).flatMap((use) => {
        const todo = diagnosticAbout(use);
        return todo === undefined
          ? []
          : [{ path: file.path, line: use.line, what: `uses ${shown(use)}`, todo }];
      }),
      ...importsOf(file)
        .filter(({ specifier }) => BANNED_MODULES.has(specifier.replace(/^node:/, '')))
        .map(({ specifier, line }) => ({ path: file.path, line, what: `imports ${specifier}`, todo: CLOCK })),
    ]);

function diagnosticAbout({ name, as }: GlobalUse): string | undefined {
  if (as === 'alias' && NO_ALIAS.has(name)) return 'Use it under its own name';
  if (name === 'Date' && (as === 'call' || as === 'new')) return CLOCK;
  // A table has `valueOf` and its like by birth.
  return Object.hasOwn(BANNED_GLOBALS, name) ? BANNED_GLOBALS[name] : undefined;
}

function shown({ name, as }: GlobalUse): string {
  if (as === 'new') return `new ${name}()`;
  return as === 'call' ? `${name}()` : name;
}

const EDGES = [
  'src/simulator/transport/',
  'src/simulator/control/',
  'src/harness/target/',
  'src/harness/stimuli/drivers/',
  'src/lab/threads/',
  'src/lab/virtual-time/',
  'src/cli/',
  'src/library/',
];
const NODE_GLOBALS = new Set(['process', 'Buffer', 'require', '__dirname', '__filename']);

export const nodeAtTheEdges: Guard = (files) =>
  files.filter(({ path }) => !EDGES.some((edge) => path.startsWith(edge))).flatMap(nodeUses);

function nodeUses(file: SourceFile): ReturnType<Guard> {
  const todo = `Only ${EDGES.join(', ')} may; pass the result as an argument`;
  const imports = importsOf(file)
    .filter(({ specifier }) => isBuiltin(specifier))
    .map(({ specifier, line }) => ({ path: file.path, line, what: `imports ${specifier}`, todo }));
  const globals = globalsOf(file)
    .filter(({ name }) => NODE_GLOBALS.has(name))
    .map(({ name, line }) => ({ path: file.path, line, what: `uses Node's ${name}`, todo }));
  return [...imports, ...globals];
}
