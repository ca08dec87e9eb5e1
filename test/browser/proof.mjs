// `npm run proof -- page`: what test/browser/page-load.browser.ts shows at a tenth, in full size; about 13 minutes.
// `npm run proof -- page --minutes 2` measures for two minutes instead of ten, after a list of the traffic has been
// filled, which takes about two.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const minutes = minutesAsked();
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'test/browser/vitest.config.ts', 'page-load'],
  { stdio: 'inherit', env: { ...process.env, PAGE_PART: '1', PAGE_MINUTES: String(minutes) } },
);
process.exit(status ?? 1);

/** The minutes of the command line, from 1 to 600. */
function minutesAsked() {
  let asked;
  try {
    asked = parseArgs({ options: { minutes: { type: 'string', default: '10' } } }).values.minutes;
  } catch (error) {
    return refuse(error.message);
  }
  const number = Number(asked);
  return number >= 1 && number <= 600
    ? number
    : refuse(`--minutes takes a number from 1 to 600, not ${asked}.`);
}

function refuse(reason) {
  process.stderr.write(`${reason}\nUse: npm run proof -- page [--minutes N]\n`);
  process.exit(2);
}
