// `npm run proof -- stranger-clients [poller|watcher|panel|cron]`: conform audit on clients that were written from the
// interface alone, once for each of their breaches and habits. Exit code 1 if a breach was not named under its rule or
// what is legal was called wrong; 2 for usage.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endAll } from '../children.mjs';
import { classify } from '../classify.mjs';
import { isGood, markdownOf } from '../summary.mjs';
import { readClients } from './cases.mjs';
import { trial } from './trial.mjs';

const clients = readClients();
const NAMES = clients.map(({ name }) => name);
const KINDS = { breaches: 'defect', habits: 'oddity', right: 'correct' };
const USE = `Use: npm run proof -- stranger-clients [${NAMES.join('|')}] [options]
  --only IDS        these cases, with commas between; "breaches", "habits" and "right" are all of a kind
  --jobs N          audits at a time (default 2)
  --seed N          seed of conform (default 1)
  --whole           every day for each case; otherwise a breach gets the days of its rule, and the calm one
  --days IDS        these days instead
  --virtual         in virtual time, with what is found confirmed in real time; only Node and Python
  --quick           a short day, with the right forms and with what shows at once: a minute in all
  --limit S         the most that an audit may take, in seconds (default 400)
  --results DIR     where reports are left (default: a folder for temporary files)
  --resume          what has a result there is not run again
  --report FILE     the matrix in Markdown`;

function refuse(message) {
  process.stderr.write(`${message}\n${USE}\n`);
  process.exit(2);
}

const text = (value) => ({ type: 'string', ...(value === undefined ? {} : { default: value }) });
const flag = { type: 'boolean', default: false };
const OPTIONS = {
  only: text(),
  jobs: text('2'),
  seed: text('1'),
  whole: flag,
  days: text(),
  virtual: flag,
  quick: flag,
  limit: text('400'),
  results: text(join(tmpdir(), 'conform-stranger-clients')),
  resume: flag,
  report: text(),
};

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return refuse(error.message);
  }
}

const { positionals, values } = readArguments();
for (const name of positionals) if (!NAMES.includes(name)) refuse(`There is no client "${name}".`);
for (const name of ['jobs', 'seed', 'limit'])
  if (!/^[1-9]\d{0,5}$/.test(values[name]))
    refuse(`--${name} takes a whole number from 1 on, not "${values[name]}".`);

/** What the clients need beside Node. The shell scripts take other programs: curl and jq, or the compiler of Go. */
const NEEDED = {
  python3: [['python3', '--version']],
  bash: ['bash', 'curl', 'jq'].map((each) => [each, '--version']),
  sh: [['go', 'version']],
  perl: [['perl', '--version']],
  ruby: [['ruby', '--version']],
};

function isInstalled({ name, program }) {
  const missing = (NEEDED[program] ?? []).find(
    ([each, word]) => spawnSync(each, [word], { stdio: 'ignore' }).status !== 0,
  );
  if (missing) process.stderr.write(`${name} is skipped: ${missing[0]} is not installed here.\n`);
  return missing === undefined;
}

function chosenCases(from) {
  const all = from.flatMap((client) => client.cases.map((one) => ({ client, one })));
  const only = values.only?.split(',').filter(Boolean) ?? [];
  for (const name of only)
    if (!KINDS[name] && !all.some(({ one }) => one.id === name)) refuse(`There is no case "${name}".`);
  if (values.quick) {
    const day = new URL('../../../proof/strangers/clients/days/calm.yaml', import.meta.url).pathname;
    return all
      .filter(({ one }) => one.kind === 'correct' || QUICK.has(one.id))
      .map((each) => onDays(each, [day]));
  }
  const wanted = new Set(only.flatMap((name) => [name, KINDS[name]]));
  const chosen = all.filter(({ one }) => wanted.size === 0 || wanted.has(one.id) || wanted.has(one.kind));
  const days = values.days?.split(',') ?? (values.whole ? [] : undefined);
  return days === undefined ? chosen : chosen.map((each) => onDays(each, days));
}

const onDays = ({ client, one }, days) => ({ client, one: { ...one, days } });

/** Breaches that show at once. */
const QUICK = new Set(['origin-header', 'no-key', 'fetch-site']);

let stopping = false;
const done = [];
const settings = {
  results: values.results,
  seed: Number(values.seed),
  limit: Number(values.limit),
  virtual: values.virtual,
};

async function outcomeOf({ client, one }) {
  const kept = join(values.results, `${client.name}-${one.id}-${values.seed}.case.json`);
  if (values.resume && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const outcome = await trial(client, one, settings);
  if (!stopping) writeFileSync(kept, JSON.stringify(outcome));
  return outcome;
}

/** A breach that is named under its rule and under another one, too, is a false alarm of the other one. */
function classOf(one, outcome) {
  const found = classify(outcome, { kind: one.kind, expected: one.expected, noise: new Set() });
  const others = [...(outcome.failed ?? []), ...(outcome.warned ?? [])].filter(
    (rule) => !one.expected.includes(rule),
  );
  return isGood({ kind: one.kind, class: found }) && others.length > 0
    ? 'killed, and blamed for another rule'
    : found;
}

async function worker(queue, of) {
  for (let next = queue.shift(); next !== undefined && !stopping; next = queue.shift()) {
    const outcome = await outcomeOf(next);
    if (stopping) return;
    const result = { ...next.one, seed: settings.seed, class: classOf(next.one, outcome), ...outcome };
    done.push(result);
    const rules = [...(outcome.failed ?? []), ...(outcome.warned ?? []).map((rule) => `(${rule})`)];
    const open = (outcome.inconclusive ?? []).map((rule) => `?${rule}`);
    process.stdout.write(
      `${done.length}/${of} ${result.server} ${result.id}: ${result.class} [${[...rules, ...open].join(' ')}] ${result.seconds} s\n`,
    );
    if (values.report) writeFileSync(values.report, `${markdownOf(done, { speed: 1, of })}\n`);
  }
}

function stop() {
  stopping = true;
  void endAll().then(() => process.exit(130));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

const chosen = clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const cases = chosenCases(chosen.filter(isInstalled));
mkdirSync(values.results, { recursive: true, mode: 0o700 });
const queue = [...cases];
await Promise.all(Array.from({ length: Number(values.jobs) }, () => worker(queue, cases.length)));
/** What could not be decided about a client that is right is no false alarm. */
const isFair = (one) => (one.kind === 'defect' ? isGood(one) : ['clean', 'inconclusive'].includes(one.class));
if (!stopping) process.exit(done.every(isFair) ? 0 : 1);
