import { createInProcessArena } from '/tmp/lead/work/dist/cli/in-process/in-process-arena.js';
import { loadFleet } from '/tmp/lead/work/dist/cli/simulator/load-fleet.js';
import { loadDialect } from '/tmp/lead/work/dist/cli/load-dialect.js';
import { createProgramSource } from '/tmp/lead/work/dist/harness/property/draw.js';
import { compose } from '/tmp/lead/work/dist/harness/property/compose.js';
import { createRandom } from '/tmp/lead/work/dist/kernel/random.js';
const [n, defect, from] = process.argv.slice(2);
const fleet = (loadFleet(undefined, process.cwd())).value.spec;
const dialect = (loadDialect('default', process.cwd())).value;
const arena = (await createInProcessArena({ fleet, dialect, actuate: true, defects: defect && defect !== '-' ? [defect] : [] }));
console.log(JSON.stringify(arena.facts).slice(0, 900));
const source = createProgramSource(arena.facts, createRandom(1), { longWaits: true });
const t0 = performance.now(); let ops = 0, reqs = 0, halts = 0; const bad = new Map();
for (let i = Number(from ?? 0); i < Number(from ?? 0) + Number(n); i++) {
  const d = source.draw(i);
  const p = compose(d.commands, arena.facts, { settle: 5000 });
  ops += p.operations;
  if (process.env.V) console.log(i, JSON.stringify(p.body));
  const run = await arena.run(p, `m${i}`, { eventPatience: 4500 });
  reqs += run.trace.filter((r) => r.kind === 'request').length;
  if (run.halt) { halts++; if (halts < 4) console.log('HALT', i, d.focus, JSON.stringify(run.halt)); }
  const f = run.findings.filter((x) => x.verdict === 'fail' || x.verdict === 'warn');
  for (const x of f) { bad.set(x.rule + ' ' + x.where, (bad.get(x.rule + ' ' + x.where) ?? 0) + 1); if (bad.get(x.rule + ' ' + x.where) <= 2) console.log('BAD', i, d.focus, x.rule, x.where, '|', x.expected, '|', x.actual, x.exchanges.join()); }
}
const s = (performance.now() - t0) / 1000;
console.log({ s, perS: Number(n) / s, opsPer: ops / Number(n), reqsPer: reqs / Number(n), halts }, bad);
