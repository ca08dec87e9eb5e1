// The files for CI services, step by step as their runners do it; npx is told to take the program of this clone.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const PROFILE = `
baseUrl: http://127.0.0.1:9
clients: { reader: { clientId: r, clientSecretEnv: READER, scopes: ['device:read'] } }
devices: { bench: { deviceId: b, relays: [] } }
`;
const BIN = resolve('bin/conform.js');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conform-ci-'));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const npx = `#!/bin/sh
[ "$1" = --yes ] && case $2 in relaybench|relaybench@${version}) ;; *) echo "npx $2" >&2; exit 99 ;; esac
shift 2
exec "${process.execPath}" "${BIN}" "$@"
`;
  writeFileSync(join(folder, 'npx'), npx);
  chmodSync(join(folder, 'npx'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

function environment(more: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, XDG_STATE_HOME: folder, ...more };
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly id: string;
      readonly run: string;
      readonly env: Record<string, string>;
    }[];
  };
}

/** What a runner does with a composite action of one step. */
function runAction(inputs: Readonly<Record<string, string>>) {
  const action = parse(readFileSync('action.yml', 'utf8')) as Action;
  const [step] = action.runs.steps;
  const given = (text: string) =>
    text.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_, name: string) => inputs[name] ?? action.inputs[name]!.default,
    );
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  for (const path of Object.values(files)) writeFileSync(path, '');
  const script = join(folder, 'step.sh');
  // No input is put into the text of the script.
  expect(step!.run).not.toContain('${{');
  writeFileSync(script, step!.run);
  const env = Object.fromEntries(Object.entries(step!.env).map(([name, text]) => [name, given(text)]));
  const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: folder,
    env: environment({ ...files, ...env, GITHUB_ACTION_PATH: resolve('.') }),
    encoding: 'utf8',
  });
  const outputs = Object.fromEntries(
    readFileSync(files.GITHUB_OUTPUT, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(/=(.*)/).slice(0, 2)),
  ) as Record<string, string>;
  return { ...ended, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'), action };
}

describe('the GitHub action', () => {
  test('checks, and gives summary, reports and exit code as outputs', () => {
    const { status, outputs, summary, action, stderr } = runAction({
      what: 'version/in-path\nws/ping\n',
      seed: '7',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(outputs['exit-code']).toBe('0');
    expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
    expect(summary).toContain('No stated rule was broken');
    const report = JSON.parse(readFileSync(join(folder, outputs['json']!), 'utf8'));
    expect(report).toMatchObject({ seed: 7, conclusion: 'passed' });
    expect(JSON.parse(readFileSync(join(folder, outputs['sarif']!), 'utf8')).version).toBe('2.1.0');
  });

  test('evaluates nothing of an input, and takes none for an option', () => {
    const trap = join(folder, 'trapped');
    const { status, stderr } = runAction({
      what: `--defect=any-version-served\n$(touch ${trap})\n; touch ${trap}`,
    });
    expect(status).toBe(2);
    expect(stderr).toContain('--defect=any-version-served');
    expect(() => readFileSync(trap)).toThrow('ENOENT');
  });

  test('refuses a restriction that there is not, and passes on request', () => {
    expect(runAction({ restriction: 'read-write' }).status).toBe(2);
    const lenient = runAction({ what: 'no/such', fail: 'false' });
    expect([lenient.status, lenient.outputs['exit-code']]).toEqual([0, '2']);
  });
});

test('the job for GitLab runs, and leaves the reports that it names', () => {
  const { conform } = parse(readFileSync('examples/gitlab/conform.gitlab-ci.yml', 'utf8'));
  writeFileSync(join(folder, 'lab.yaml'), PROFILE);
  const ended = spawnSync('sh', ['-e', '-c', conform.script.join('\n')], {
    cwd: folder,
    env: environment({
      ...conform.variables,
      CONFORM_WHAT: 'ws/ping',
      CONFORM_TARGET: 'lab.yaml',
      READER: 'secret-of-reader',
    }),
    encoding: 'utf8',
  });
  // Nobody listens there.
  expect([ended.stderr, ended.status]).toEqual(['', 3]);
  expect(readFileSync(join(folder, conform.artifacts.reports.junit), 'utf8')).toContain('<testsuites');
});

test('the hook for pre-commit says what is wrong with a file', () => {
  const [hook] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'));
  expect(hook).toMatchObject({ id: 'conform-validate', language: 'system' });
  const selected = new RegExp(hook.files);
  expect(['conform/fleet.yaml', 'a/lab.conform.yml'].every((path) => selected.test(path))).toBe(true);
  expect(selected.test('compose.yaml')).toBe(false);
  const [program, ...words] = hook.entry.split(' ');
  const validate = (path: string) =>
    spawnSync(program, [...words, path], {
      cwd: folder,
      env: environment({}),
      encoding: 'utf8',
    });
  expect(validate(resolve('fixtures/fleets/default.yaml')).status).toBe(0);
  writeFileSync(join(folder, 'bad.yaml'), 'devices: 3\nclients: {}\nprofiles: {}\n');
  const { status, stderr, stdout } = validate('bad.yaml');
  expect(status).toBe(2);
  expect(stderr + stdout).toContain('bad.yaml:1');
});

interface Workflow {
  readonly on: { readonly push: { readonly tags?: readonly string[] } };
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly id?: string; readonly run?: string }[];
}

function workflow(name: string): Workflow {
  return parse(readFileSync(join('.github/workflows', name), 'utf8')) as Workflow;
}

/** What a line of a workflow names of this repository, and is not there. */
function missingIn(line: string): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const script = /^npm (?:run ([\w:-]+)|(test))\b/.exec(line);
  const path = /^(?:bash|node) (\S+)/.exec(line)?.[1] ?? /--prefix (\S+)/.exec(line)?.[1];
  return [
    ...(script && !((script[1] ?? 'test') in scripts) ? [`the script ${script[1]}`] : []),
    ...(path !== undefined && !existsSync(path) ? [path] : []),
  ];
}

describe('the workflows', () => {
  test('name scripts and files that are there', () => {
    expect(missingIn('npm run no-such-script')).toEqual(['the script no-such-script']);
    expect(missingIn('bash .ci/no-such-file')).toEqual(['.ci/no-such-file']);
    const lines = readdirSync('.github/workflows').flatMap((name) =>
      Object.values(workflow(name).jobs).flatMap(({ steps }) =>
        steps.flatMap(({ run = '' }) => run.split('\n')),
      ),
    );
    expect(lines).toEqual(expect.arrayContaining(['bash .ci/run', 'npm run release -- --publish']));
    expect(lines.flatMap(missingIn)).toEqual([]);
  });

  test('publish from a tag, with an identity that the registry can ask for', () => {
    const { on, jobs } = workflow('publish.yml');
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(jobs['publish']?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(JSON.parse(readFileSync('package.json', 'utf8')).publishConfig).toMatchObject({
      provenance: true,
    });
  });

  test('write the repository that they run in into the package', () => {
    const step = workflow('publish.yml').jobs['publish']?.steps.find(({ id }) => id === 'repository');
    copyFileSync('package.json', join(folder, 'package.json'));
    const given = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'lab/conform' };
    const ended = spawnSync('bash', ['-e', '-c', step?.run ?? 'false'], {
      cwd: folder,
      env: environment(given),
    });
    expect(ended.status).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      name: 'relaybench',
      repository: { type: 'git', url: 'git+https://git.example/lab/conform.git' },
      bugs: { url: 'https://git.example/lab/conform/issues' },
      homepage: 'https://git.example/lab/conform#readme',
    });
  });
});
