// The bench starts, measures something and writes it down. How fast anything is, is not for a test to say.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

interface Results {
  readonly tables: Readonly<
    Record<
      string,
      readonly { readonly results?: readonly { readonly rate: { readonly median: number } }[] }[]
    >
  >;
}

test('a quick bench measures ours beside what it is compared with, and writes it as JSON', async () => {
  const out = join(await mkdtemp(join(tmpdir(), 'conform-')), 'results.json');
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '--project', 'proof/bench/tsconfig.json'], {
    cwd: root,
  });
  const args = [
    '--quick',
    '--only',
    'list',
    '--only',
    'command',
    '--only',
    'ping',
    '--only',
    'fan-out',
    '--only',
    'fleet',
    '--out',
    out,
  ];
  const { stdout } = await run(process.execPath, ['proof/bench/dist/main.js', ...args], { cwd: root });
  expect(stdout).toMatch(/^ {2}conform {2,}[\d,]+ /m);
  const { tables } = JSON.parse(await readFile(out, 'utf8')) as Results;
  const rates = Object.values(tables)
    .flat(2)
    .flatMap(({ results = [] }) => results.map(({ rate }) => rate.median));
  // Ours and the bare server; the fan-out also with no connection at all.
  expect(rates).toHaveLength(10);
  for (const rate of rates) expect(rate).toBeGreaterThan(0);
});

test('a part that the bench does not know is refused', async () => {
  const asked = run(process.execPath, ['proof/bench/dist/main.js', '--only', 'everything'], { cwd: root });
  await expect(asked).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/called everything\.[^]*\nParts: list, /),
  });
});
