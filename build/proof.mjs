// `npm run proof [-- <part> [its arguments]]`: what takes minutes or hours and is no part of `npm test`; without a part
// all of them, one after the other. `--built` before the part uses the build that is there.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const tool = (name) => join('node_modules', '.bin', name);
const vitest = (config) => [tool('vitest'), 'run', '--config', `test/${config}/vitest.config.ts`];
const LONG_TESTS = [tool('vitest'), 'run', '--project', 'long-unit', '--project', 'long-e2e'];
const project = (path) => [tool('tsc'), '--project', path];
const PROGRAM = ['npm', 'run', '--silent', 'build'];
const EXAMPLES = project('examples/client');
const TOOLS = ['npm', 'ci', '--prefix', 'build/tools', '--ignore-scripts', '--no-audit', '--no-fund'];

/** For each part what it is made of, which `--built` leaves out, what it installs, and what it runs. */
const PARTS = {
  'any-order': { run: vitest('any-order') },
  attack: { build: [PROGRAM], run: ['node', 'test/attack/run.mjs'] },
  browser: { build: [PROGRAM, EXAMPLES], run: vitest('browser') },
  completion: { build: [PROGRAM], run: ['bash', 'test/completion/shells.sh'] },
  container: { run: ['bash', 'test/container/steps.sh'] },
  foreign: { build: [PROGRAM], run: ['sh', 'test/e2e/foreign/through-prism.sh'] },
  languages: { build: [PROGRAM], run: ['bash', 'test/examples/languages.sh'] },
  mutants: {
    build: [project('proof/mutants')],
    run: ['node', 'proof/mutants/dist/code/proof/mutants/main.js'],
  },
  page: { build: [PROGRAM], run: ['node', 'test/browser/proof.mjs'] },
  programs: { run: vitest('property') },
  'self-test': { build: [PROGRAM], run: ['node', 'bin/conform.js', 'self-test'] },
  'self-test-clients': {
    build: [PROGRAM, project('proof/clients')],
    run: ['node', 'proof/clients/dist/proof/clients/main.js'],
  },
  'serial-line': { build: [PROGRAM], run: ['bash', 'test/examples/serial-line.sh'] },
  soak: { run: ['npm', 'run', '--silent', 'soak', '--'] },
  storm: { build: [PROGRAM], run: vitest('storm') },
  'stranger-clients': { build: [PROGRAM], run: ['node', 'test/strangers/clients/run.mjs'] },
  strangers: { build: [PROGRAM], run: ['node', 'test/strangers/run.mjs'] },
  tests: { build: [PROGRAM, EXAMPLES], run: LONG_TESTS },
  tools: { build: [PROGRAM], install: TOOLS, run: vitest('tools') },
  walk: { run: ['node', 'build/walk.mjs'] },
};

const words = process.argv.slice(2);
const built = words[0] === '--built';
const [name, ...more] = built ? words.slice(1) : words;
if (name !== undefined && !Object.hasOwn(PARTS, name)) {
  const known = Object.keys(PARTS).join('|');
  process.stderr.write(
    `There is no part "${name}".\nUse: npm run proof [-- [--built] ${known} [arguments]]\n`,
  );
  process.exit(2);
}

const failed = (name === undefined ? Object.keys(PARTS) : [name]).filter((each) => !holds(PARTS[each]));
if (failed.length > 0) process.stderr.write(`These parts failed: ${failed.join(', ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);

function holds({ build = [], install, run }) {
  const steps = [...(built ? [] : build), ...(install ? [install] : []), [...run, ...more]];
  return steps.every(([command, ...rest]) => spawnSync(command, rest, { stdio: 'inherit' }).status === 0);
}
