// The instrumented copy of the program: the simulator's own code with all mutants in it, and the rest as it is.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { type CodeFile, instrument } from './instrument.js';
import type { Mutant } from './mutant.js';

/** What is mutated, below `src/simulator`. */
const MUTATED = ['service', 'device', 'transport'];
/** What lies beside the code in a clone, and is read by it. */
const BESIDE = ['package.json', 'scenarios', 'fixtures'];

/** This file is `proof/mutants/dist/code/proof/mutants/copy.js`. */
const BUILT = fileURLToPath(new URL('../../', import.meta.url));
const COPIES = fileURLToPath(new URL('../../../copies/', import.meta.url));
export const REPOSITORY = fileURLToPath(new URL('../../../../../../', import.meta.url));

export interface Copy {
  readonly root: string;
  /** Copies of earlier states of the code, the newest first. */
  readonly earlier: readonly string[];
  readonly mutants: readonly Mutant[];
}

/** One for each state of code and scenarios; the oldest are removed, with all that was found with them. */
export async function makeCopy(): Promise<Copy> {
  const digest = digestOf([BUILT, ...BESIDE.map((name) => join(REPOSITORY, name))]);
  const root = join(COPIES, digest);
  const list = join(root, 'mutants.json');
  const earlier = newestFirst().filter((path) => path !== root);
  if (existsSync(list)) return { root, earlier, mutants: JSON.parse(readFileSync(list, 'utf8')) as Mutant[] };
  for (const path of earlier.slice(KEPT)) rmSync(path, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  cpSync(BUILT, root, { recursive: true });
  for (const name of BESIDE) symlinkSync(join(REPOSITORY, name), join(root, name));
  const simulator = join(root, 'src', 'simulator');
  const { files, mutants } = await instrument(sourcesBelow(join(REPOSITORY, 'src', 'simulator')));
  for (const { path, code } of files) {
    const stripped = await transform(code, { loader: 'ts', target: 'node20.19' });
    writeFileSync(join(simulator, path.replace(/\.ts$/, '.js')), stripped.code);
  }
  writeFileSync(list, JSON.stringify(mutants));
  return { root, earlier: earlier.slice(0, KEPT), mutants };
}

/** The commit of the clone, with `-dirty` behind it where it has changes; empty where there is no git. */
export function commitOfClone(): string {
  try {
    const words = ['describe', '--always', '--dirty', '--exclude', '*'];
    return execFileSync('git', words, { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return '';
  }
}

/** Another run may be at work on one of the last ones. */
const KEPT = 3;

function newestFirst(): string[] {
  const copies = existsSync(COPIES) ? readdirSync(COPIES).map((name) => join(COPIES, name)) : [];
  const ages = new Map(copies.map((path) => [path, statSync(path).mtimeMs]));
  return copies.toSorted((a, b) => (ages.get(b) ?? 0) - (ages.get(a) ?? 0));
}

/** @param simulator the folder of its sources. */
export function sourcesBelow(simulator: string): CodeFile[] {
  return MUTATED.flatMap((part) => filesBelow(join(simulator, part)))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({
      path: relative(simulator, path).replaceAll('\\', '/'),
      code: readFileSync(path, 'utf8'),
    }));
}

function digestOf(places: readonly string[]): string {
  const digest = createHash('sha256');
  for (const place of places)
    for (const path of filesBelow(place)) digest.update(path).update(readFileSync(path));
  return digest.digest('hex').slice(0, 16);
}

/** The files below a folder, or the one file that it is. */
function filesBelow(place: string): string[] {
  if (/\.(?:json|ts)$/.test(place)) return [place];
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
