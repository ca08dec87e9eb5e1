// The simulator under 200,000 hostile requests and frames: it lives, it does not fail, and it holds on to nothing.
import { afterEach, expect, test } from 'vitest';
import { attackSeed, sized } from '../size.js';
import { attack, settled, type Sizes } from './campaign.js';
import { startTarget, type Target } from './target.js';

/** For each of the two dialects. */
const SIZES: Sizes = { rest: 44_000, frames: 44_000, control: 10_000, handshakes: 0, idle: 3000 };
/** Enough for the journal to be full, and for what is compiled late to be compiled. */
const WARM_UP: Sizes = { rest: 8000, frames: 8000, control: 1500, handshakes: 0, idle: 300 };
const TLS_SIZES: Sizes = { rest: 3000, frames: 3000, control: 0, handshakes: 3000, idle: 1000 };
const TLS_WARM_UP: Sizes = { rest: 3000, frames: 4000, control: 0, handshakes: 500, idle: 200 };
const MOST_GROWTH = 1.1;

const targets: Target[] = [];
afterEach(async () => {
  await Promise.all(targets.splice(0).map((target) => target.stop()));
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const inSize = (sizes: Sizes): Sizes => ({
  rest: sized(sizes.rest),
  frames: sized(sizes.frames),
  control: sized(sizes.control),
  handshakes: sizes.handshakes === 0 ? 0 : sized(sizes.handshakes),
  idle: sized(sizes.idle),
});

/** Attacks it, and looks at what it is like then. */
async function survives(target: Target, name: string, warmUp: Sizes, sizes: Sizes): Promise<void> {
  const begun = target.descriptors();
  await attack(target, warmUp, attackSeed() + 1_000_000);
  await target.fillBook();
  expect(target.death()).toBeUndefined();
  await settled(target, begun);
  await target.control('POST', '/reset');
  const before = await target.memory();
  const descriptors = target.descriptors();

  const tally = await attack(target, inSize(sizes), attackSeed());
  const { total, kinds, statuses, closes, failures } = tally;
  say(JSON.stringify({ name, total, kinds, statuses, closes, failures: failures.slice(0, 20) }));
  expect(target.death()).toBeUndefined();
  expect(failures).toEqual([]);
  expect(await target.ask('/svc/v1/devices')).toBe(401);

  expect(await settled(target, descriptors)).toBeLessThanOrEqual(descriptors);
  await target.control('POST', '/reset');
  const after = await target.memory();
  say(JSON.stringify({ before, after, descriptors }));
  expect(after.heapUsed + after.external).toBeLessThan(MOST_GROWTH * (before.heapUsed + before.external));
  const metrics = await (await target.control('GET', '/metrics')).text();
  expect(metrics).toMatch(/^conform_bugs_total 0$/m);
}

test.each(['default', 'scrambled'] as const)('nothing ends a simulator that speaks %s', async (dialect) => {
  const target = await startTarget(dialect, false);
  targets.push(target);
  await survives(target, dialect, WARM_UP, SIZES);
  expect(target.death()).toBeUndefined();
});

test('nothing ends a simulator that serves HTTPS', async () => {
  const target = await startTarget('default', true);
  targets.push(target);
  await survives(target, 'HTTPS', TLS_WARM_UP, TLS_SIZES);
  expect(target.death()).toBeUndefined();
});
