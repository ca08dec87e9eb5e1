// `npm run proof -- strangers [python|javascript|go|java|perl|ruby]`: conform against servers that were written from the interface alone,
// once for each of their defects and oddities. Says which defects were killed under a rule that they break, and which
// oddities were called wrong. Exit code 1 if one was not, or was; 2 for usage.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endAll } from './children.mjs';
import { classify } from './classify.mjs';
import { SERVER_NAMES, serverCalled } from './servers.mjs';
import { isGood, markdownOf } from './summary.mjs';
import { trial } from './trial.mjs';

const USE = `Use: npm run proof -- strangers [${SERVER_NAMES.join('|')}] [options]
  --only IDS          these cases, with commas between; "defects", "oddities" and "correct" are all of a kind
  --sample N          N of them, drawn by --draw
  --draw N            seed of the sample (default 1)
  --from N            first seed of conform (default 1)
  --seeds N           how many seeds, each a run of its own (default 1)
  --jobs N            runs at a time (default 2)
  --speed N           how many times as fast the clocks of server and conform go (default 4)
  --runs N --time D   random programs of each run (default 20 in 10s)
  --quick             first only what cites a rule that the defect breaks; everything where that finds nothing
  --confined          only what cites a rule that the defect breaks
  --limit S           the most that a run may take, in seconds (default 300)
  --part S            no run is begun after so many seconds; the rest is for --resume
  --results DIR       where reports are left (default: a folder for temporary files)
  --resume            what has a result there is not run again
  --report KIND=FILE  markdown or json; may be repeated`;

function refuse(message) {
  process.stderr.write(`${message}\n${USE}\n`);
  process.exit(2);
}

const OPTIONS = {
  only: { type: 'string' },
  sample: { type: 'string' },
  draw: { type: 'string', default: '1' },
  from: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '1' },
  jobs: { type: 'string', default: '2' },
  speed: { type: 'string', default: '4' },
  runs: { type: 'string', default: '20' },
  time: { type: 'string', default: '10s' },
  limit: { type: 'string', default: '300' },
  part: { type: 'string' },
  results: { type: 'string', default: join(tmpdir(), 'conform-strangers') },
  quick: { type: 'boolean', default: false },
  confined: { type: 'boolean', default: false },
  resume: { type: 'boolean', default: false },
  report: { type: 'string', multiple: true, default: [] },
};

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return refuse(error.message);
  }
}

const { positionals, values } = readArguments();
for (const name of positionals) if (!SERVER_NAMES.includes(name)) refuse(`There is no server "${name}".`);
for (const name of ['sample', 'draw', 'from', 'seeds', 'jobs', 'speed', 'runs', 'limit', 'part'])
  if (values[name] !== undefined && !/^[1-9]\d{0,5}$/.test(values[name]))
    refuse(`--${name} takes a whole number from 1 on, not "${values[name]}".`);
for (const report of values.report)
  if (!/^(markdown|json)=./.test(report))
    refuse(`--report takes markdown=FILE or json=FILE, not "${report}".`);

/** Whether its language is installed here; what has to be built is built. */
function isReady({ name, folder, program, build }) {
  const ends = (command, words) => spawnSync(command, words, { cwd: folder, stdio: 'ignore' }).status === 0;
  const language = build?.program ?? program;
  if (!ends(language, [build?.version ?? '--version'])) {
    process.stderr.write(`${name} is skipped: ${language} is not installed here.\n`);
    return false;
  }
  if (build && !ends(language, build.words)) refuse(`${name} cannot be built.`);
  return true;
}

/** The same draw for the same seed, whatever the number of cases that are taken. */
function drawn(cases, count, seed) {
  let state = seed >>> 0;
  const key = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0;
  };
  return cases
    .map((one) => ({ one, key: key() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ one }) => one);
}

const KINDS = { defects: 'defect', oddities: 'oddity', correct: 'correct' };

