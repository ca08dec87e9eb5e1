// `npm run quick`: what the changed files touch, in at most a minute: their form and lint, the types, and the unit tests
// in the folders that mirror theirs. It leaves out what lies further away: that is in `npm test`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LIMIT = 60_000;
const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).split('\0').filter(Boolean);

const changed = [
  ...git('diff', '--name-only', '--relative', '-z', '--diff-filter=d', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
];
if (changed.length === 0) {
  process.stdout.write('Nothing has changed since the last commit.\n');
  process.exit(0);
}

const sources = changed.filter((path) => /\.(?:ts|tsx|mjs)$/.test(path));
const compiler = (folder) => ['tsc', '--noEmit', '--project', `${folder}/tsconfig.json`];
const touches = (pattern) => changed.some((path) => pattern.test(path));

const steps = [
  ['prettier', '--check', '--ignore-unknown', ...changed],
  ...(sources.length > 0 ? [['oxlint', '--deny-warnings', ...sources]] : []),
  ...(sources.length > 0 ? [compiler('test')] : []),
  ...(touches(/^src\/page\//) ? [compiler('src/page')] : []),
  ...(touches(/^test\/browser\//) ? [compiler('test/browser')] : []),
  ['vitest', 'run', '--project', 'unit', 'test/tidy/', ...new Set(changed.flatMap(testsOf))],
];

/** The changed test itself; for a source those of the folder that mirrors its own, but not of the folders below. */
function testsOf(path) {
  if (/^test\/.*\.test\.ts$/.test(path)) return [path];
  const folder = dirname(path).replace(/^src(?=\/|$)/, 'test');
  if (!folder.startsWith('test/') || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

let running;
const limit = setTimeout(() => {
  process.stderr.write(`quick: not done in ${LIMIT / 1000} s: npm test has the rest\n`);
  process.exitCode = 1;
  running?.kill();
}, LIMIT);

for (const [tool, ...words] of steps) {
  running = spawn(process.execPath, [pathOf(tool), ...words], { stdio: 'inherit' });
  const [code] = await once(running, 'exit');
  if (code === 0 && process.exitCode === undefined) continue;
  process.exitCode = 1;
  process.stderr.write(`quick: ${tool} did not pass\n`);
  break;
}
clearTimeout(limit);

/** The script of a tool, without npx, which takes half a second and would live on when it is ended. */
function pathOf(tool) {
  return join('node_modules', '.bin', tool);
}
