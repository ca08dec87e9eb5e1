// `npm run proof -- walk [folder]`: the way of one operation through the simulator, and of one check through harness and
// simulator: the files and functions that are called, as V8 counts them. The folder is another checkout; default: this.
import { spawnSync } from 'node:child_process';
import { rmSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(process.argv[2] ?? '.');
// In there, since it reads what comes with the package; not bundled, so that a file is a file of the sources.
const built = join(root, 'dist', 'walk');
const options = ['--outDir', built, '--declaration', 'false', '--removeComments', 'false'];
const compiled = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), options, {
  cwd: root,
  stdio: 'inherit',
});
if (compiled.status !== 0) process.exit(1);
const load = (path) => import(pathToFileURL(join(built, path)).href);

const session = new Session();
session.connect();
const post = (method, params = {}) => {
  let result;
  session.post(method, params, (error, answer) => {
    if (error) throw new Error(error.message);
    result = answer;
  });
  return result;
};
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** What was called since it was asked the last time: functions by file. */
function calledSince() {
  const called = new Map();
  for (const { url, functions } of post('Profiler.takePreciseCoverage').result) {
    if (!url.startsWith('file:')) continue;
    const path = relative(built, fileURLToPath(url));
    if (path.startsWith('..')) continue;
    const length = readFileSync(fileURLToPath(url), 'utf8').length;
    // The first function of a module is the module itself.
    const own = functions.filter(
      ({ functionName, ranges: [{ startOffset, endOffset, count }] }) =>
        count > 0 && !(functionName === '' && startOffset === 0 && endOffset >= length),
    );
    if (own.length > 0) called.set(path.replace(/\.js$/, '.ts'), own);
  }
  return called;
}

const { openInProcess } = await load('lab/in-process/open-in-process.js');
const { loadFleet } = await load('cli/load/fleet.js');
const { loadDialect } = await load('cli/load/dialect.js');
const fleet = valueOf(loadFleet(undefined, root)).spec;
const dialect = valueOf(loadDialect('default', root));

tell('One operation: a relay switched over REST, from the request to its reply', await oneOperation());
tell('One check: relay/compatibility against the simulator, from its start to its verdict', await oneCheck());
rmSync(built, { recursive: true, force: true });

/** A relay is switched on in a simulator that has answered before. */
async function oneOperation() {
  const { simulatorServer } = await load('lab/in-process/simulator-server.js');
  const { open, running, clock } = await openInProcess({ fleet, dialect });
  const server = simulatorServer(() => running.simulator, clock);
  const [{ clientId, clientSecret }] = Object.values(open.profile.clients).filter(
    ({ scopes, devices }) => !devices && scopes.includes('device:control'),
  );
  const [{ deviceId }] = Object.values(open.profile.devices);
  const ask = (method, path, body, token) =>
    server.request({
      method,
      path,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}`, 'idempotency-key': `walk-${path}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  return clock.runUntil(
    (async () => {
      const { body } = await ask('POST', '/svc/v1/auth/token', { clientId, clientSecret });
      const token = JSON.parse(body).data.accessToken;
      await ask('GET', '/svc/v1/devices', undefined, token);
      calledSince();
      const on = { relays: [{ index: 1, action: 'on' }] };
      const reply = await ask('POST', `/svc/v1/devices/${deviceId}/relays/commands`, on, token);
      const called = calledSince();
      if (reply.status !== 200) throw new Error(`the relay was not switched: ${reply.body}`);
      return called;
    })(),
  );
}

async function oneCheck() {
  const { loadScenarios } = await load('cli/load/scenarios.js');
  const { plan } = await load('harness/run/plan.js');
  const { run } = await load('harness/run/run.js');
  const scenarios = valueOf(loadScenarios([join(root, 'scenarios', 'relay', 'compatibility.yaml')], root));
  const { open, clock } = await openInProcess({ fleet, dialect });
  const planned = plan(scenarios, open.profile, {}, open.stimuli.offers);
  let called;
  const onProgress = ({ kind, result }) => {
    if (kind === 'check-started') calledSince();
    if (kind !== 'check-ended') return;
    called = calledSince();
    if (result.verdict !== 'pass') throw new Error(`the check did not pass: ${result.reason}`);
  };
  await clock.runUntil(run(open, { plan: planned.plan, onProgress }));
  return called;
}

function tell(title, called) {
  const files = [...called].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const folder = ([path]) => path.split('/').slice(0, -1).slice(0, 2).join('/');
  const sizes = (of) => `${of.length} files, ${of.flatMap(([, own]) => own).length} functions`;
  const words = ({ functionName }) => (functionName === '' ? '=>' : functionName);
  const lines = [
    title,
    `  ${sizes(files)}`,
    ...[...new Set(files.map(folder))].map(
      (name) => `  ${name.padEnd(22)} ${sizes(files.filter((file) => folder(file) === name))}`,
    ),
    ...files.map(([path, own]) => `    ${path} ${own.length}: ${own.map(words).join(' ')}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function valueOf(result) {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
}
