// `npm run release`: all that must hold of a package that is published, tried without publishing. `-- --publish`
// publishes it, in a CI that can vouch for its provenance.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LARGEST = 1_500_000;
const ATTW = 'build/tools/node_modules/@arethetypeswrong/cli/dist/index.js';

const asked = process.argv.slice(2);
if (asked.some((word) => word !== '--publish')) {
  process.stderr.write(`Unknown: ${asked.join(' ')}\nUse: npm run release [-- --publish]\n`);
  process.exit(2);
}
const publish = asked.includes('--publish');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'relaybench-release-'));

try {
  run('npm', 'run', '--silent', 'build');
  const tarball = pack();
  for (const complaint of [...badManifest(), ...missingFiles()]) fail(complaint);
  run(join('node_modules', '.bin', 'publint'), '--strict', tarball);
  if (!existsSync(ATTW)) fail('the tools are missing: npm ci --prefix build/tools');
  run(process.execPath, ATTW, tarball, '--profile', 'esm-only', '--no-emoji');
  if (publish) for (const complaint of unpublishable()) fail(complaint);
  run('npm', 'publish', tarball, ...(publish ? [] : ['--dry-run', '--no-provenance']));
  print(
    publish
      ? `${manifest.name} ${manifest.version} is published.`
      : 'Nothing was published: all of it holds.',
  );
  if (!publish) for (const complaint of unpublishable()) print(`Before it can be published: ${complaint}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The path of the tarball. */
function pack() {
  const said = execFileSync(
    'npm',
    ['pack', '--silent', '--json', '--ignore-scripts', '--pack-destination', folder],
    { encoding: 'utf8' },
  );
  const [packed] = Object.values(JSON.parse(said));
  print(`${packed.filename}: ${packed.size} bytes, ${packed.entryCount} files`);
  if (packed.size > LARGEST) fail(`the package is larger than ${LARGEST} bytes`);
  return join(folder, packed.filename);
}

function badManifest() {
  const { version, private: isPrivate, dependencies } = manifest;
  const loose = Object.entries(dependencies).filter(([, range]) => !/^\^?\d/.test(range));
  return [
    ...(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version) ? [] : [`"${version}" is no version`]),
    ...(isPrivate ? ['the package is private'] : []),
    ...loose.map(([name, range]) => `the dependency ${name} has the range ${range}`),
  ];
}

/** What `exports` and `bin` name is in the package. */
function missingFiles() {
  const targets = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(targets));
  return [...targets(manifest.exports), ...targets(manifest.bin)]
    .filter((path) => !path.includes('*') && !existsSync(path))
    .map((path) => `${path} is named in package.json and is not there`);
}

/** What only a real release needs. */
function unpublishable() {
  const { repository, version } = manifest;
  const noted = new RegExp(`^## \\[${version}\\] - \\d`, 'm').test(readFileSync('CHANGELOG.md', 'utf8'));
  const tag = process.env.GITHUB_REF_TYPE === 'tag' ? process.env.GITHUB_REF_NAME : process.env.CI_COMMIT_TAG;
  const vouched = process.env.GITHUB_ACTIONS === 'true' || process.env.GITLAB_CI === 'true';
  return [
    ...(repository ? [] : ['package.json names no repository, which provenance needs']),
    ...(noted ? [] : [`CHANGELOG.md has no section ## [${version}] with a date`]),
    ...(tag === undefined || tag === `v${version}` ? [] : [`the tag is ${tag}, and the version ${version}`]),
    ...(isCommitted() ? [] : ['files are not committed']),
    ...(vouched ? [] : ['provenance is only made in GitHub Actions or GitLab CI']),
  ];
}

/** All but the addresses that the workflow writes into package.json. */
function isCommitted() {
  const git = (...words) => execFileSync('git', words, { encoding: 'utf8' });
  const others = git('status', '--porcelain', '--', '.', ':!package.json');
  const without = (read) =>
    JSON.stringify({ ...read, repository: undefined, bugs: undefined, homepage: undefined });
  return others === '' && without(manifest) === without(JSON.parse(git('show', 'HEAD:package.json')));
}

function run(command, ...words) {
  print(`$ ${[command, ...words].join(' ')}`);
  execFileSync(command, words, { stdio: 'inherit' });
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

function fail(message) {
  throw new Error(`release: ${message}`);
}
