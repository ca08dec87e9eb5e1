// Shows the guards over the shared process a deliberate violation each, and its lawful neighbour.
import { describe, expect, test } from 'vitest';
import { said } from './finding.js';
import { modulesWithoutState, processLeftAlone } from './shared-process.js';

describe('the guard over the state of modules', () => {
  test.each([
    ['let count = 0;\nexport const next = () => ++count;', 2],
    ['let count = 0;\nexport function next() { return (count += 1); }', 2],
    ['export let last;\nexport function keep(it) {\n  last = it;\n}', 3],
    ['var open = true;\nexport const close = () => { open = false; };', 2],
  ])('objects to %j', (source, line) => {
    const [first, ...rest] = said(modulesWithoutState, 'src/kernel/x.ts', source);
    expect(first).toMatch(new RegExp(`^src/kernel/x.ts:${line}: changes \\w+, a variable of the module`));
    expect(rest).toEqual([]);
  });

  test.each([
    'let built;\nexport const get = () => (built ??= build());',
    'export function count() { let n = 0; return () => ++n; }',
    'const known = new Map();\nexport const keep = (it) => known.set(it, it);',
  ])('takes %j', (source) => {
    expect(said(modulesWithoutState, 'src/kernel/x.ts', source)).toEqual([]);
  });
});

describe('the guard over the process', () => {
  test.each([
    ["import { expect, vi } from 'vitest';", 'imports vi from vitest'],
    ["process.env['TZ'] = 'UTC';", "changes process.env['TZ']"],
    ['process.env.TZ ??= zone;', 'changes process.env.TZ'],
    ['delete process.env.TZ;', 'changes process.env.TZ'],
    ['process.exitCode = 1;', 'changes process.exitCode'],
    ['globalThis.fetch = later;', 'changes globalThis.fetch'],
    ["process.chdir('/');", 'uses process.chdir'],
    ["process.once('SIGINT', end);", 'uses process.once'],
  ])('objects to %s', (source, diagnostic) => {
    const [first, ...rest] = said(processLeftAlone, 'test/x.test.ts', `// A test.\n${source}`);
    expect(first).toContain(`test/x.test.ts:2: ${diagnostic}. `);
    expect(rest).toEqual([]);
  });

  test.each([
    "import { expect } from 'vitest';",
    "const runs = Number(process.env['RUNS'] ?? 10);",
    'const at = process.cwd();',
    "peer.on('close', end); peer.env = {};",
  ])('takes %s', (source) => {
    expect(said(processLeftAlone, 'test/x.test.ts', source)).toEqual([]);
  });
});
