// Builds another commit of this repository, to be measured beside this one in the same run.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Build } from './section.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PATIENCE = 300_000;

export interface OtherBuild extends Build {
  remove(): Promise<void>;
}

/** Rejects with git's or the compiler's own words when the commit is unknown or cannot be built. */
export async function buildCommit(ref: string): Promise<OtherBuild> {
  const folder = join(await mkdtemp(join(tmpdir(), 'conform-bench-')), 'other');
  const commit = (await run(ROOT, 'git', 'rev-parse', '--short', '--verify', `${ref}^{commit}`)).trim();
  await run(ROOT, 'git', 'worktree', 'add', '--detach', folder, commit);
  const remove = async (): Promise<void> => {
    await run(ROOT, 'git', 'worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    if (await hasSamePackages(commit))
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    else await run(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
    await run(folder, 'npm', 'run', '--silent', 'build');
  } catch (error) {
    await remove();
    throw error;
  }
  return { name: `conform at ${commit}`, bin: join(folder, 'bin/conform.js'), remove };
}

/** As far as our own dependencies decide about them. */
async function hasSamePackages(commit: string): Promise<boolean> {
  const lock = 'package-lock.json';
  return (await run(ROOT, 'git', 'diff', '--name-only', commit, '--', lock)).trim() === '';
}

async function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [...args], { cwd, timeout: PATIENCE });
  return stdout;
}
