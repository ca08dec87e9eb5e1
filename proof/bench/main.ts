// `npm run bench`: how fast the simulator and the harness are. Tables for people, bench/results.json for machines.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { missedIn, voidIn } from './aims.js';
import { chooseCores, keepOn } from './cores.js';
import { fallenEachTime, ratiosOf, readReference } from './gate.js';
import { readOptions } from './options.js';
import { buildCommit, type OtherBuild } from './other-build.js';
import { print } from './print.js';
import { createResultsFile, type ResultsFile } from './results-file.js';
import type { Effort, Section, Table } from './section.js';
import { BIN } from './server/simulator.js';
import { stopAll } from './server/spawn-server.js';

/** Tries that have to agree before a fall is believed. */
const TRIES = 3;
/** Ms in all. What has not been measured by then is named; on a machine that is this busy it would say nothing. */
const LONGEST = 600_000;
/** A part has taken longer than it may. */
class OverTime extends Error {}

const REFERENCE = fileURLToPath(new URL('../reference.json', import.meta.url));

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
const about = { machine, rounds, duration, builds: builds.map(({ name }) => name) };
const file = createResultsFile(out, about);
const written = readReference(REFERENCE);
const slower: string[] = [];
const missed = new Map<string, readonly string[]>();
/** Parts whose last measurement broke. One that only took too long says something of the machine, not of the program. */
const broken = new Set<string>();
const begin = performance.now();
try {
  for (const section of sections) {
    if (options.gate) slower.push(...(await slowerIn(section)));
    else await settle(section);
  }
} finally {
  await other?.remove();
}
if (options.keep) {
  const ratios = ratiosOf(Object.values(file.results.tables).flat());
  await writeFile(REFERENCE, `${JSON.stringify({ ...written, ...ratios }, undefined, 2)}\n`);
}
console.log(`\nAs JSON: ${out}`);
const wrong = [...slower, ...[...missed.values()].flat()];
for (const line of wrong) console.error(line);
const failed = options.gate ? broken.size : Object.keys(file.results.failed).length;
// A part that was given up may still hold on to something.
process.exit(wrong.length + failed > 0 ? 1 : 0);

/** Measures a part, and once more where a ratio with an aim is void. The numbers of a quick bench are held to nothing. */
async function settle(section: Section): Promise<void> {
  for (let time = 0; time < 2; time++) {
    if (leftOver() <= 0) {
      if (time === 0) await file.fail(section.name, 'the ten minutes of the bench were over');
      return;
    }
    const tables = (await run(section, file)) ?? [];
    if (effort.quick) return;
    missed.set(section.name, tables.flatMap(missedIn));
    if (tables.flatMap(voidIn).length === 0) return;
  }
}

/** Ms. */
function leftOver(): number {
  return LONGEST - (performance.now() - begin);
}

/** One try may have met somebody else's work on this machine, also one that is given up. */
async function slowerIn(section: Section): Promise<readonly string[]> {
  const isTime = (): boolean => leftOver() > 0;
  const falls = await fallenEachTime(() => run(section, file), { written, tries: TRIES, isTime });
  return falls.map(
    ({ title, ratio, before }) =>
      `SLOWER  ${title}: ${ratio.toFixed(2)} by CPU, before ${before.toFixed(2)}, ${TRIES} times in a row`,
  );
}

async function run(section: Section, results: ResultsFile): Promise<readonly Table[] | undefined> {
  if (cores) keepOn(section.pinned ? cores.client : undefined);
  broken.delete(section.name);
  try {
    const tables = await withinItsTime(section);
    for (const table of tables) process.stdout.write(print(table));
    await results.add(section.name, tables);
    return tables;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`\n${section.name}: given up: ${why}`);
    if (!(error instanceof OverTime)) broken.add(section.name);
    await results.fail(section.name, why);
    return undefined;
  } finally {
    await stopAll();
  }
}

async function withinItsTime({ limit, run: measure }: Section): Promise<readonly Table[]> {
  const patience = Math.min(limit * 1000, leftOver());
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new OverTime(`it took longer than ${Math.round(patience / 1000)} s`)),
      patience,
    );
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
