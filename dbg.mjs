import { createInProcessArena } from '/tmp/lead/work/dist/cli/in-process/in-process-arena.js';
import { loadFleet } from '/tmp/lead/work/dist/cli/simulator/load-fleet.js';
import { loadDialect } from '/tmp/lead/work/dist/cli/load-dialect.js';
const fleet = loadFleet(undefined, process.cwd()).value.spec;
const dialect = loadDialect('default', process.cwd()).value;
const arena = await createInProcessArena({ fleet, dialect, actuate: true, defects: [process.argv[2]] });
const look = (as) => ({ refresh: 'plant', patient: false, as });
const P = { 'retry-after-too-short': [look('a'), look('b'), { wait: '1s' }, look('c')],
 'budget-spent-when-busy': [look('a'), look('b'), {wait:'4s'}, {parallel:[{transceive:'plant',data:'unanswered',timeout:'1s',patient:false,as:'t'},{...look('c'),at:'50ms'}]}, look('d'), {wait:'1s'}] };
const run = await arena.run({ prologue: [], body: P[process.argv[2]], epilogue: [], operations: 3 }, 'x', { eventPatience: 4500 });
for (const r of run.trace) if (r.kind === 'reply' || r.kind === 'request') console.log(r.at % 1e6, r.kind, r.exchange, r.what ?? '', r.code ?? '', r.kind === 'reply' ? JSON.stringify(r.body).slice(0, 150) : '');
console.log(run.halt, run.findings.filter(f=>f.verdict!=='pass'));
