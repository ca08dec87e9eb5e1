// `npm run soak`: ten minutes (SOAK_MINUTES) of everything at once. In the end nothing may be left over, and no
// command lost or carried out twice; else it ends with exit code 1. Arguments are passed on to `conform serve`.
import { setTimeout as pause } from 'node:timers/promises';
import type { Usage } from './server/probe.js';
import { BIN } from './server/simulator.js';
import { spawnServer } from './server/spawn-server.js';
import { createCommands } from './soak/commands.js';
import { createCrowd } from './soak/crowd.js';
import { groupsOf, RETENTION, writeSoakFleet } from './soak/fleet.js';
import { checkLeftovers, checkMemory } from './soak/leftovers.js';
import { allPlans, createFaultDesk } from './soak/plans.js';
import { createAgent, createRestClient } from './soak/rest-client.js';
import { createTraffic } from './soak/traffic.js';
import { verifyCommands } from './soak/verify.js';
import { tempFile } from './temp-file.js';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 10);
const connections = Number(process.env['SOAK_CONNECTIONS'] ?? 2000);
const devices = Number(process.env['SOAK_DEVICES'] ?? 10_000);
if (!(minutes > 0) || !(connections > 0) || !(devices > 0)) {
  console.error('SOAK_MINUTES, SOAK_CONNECTIONS and SOAK_DEVICES are numbers over 0.');
  process.exit(2);
}

const WARM_UP = 0.2;
const begin = performance.now();
const say = (line: string): void =>
  console.log(`${((performance.now() - begin) / 1000).toFixed(0).padStart(5)} s  ${line}`);

const groups = groupsOf(20, devices);
const journal = await tempFile('', 'journal.ndjson');
const server = await spawnServer({
  args: [
    BIN,
    'serve',
    '--port',
    '0',
    '--control-port',
    '0',
    '--fleet',
    await writeSoakFleet(groups),
    '--journal',
    journal,
    ...process.argv.slice(2),
  ],
  ready: /listening on http:\/\/127\.0\.0\.1:(\d+)[^]*CONFORM_CONTROL_TOKEN=\S+\n/,
});
const desk = createFaultDesk(server.greeting);
const agent = createAgent();
const base = `http://127.0.0.1:${server.port}/svc/v1`;
const clients = groups.map(({ clientId }) => createRestClient(base, clientId, agent));
const operator = createRestClient(base, 'operator', agent);
const atStart = await server.usage({ collect: true });

const commands = createCommands();
// Over connections of their own: tickets do not wait behind the traffic.
const doors = createAgent();
const openers = groups.map(({ clientId }) => createRestClient(base, clientId, doors));
const crowd = createCrowd(server.port, connections, openers);
const traffic = createTraffic({ groups, clients, operator, commands, crowd });
await traffic.touchAll();
say(`${devices} devices touched`);

/** Traffic stops, faults end, all connections stand: what is held now is what it takes to stand by. */
async function standingBy(): Promise<Usage> {
  await desk.clear();
  await traffic.rest();
  if (!(await crowd.complete(60_000))) say(`only ${crowd.open} of ${connections} connections came back`);
  // Longer than commands are kept; one more command sweeps them out.
  await pause(Math.min(RETENTION + 5000, minutes * 6000));
  await commands.carryOut(operator, 'bench-12');
  await pause(500);
  await server.usage({ collect: true });
  return server.usage({ collect: true });
}

traffic.go();
await pause(minutes * 60_000 * WARM_UP);
const warm = await standingBy();
say(`warm: ${(warm.heap / 2 ** 20).toFixed(1)} MB of heap, ${crowd.open} connections`);

const plans = await allPlans();
for (const plan of plans) {
  await desk.order(plan);
  traffic.go();
  await pause((minutes * 60_000 * (1 - WARM_UP)) / plans.length);
  await desk.clear();
  say(
    `${plan.name}: ${crowd.open} connections, ${crowd.ends} ended, ${crowd.events} events, ${commands.records.length} commands`,
  );
}
const done = await standingBy();
say(`done: ${(done.heap / 2 ** 20).toFixed(1)} MB of heap, ${crowd.open} connections`);

await crowd.close();
await Promise.all([agent.close(), doors.close()]);
await pause(3000);
const atEnd = await server.usage({ collect: true });
await server.stop();

const wrong = [
  ...checkMemory(warm, done),
  ...checkLeftovers(atStart, atEnd),
  ...(crowd.events === 0 ? ['no connection heard of any event'] : []),
  ...(await verifyCommands(commands.records, journal)),
];
const known = commands.records.filter(({ status }) => status === 'SUCCEEDED').length;
say(`${commands.records.length} commands, of which ${known} are known to have succeeded`);
for (const line of wrong.slice(0, 20)) console.error(`WRONG  ${line}`);
console.log(wrong.length === 0 ? 'soak: everything held' : `soak: ${wrong.length} things did not hold`);
process.exitCode = wrong.length === 0 ? 0 : 1;
