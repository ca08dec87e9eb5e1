// `npm run proof -- attack [<part>...] [--part N]`: the attacks on conform, all of them or the named ones, whole or at an
// N-th of their size. `--seed N` repeats a run. Each part is a folder here with a file <part>.attack.ts.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const PARTS = [
  'causes',
  'cluster',
  'gate',
  'kill',
  'many',
  'print',
  'profiles',
  'replies',
  'serve',
  'state',
  'wire',
];

function refuse(message) {
  process.stderr.write(
    `${message}\nUse: npm run proof -- attack [${PARTS.join('|')}]... [--part N] [--seed N]\n`,
  );
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: { part: { type: 'string' }, seed: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    return refuse(error.message);
  }
}

const { positionals: names, values } = readArguments();
for (const name of names) if (!PARTS.includes(name)) refuse(`There is no attack «${name}».`);
for (const [option, value] of Object.entries(values)) {
  if (!/^[1-9]\d{0,8}$/.test(value)) refuse(`--${option} takes a whole number from 1 on, not «${value}».`);
}

const isThere = (name) => existsSync(join(here, name, `${name}.attack.ts`));
const chosen = (names.length > 0 ? names : PARTS).filter(isThere);
if (chosen.length === 0) refuse('There is nothing to run.');

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', join(here, 'vitest.config.ts'), ...chosen.map((name) => `${name}.attack.ts`)],
  {
    stdio: 'inherit',
    env: { ...process.env, ATTACK_PART: values.part ?? '1', ATTACK_SEED: values.seed ?? '1' },
  },
);
process.exit(status ?? 1);
