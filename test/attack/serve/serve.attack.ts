// The simulator under 200,000 hostile requests and frames: it lives, it does not fail, and it holds on to nothing.
import { afterEach, expect, test } from 'vitest';
import { attackSeed, sized } from '../size.js';
import { attack, settled, type Sizes } from './campaign.js';
import { startTarget, type Target } from './target.js';

/** For each of the two dialects. */
const SIZES: Sizes = { rest: 45_000, frames: 45_000, control: 10_000, idle: 3000 };
/** Enough for the journal to be full, and for what is compiled late to be compiled. */
const WARM_UP: Sizes = { rest: 8000, frames: 8000, control: 1500, idle: 300 };
const MOST_GROWTH = 1.1;

const targets: Target[] = [];
afterEach(async () => {
  await Promise.all(targets.splice(0).map((target) => target.stop()));
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const inSize = ({ rest, frames, control, idle }: Sizes): Sizes => ({
  rest: sized(rest),
  frames: sized(frames),
  control: sized(control),
  idle: sized(idle),
});

test.each(['default', 'scrambled'] as const)('nothing ends a simulator that speaks %s', async (dialect) => {
  const target = await startTarget(dialect, false);
  targets.push(target);
  const begun = target.descriptors();
  await attack(target, WARM_UP, attackSeed() + 1_000_000);
  expect(target.death()).toBeUndefined();
  await settled(target, begun);
  await target.control('POST', '/reset');
  const before = await target.memory();
  const descriptors = target.descriptors();

  const tally = await attack(target, inSize(SIZES), attackSeed());
  const { total, kinds, statuses, closes, failures } = tally;
  say(JSON.stringify({ dialect, total, kinds, statuses, closes, failures: failures.slice(0, 20) }));
  expect(target.death()).toBeUndefined();
  expect(failures).toEqual([]);
  expect((await target.call('/svc/v1/devices')).status).toBe(401);

  expect(await settled(target, descriptors)).toBeLessThanOrEqual(descriptors);
  await target.control('POST', '/reset');
  const after = await target.memory();
  say(JSON.stringify({ before, after, descriptors }));
  expect(after.heapUsed + after.external).toBeLessThan(MOST_GROWTH * (before.heapUsed + before.external));
  const metrics = await (await target.control('GET', '/metrics')).text();
  expect(metrics).toMatch(/^conform_bugs_total 0$/m);
});
