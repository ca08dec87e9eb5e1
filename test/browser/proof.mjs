// `npm run proof:page`: what test/browser/page-load.browser.ts shows at a tenth, in full size; about twelve minutes.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'test/browser/vitest.config.ts', 'page-load'],
  { stdio: 'inherit', env: { ...process.env, PAGE_PART: '1' } },
);
process.exit(status ?? 1);