function chosenCases(servers) {
  const all = servers.flatMap((server) => server.cases.map((one) => ({ server, ...one })));
  const only = values.only?.split(',').filter(Boolean) ?? [];
  for (const name of only)
    if (!KINDS[name] && !all.some(({ id }) => id === name)) refuse(`There is no case "${name}".`);
  const wanted = new Set(only.map((name) => KINDS[name] ?? name));
  const chosen = all.filter(({ id, kind }) => wanted.size === 0 || wanted.has(id) || wanted.has(kind));
  const sample =
    values.sample === undefined ? chosen : drawn(chosen, Number(values.sample), Number(values.draw));
  return Array.from({ length: Number(values.seeds) }, (_, at) =>
    sample.map((one) => ({ ...one, seed: Number(values.from) + at })),
  ).flat();
}

let stopping = false;
const done = [];
const partEnds = values.part === undefined ? Infinity : Date.now() + Number(values.part) * 1000;

async function outcomeOf({ server, seed, ...one }) {
  const kept = join(values.results, `${server.name}-${one.id}-${seed}.case.json`);
  const { [one.id]: rules = [] } = one.kind === 'defect' ? server.expected : {};
  const last = values.resume && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : undefined;
  const before = last?.failure === undefined ? last : undefined;
  if (before && (!before.confined || values.confined || isKilled(before, rules))) return before;
  const settings = { ...values, speed: Number(values.speed), limit: Number(values.limit), seed };
  const outcome = await judged(server, { ...one, rules }, before, settings);
  if (!stopping) writeFileSync(kept, JSON.stringify(outcome));
  return outcome;
}

const isKilled = (outcome, rules) => outcome.failed?.some((rule) => rules.includes(rule)) === true;

/** @param before what was found when only the checks that cite its rules were run, if they were */
async function judged(server, one, before, settings) {
  if (before === undefined && one.rules.length > 0 && (values.quick || values.confined)) {
    const first = { ...(await trial(server, one, settings)), confined: true };
    if (values.confined || stopping || isKilled(first, one.rules)) return first;
  }
  return trial(server, { ...one, rules: [] }, settings);
}

/** What the correct server is failed for proves nothing about a defect. */
function results() {
  const noise = (name) =>
    new Set(
      done
        .filter(({ one }) => one.kind === 'correct' && one.server.name === name)
        .flatMap(({ outcome }) => [...(outcome.failed ?? []), ...(outcome.warned ?? [])]),
    );
  return done.map(({ one, outcome }) => {
    const { server, kind, id, shows, seed } = one;
    const expected = kind === 'defect' ? (server.expected[id] ?? []) : [];
    const known = kind === 'correct' ? new Set() : noise(server.name);
    const { [id]: excused } = server.excused;
    const found = classify(outcome, { kind, expected, noise: known, excused });
    return { server: server.name, kind, id, shows, seed, expected, excused, class: found, ...outcome };
  });
}

function writeReports(of) {
  for (const report of values.report) {
    const at = report.indexOf('=');
    const all = results();
    const text = report.startsWith('json=')
      ? `${JSON.stringify(all, undefined, 1)}\n`
      : `${markdownOf(all, { speed: values.speed, of })}\n`;
    writeFileSync(report.slice(at + 1), text);
  }
}

const nextOf = (queue) => (Date.now() < partEnds ? queue.shift() : undefined);

async function worker(queue, of) {
  for (let one = nextOf(queue); one !== undefined && !stopping; one = nextOf(queue)) {
    const outcome = await outcomeOf(one);
    if (stopping) return;
    done.push({ one, outcome });
    const last = results().at(-1);
    const rules = [...(last.failed ?? []), ...(last.warned ?? []).map((rule) => `(${rule})`)].join(' ');
    process.stdout.write(
      `${done.length}/${of} ${last.server} ${last.id} ${last.seed}: ${last.class} [${rules}] ${last.inconclusive?.length ?? 0} undecided, ${last.seconds ?? 0} s\n`,
    );
    writeReports(of);
  }
}

function stop() {
  stopping = true;
  void endAll().then(() => process.exit(130));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

const servers = (positionals.length > 0 ? positionals : SERVER_NAMES).map(serverCalled).filter(isReady);
const cases = chosenCases(servers);
mkdirSync(values.results, { recursive: true, mode: 0o700 });
const queue = [...cases];
await Promise.all(Array.from({ length: Number(values.jobs) }, () => worker(queue, cases.length)));
if (!stopping) {
  if (queue.length > 0) process.stdout.write(`${queue.length} runs are left for --resume\n`);
  process.exit(queue.length === 0 && results().every(isGood) ? 0 : 1);
}
