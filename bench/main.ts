// `npm run bench`: how fast the simulator and the harness are. Tables for people, bench/results.json for machines.
import { cpus, loadavg } from 'node:os';
import { chooseCores, keepOn } from './cores.js';
import { readOptions } from './options.js';
import { buildCommit, type OtherBuild } from './other-build.js';
import { print } from './print.js';
import { createResultsFile, type ResultsFile } from './results-file.js';
import type { Effort, Section, Table } from './section.js';
import { BIN } from './server/simulator.js';
import { stopAll } from './server/spawn-server.js';

const options = readOptions(process.argv.slice(2));
if ('wrong' in options) {
  console.error(options.wrong);
  process.exit(2);
}
const { sections, against, out, profile } = options;
const cores = chooseCores();
const other: OtherBuild | undefined = against === undefined ? undefined : await buildCommit(against);
const profiling = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
const builds = [{ name: 'conform', bin: BIN, nodeOptions: profiling }, ...(other ? [other] : [])];
const effort: Effort = { ...options.effort, builds, cores };

const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg()[0] };
const pinned = cores ? `server on core ${cores.server}, load on core ${cores.client}` : 'no core pinned';
console.log(
  `Node ${machine.node}, ${machine.cores} cores of ${machine.cpu}, load ${machine.load}, ${pinned}`,
);
const { rounds, duration } = effort;
const file = createResultsFile(out, { machine, rounds, duration, builds: builds.map(({ name }) => name) });
try {
  for (const section of sections) await run(section, file);
} finally {
  await other?.remove();
}
console.log(`\nAs JSON: ${out}`);
// A part that was given up may still hold on to something.
process.exit(Object.keys(file.results.failed).length > 0 ? 1 : 0);

async function run(section: Section, results: ResultsFile): Promise<void> {
  if (cores) keepOn(section.pinned ? cores.client : undefined);
  try {
    const tables = await withinItsTime(section);
    for (const table of tables) process.stdout.write(print(table));
    await results.add(section.name, tables);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`\n${section.name}: given up: ${why}`);
    await results.fail(section.name, why);
  } finally {
    await stopAll();
  }
}

async function withinItsTime({ limit, run: measure }: Section): Promise<readonly Table[]> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${limit} s`)), limit * 1000);
  });
  const measured = measure(effort);
  // What comes of it after its time is nobody's concern.
  measured.catch(() => undefined);
  try {
    return await Promise.race([measured, over]);
  } finally {
    clearTimeout(timer);
  }
}
