import { createInProcessArena } from '/tmp/lead/work/dist/cli/in-process/in-process-arena.js';
import { loadFleet } from '/tmp/lead/work/dist/cli/simulator/load-fleet.js';
import { loadDialect } from '/tmp/lead/work/dist/cli/load-dialect.js';
import { createProgramSource } from '/tmp/lead/work/dist/harness/property/draw.js';
import { compose } from '/tmp/lead/work/dist/harness/property/compose.js';
import { createRandom } from '/tmp/lead/work/dist/kernel/random.js';
import { allDefects } from '/tmp/lead/work/dist/simulator/defects/registry.js';
const max = Number(process.argv[2] ?? 120); const only = process.argv[3];
const fleet = loadFleet(undefined, process.cwd()).value.spec;
const dialect = loadDialect('default', process.cwd()).value;
for (const { id, rule } of allDefects()) {
  if (only && !id.match(only)) continue;
  const arena = await createInProcessArena({ fleet, dialect, actuate: true, defects: [id] });
  const source = createProgramSource(arena.facts, createRandom(1), { longWaits: true });
  const others = new Map(); let hit; let ex = '';
  for (let i = 0; i < max && hit === undefined; i++) {
    const p = compose(source.draw(i).commands, arena.facts, { settle: 5000 });
    let run; try { run = await arena.run(p, `m${i}`, { eventPatience: 4500 }); } catch (e) { others.set('THROW ' + e.message, 1); break; }
    for (const x of run.findings.filter((x) => x.verdict === 'fail' || x.verdict === 'warn')) {
      if (x.rule === rule) { hit = i; ex = x.where + ': ' + x.actual; } else others.set(x.rule + '/' + x.where.replace('invariant ', ''), (others.get(x.rule+ '/' + x.where.replace('invariant ', '')) ?? 0) + 1);
    }
  }
  console.log(hit === undefined ? 'MISS' : `hit@${hit}`, id, rule, '|', [...others].map(([k, v]) => `${k}x${v}`).join(' ').slice(0, 260), '|', ex.slice(0, 140));
}
