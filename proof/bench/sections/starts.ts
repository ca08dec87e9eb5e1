// How long a command takes from its start to its end, beside a Node that does nothing.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { spreadOf } from '../rounds.js';
import type { Build, Row, Section } from '../section.js';

const COMMANDS = [['--version'], ['list'], ['run', 'ws/ping']];
const PATIENCE = 60_000;

export const starts: Section = {
  name: 'starts',
  limit: 300,
  pinned: false,
  short: false,
  run: async ({ builds, rounds }) => {
    const lines = builds.flatMap((build) => COMMANDS.map((args) => commandOf(build, args)));
    const all = [{ name: 'node, nothing', args: ['--eval', '0'] }, ...lines];
    const times = all.map((): number[] => []);
    // In turn, as whatever else the machine does comes and goes.
    for (let round = -1; round < rounds; round++) {
      for (const [at, { args }] of all.entries()) {
        const time = await timeOf(args);
        if (round >= 0) times[at]?.push(time);
      }
    }
    const rows = all.map(({ name }, at): Row => {
      const { median, least, most } = spreadOf(times[at] ?? []);
      return { name, values: { 'median, ms': median, 'least, ms': least, 'most, ms': most } };
    });
    return [{ title: 'Commands from start to end, wall time', unit: 'starts', rows }];
  },
};

function commandOf({ name, bin }: Build, args: readonly string[]): { name: string; args: readonly string[] } {
  return { name: `${name} ${args.join(' ')}`, args: [bin, ...args] };
}

async function timeOf(args: readonly string[]): Promise<number> {
  const begin = performance.now();
  await promisify(execFile)(process.execPath, [...args], { timeout: PATIENCE, maxBuffer: 2 ** 26 });
  return performance.now() - begin;
}
