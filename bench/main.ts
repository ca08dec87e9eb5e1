// `npm run bench`: how fast the simulator and the harness are. Tables for people, bench/results.json for machines.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { print } from './print.js';
import type { Effort, Section, Table } from './section.js';
import { fanOut } from './sections/fan-out.js';
import { fleet } from './sections/fleet.js';
import { harness } from './sections/harness.js';
import { operations } from './sections/operations.js';
import { peers } from './sections/peers.js';
import { ping } from './sections/ping.js';
import { programs } from './sections/programs.js';
import { rest } from './sections/rest.js';

const SECTIONS: readonly Section[] = [rest, operations, ping, fanOut, fleet, harness, programs, peers];
const RESULTS = fileURLToPath(new URL('../results.json', import.meta.url));

const FULL: Effort = { rounds: 5, duration: 1500, quick: false };
const QUICK: Effort = { rounds: 1, duration: 50, quick: true };

const names = SECTIONS.map(({ name }) => name).join(', ');
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: RESULTS },
  },
});

const unknown = values.only.filter((name) => !SECTIONS.some((section) => section.name === name));
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (unknown.length > 0 || (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))) {
  console.error(
    unknown.length > 0
      ? `There is no part of the bench called ${unknown.join(', ')}. Known: ${names}.`
      : `--rounds takes a whole number from 1, not ${values.rounds}.`,
  );
  process.exit(2);
}

const effort = { ...(values.quick ? QUICK : FULL), ...(rounds !== undefined && { rounds }) };
const chosen = SECTIONS.filter(({ name }) => values.only.length === 0 || values.only.includes(name));
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg()[0] };
console.log(`Node ${machine.node}, ${machine.cores} cores of ${machine.cpu}, load ${machine.load}`);

const tables: Record<string, readonly Table[]> = {};
for (const section of chosen) {
  const made = await section.run(effort);
  tables[section.name] = made;
  for (const table of made) process.stdout.write(print(table));
}
await writeFile(values.out, `${JSON.stringify({ machine, effort, tables }, undefined, 2)}\n`);
console.log(`\nAs JSON: ${values.out}`);
