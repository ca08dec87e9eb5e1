import { createInProcessArena } from '/tmp/lead/work/dist/cli/in-process/in-process-arena.js';
import { loadFleet } from '/tmp/lead/work/dist/cli/simulator/load-fleet.js';
import { loadDialect } from '/tmp/lead/work/dist/cli/load-dialect.js';
import { search } from '/tmp/lead/work/dist/harness/property/search.js';
import { counterexampleYaml } from '/tmp/lead/work/dist/harness/property/counterexample.js';
import { createSystemClock } from '/tmp/lead/work/dist/kernel/system-clock.js';
import { createRandom } from '/tmp/lead/work/dist/kernel/random.js';
import { allDefects } from '/tmp/lead/work/dist/simulator/defects/registry.js';
const fleet = loadFleet(undefined, process.cwd()).value.spec;
const dialect = loadDialect('default', process.cwd()).value;
const clock = createSystemClock();
const time = Number(process.argv[3] ?? 20000); let sum = 0, n = 0;
for (const { id, rule } of allDefects()) {
  if (!id.match(process.argv[2])) continue;
  const arena = await createInProcessArena({ fleet, dialect, actuate: true, defects: [id] });
  const t0 = clock.now(); let foundAt;
  const stop = new AbortController();
  const r = await search({ arena, random: createRandom(1), runs: 5000, time, clock, shrinking: { programs: 300, time: 15000 }, signal: stop.signal, onProgress: (p) => { if (p.kind === 'found' && p.fault.finding.rule === rule && p.fault.standing.kind === 'confirmed') { foundAt ??= clock.now() - t0; stop.abort(); } } });
  const f = r.faults.find((x) => x.finding.rule === rule && x.standing.kind === 'confirmed');
  if (f) { sum += f.program.operations; n++; }
  console.log(f ? `FOUND ${(foundAt / 1000).toFixed(1)}s #${f.index} ops=${f.program.operations}` : 'MISS ' + r.programs, id, rule, '| others:', r.faults.filter((x) => x !== f).map((x) => `${x.finding.rule}(${x.standing.kind},${x.program.operations})`).join(' '));
  if (process.argv[4]) for (const f of r.faults) console.log(counterexampleYaml(f, 1), f.finding);
}
console.log('mean ops', sum / n);
