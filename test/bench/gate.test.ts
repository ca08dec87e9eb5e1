// When the bench says that the simulator has become slower: not once, but each time that it looks.
import { expect, test } from 'vitest';
import { fallenEachTime } from '../../proof/bench/gate.js';
import type { Table } from '../../proof/bench/section.js';

const TITLE = 'REST: GET /svc/v1/devices, 32 connections';

/** Of one measurement, of which only the ratio by CPU counts. */
function tablesWith(ratio: number): readonly Table[] {
  const spread = { median: ratio, least: ratio, most: ratio };
  const results = [{ name: 'conform', cpuRatio: spread, cpu: spread }];
  return [{ title: TITLE, unit: 'requests', notes: [], results }] as unknown as readonly Table[];
}

async function tried(...ratios: readonly (number | undefined)[]) {
  return triedIn(Infinity, ratios);
}

/** @param time how many tries there is time for */
async function triedIn(time: number, ratios: readonly (number | undefined)[]) {
  let at = 0;
  const measure = () => {
    const ratio = ratios[at++];
    return Promise.resolve(ratio === undefined ? undefined : tablesWith(ratio));
  };
  const isTime = () => at < time;
  const falls = await fallenEachTime(measure, { written: { [TITLE]: 0.6 }, tries: 3, isTime });
  return { falls: falls.map(({ title }) => title), times: at };
}

test('what has fallen three times in a row has fallen', async () => {
  expect(await tried(0.4, 0.3, 0.41)).toEqual({ falls: [TITLE], times: 3 });
});

test('one good try of three is enough, and ends the measuring', async () => {
  expect(await tried(0.4, 0.5, 0.3)).toEqual({ falls: [], times: 2 });
  expect(await tried(0.6)).toEqual({ falls: [], times: 1 });
});

test('a try that was given up proves nothing, and another one follows', async () => {
  expect(await tried(undefined, 0.4, 0.4)).toEqual({ falls: [], times: 3 });
  expect(await tried(undefined, 0.6)).toEqual({ falls: [], times: 2 });
  expect(await tried(undefined, undefined, undefined)).toEqual({ falls: [], times: 3 });
});

test('what there is no time to try three times has not fallen', async () => {
  expect(await triedIn(2, [0.4, 0.3, 0.3])).toEqual({ falls: [], times: 2 });
  expect(await triedIn(0, [0.4])).toEqual({ falls: [], times: 0 });
});
