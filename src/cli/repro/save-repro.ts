// `conform run --save-repro DIR`: for each rule that a run found broken a script of plain Node that shows it again, tried
// before it is handed over, and a text for the tracker of whoever makes the server.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ruleById } from '../../contract/rules/catalogue.js';
import type { Dialect } from '../../dialect/dialect.js';
import { type Diagnostic, worded } from '../../document/diagnostic.js';
import type { Profile } from '../../harness/profile/profile.js';
import { type CheckResult, type Finding, isBreach, type RunResult } from '../../harness/verdict/verdict.js';
import { NOTHING_SECRET, safeText } from '../../output/writer.js';
import { curlLine, type RepeatContext } from '../../report/shell.js';
import type { TraceRecord } from '../../trace/record.js';
import { appendText, makeFolder, readText, writeText } from '../files.js';
import type { Io } from '../io.js';
import { PACKAGE_ROOT } from '../package-files.js';
import { actEnvironment } from './acts.js';
import { buildReproPlan, repeatable, secretVariable } from './build-plan.js';
import type { ReproPlan, ReproStep } from './plan.js';
import { REPRO_EXIT } from './player.js';

export interface SavingRepros {
  readonly folder: string;
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly context: RepeatContext & { readonly version: string };
  /** Where the scripts are tried; undefined where they cannot be. */
  readonly tryAt: Pick<Profile, 'baseUrl' | 'websocketUrl' | 'stimuli'> | undefined;
  readonly signal: AbortSignal;
}

interface Breach {
  readonly check: CheckResult;
  readonly finding: Finding;
  /** The other checks that found the same rule broken. */
  readonly also: readonly string[];
}

export async function saveRepros(result: RunResult, saving: SavingRepros, io: Io): Promise<Diagnostic[]> {
  const folder = resolve(io.cwd, saving.folder);
  const failed = await makeFolder(folder);
  if (failed !== undefined) return [worded(`the scripts: ${failed}`)];
  const code = readText(join(PACKAGE_ROOT, 'dist', 'cli', 'repro', 'script.cjs'));
  if (!code.ok) return [worded(`the scripts: ${code.message}`)];
  const problems: Diagnostic[] = [];
  const write = async (name: string, text: string): Promise<void> => {
    const syntax = name.endsWith('.md') ? 'markdown' : 'json';
    const message = await writeText(join(folder, name), safeText(text, syntax, io.secrets));
    if (message !== undefined) problems.push(worded(`${name}: ${message}`));
  };
  const texts: string[] = [];
  for (const candidates of breachesOf(result)) {
    if (saving.signal.aborted) break;
    let told: Told | undefined;
    let missed = 0;
    for (const { breach, built } of plansFor(candidates, saving)) {
      if (!built.ok) {
        if (missed === 0) told = { breach, outcome: `no script, since ${built.why}`, script: '' };
        continue;
      }
      const name = `${breach.finding.rule}.cjs`;
      await write(name, scriptHead(built.plan, breach));
      await appendText(join(folder, name), safeText(code.value, 'json', NOTHING_SECRET));
      const { shown, tried } = await tryScript(join(folder, name), built.plan, saving);
      const isVain = tried > 0 && shown === 0;
      const outcome = tried === 0 ? 'not tried' : `the breach showed in ${shown} of ${tried}`;
      told = { breach, outcome: isVain ? NEVER_SHOWN : outcome, script: isVain ? '' : name };
      if (!isVain) break;
      // What has never shown it is not handed over: other requests may do better.
      await rm(join(folder, name), { force: true });
      if (++missed === MOST_MISSED || saving.signal.aborted) break;
    }
    if (!told) continue;
    io.err.write(`${told.breach.finding.rule}: ${told.outcome}\n`);
    texts.push(findingText(told, saving));
  }
  await write('finding.md', texts.join('\n---\n\n'));
  return problems;
}

/** The plans of scripts that may show a rule broken, in the order in which they are tried. */
function* plansFor(candidates: readonly Breach[], saving: SavingRepros) {
  const { profile, dialect } = saving;
  for (const breach of candidates) {
    const parts = repeatable({ ...breach, profile });
    for (const records of parts) {
      const source = { ...breach, profile, dialect, ...addressesOf(saving) };
      yield { breach, built: buildReproPlan(source, records, records === parts.at(-1)) };
    }
  }
}

/** So many witnesses of one rule are looked at for one that a script can show. */
const MOST_CANDIDATES = 12;
const NEVER_SHOWN =
  'no script, since what was sent again did not show it: it may need bytes or a state of before that are in no trace';
/** After so many scripts that have never shown the breach no other one is tried. */
const MOST_MISSED = 4;

/** For each rule its breaches, those with the smallest witnesses first. */
function breachesOf({ checks }: RunResult): Breach[][] {
  const all = checks.flatMap((check) =>
    check.findings
      .filter((finding) => isBreach(finding) && finding.witness)
      .map((finding) => ({ check, finding })),
  );
  return [...new Set(all.map(({ finding }) => finding.rule))].map((rule) => {
    const own = all.filter(({ finding }) => finding.rule === rule);
    const ids = [...new Set(own.map(({ check }) => check.id))];
    return own
      .toSorted((one, other) => sizeOf(one.finding) - sizeOf(other.finding))
      .slice(0, MOST_CANDIDATES)
      .map((each) => ({ ...each, also: ids.filter((id) => id !== each.check.id) }));
  });
}

const sizeOf = ({ witness }: Finding): number => witness?.records.length ?? 0;

function addressesOf({ context, profile, tryAt }: SavingRepros) {
  const { baseUrl } = context;
  const isOwn = tryAt !== undefined && baseUrl !== profile.baseUrl;
  return { baseUrl, websocketUrl: isOwn ? baseUrl.replace(/^http/, 'ws') : profile.websocketUrl };
}

/** What the plan does, in a line for each step. */
function stepWords(step: ReproStep): string {
  const at = `${String(Math.round(step.at)).padStart(7)} ms  `;
  if (step.kind === 'open') return `${at}opens the connection ${step.connection} as ${step.client}`;
  if (step.kind === 'act')
    return `${at}does ${step.record.name} of ${step.record.deviceId ?? 'a client'}: ${step.call.method} ${step.call.url}`;
  if (step.kind === 'close') return `${at}closes the connection ${step.connection}`;
  const { facts, method, path } = step;
  return `${at}${facts.channel === 'rest' ? `${method ?? ''} ${path ?? ''}` : `${facts.what} on ${facts.connection ?? ''}`} as ${facts.client}`;
}

function scriptHead(plan: ReproPlan, { finding }: Pick<Breach, 'finding'>): string {
  const env = Object.values(plan.clients).map(
    ({ secretEnv, clientId }) => `//   ${secretEnv}: the secret of the API client ${clientId}`,
  );
  if (plan.managed) env.push(`//   ${plan.managed.passwordEnv}: the password of ${plan.managed.deviceId}`);
  for (const [name, { is, usually }] of Object.entries(plan.acts.variables))
    env.push(`//   ${name}: ${is}${usually === undefined ? '' : `, if it is not ${usually}`}`);
  const head = [
    `// ${plan.rule}: ${ruleById(finding.rule).sentence}`,
    `// ${finding.witness?.right ?? ''}`,
    '//',
    '// Plain Node 20, without packages. It asks for access tokens and tickets, and then sends',
    ...plan.steps.map((step) => `// ${stepWords(step)}`),
    '// At the end, and on Ctrl-C, it puts back as it was found what it has changed.',
    '// Nothing else is sent. Exit code 1: the breach shows. 0: it does not. 2: nobody can tell.',
    '// From the environment:',
    ...env,
    '//   CONFORM_BASE_URL, CONFORM_WEBSOCKET_URL: another address of the server, if it is not the one below',
  ];
  return `${head.map((line) => line.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')).join('\n')}\nconst plan = ${JSON.stringify(plan, null, 2)};\n\n// The same in each of these files: what sends, and what judges.\n`;
}

const TRIES = 3;
/** One that takes longer is not tried before it is handed over, in ms. */
const LONGEST_TRIAL = 60_000;

/** How often the breach showed, and how many trials came to their end: one that was ended by the signal says nothing. */
async function tryScript(path: string, plan: ReproPlan, { tryAt, profile, signal }: SavingRepros) {
  if (!tryAt || plan.until > LONGEST_TRIAL) return { shown: 0, tried: 0 };
  const secrets = Object.entries(profile.clients).map(([name, client]) => [
    secretVariable(name, client),
    client.clientSecret,
  ]);
  const env = {
    ...process.env,
    ...(Object.fromEntries(secrets) as Record<string, string>),
    ...(plan.managed && { [plan.managed.passwordEnv]: profile.management?.password }),
    ...actEnvironment(plan, { ...profile, ...tryAt }),
    CONFORM_BASE_URL: tryAt.baseUrl,
    CONFORM_WEBSOCKET_URL: tryAt.websocketUrl,
  };
  let shown = 0;
  let tried = 0;
  while (tried < TRIES && (tried === 0 || shown > 0) && !signal.aborted) {
    const exitCode = await exitOf(path, env, signal);
    if (signal.aborted) break;
    tried++;
    if (exitCode === REPRO_EXIT.shown) shown++;
  }
  return { shown, tried };
}

function exitOf(path: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number | null> {
  return new Promise((end) => {
    // A script whose channel closes puts relays back and ends: so it does when this process is killed.
    const child = spawn(process.execPath, [path], { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    // Not by a signal, which ends a process of Windows at once.
    const interrupt = (): void => void (child.connected && child.disconnect());
    signal.addEventListener('abort', interrupt, { once: true });
    child.once('error', () => end(null));
    child.once('exit', (exitCode) => {
      signal.removeEventListener('abort', interrupt);
      end(exitCode);
    });
  });
}

interface Told {
  readonly breach: Breach;
  readonly outcome: string;
  /** Empty where there is none. */
  readonly script: string;
}

function findingText({ breach, outcome, script }: Told, { context, dialect }: SavingRepros): string {
  const { check, finding, also } = breach;
  const { rule, expected, actual, witness } = finding;
  const { section, sentence, basis } = ruleById(rule);
  const records = witness?.records ?? [];
  const requests = records.filter((record) => record.kind === 'request');
  const curls = requests.flatMap((record) => curlLine(record, context) ?? []);
  const isEnough = curls.length === requests.length && requests.length > 0;
  const lines = [
    `# ${rule}: ${sentence}`,
    '',
    `**Clause**: section "${section}" of the interface (${basis}).`,
    '',
    `**Expected**: ${expected}`,
    '',
    `**Came**: ${actual}`,
    '',
    `**Right**: ${witness?.right ?? expected}`,
    '',
    `**What was sent and what came** (${check.id}; ms from the first line):`,
    '',
    '```',
    ...records.flatMap((record) => recordWords(record, records[0]?.at ?? 0)),
    '```',
    '',
    `**To see it again**: ${script === '' ? outcome : `\`node ${script}\` (${outcome})`}`,
    ...(isEnough ? ['', 'or by hand:', '', '```', ...curls, '```'] : []),
    ...(also.length > 0
      ? [
          '',
          `The same rule was also found broken by ${also.slice(0, 10).join(', ')}${also.length > 10 ? ` and ${also.length - 10} more` : ''}.`,
        ]
      : []),
    '',
    `conform ${context.version}, Node ${process.version}, dialect ${dialect.name}.`,
    '',
  ];
  return lines.join('\n');
}

function recordWords(record: TraceRecord, begun: number): string[] {
  const at = `${String(Math.round(record.at - begun)).padStart(7)}  `;
  if (record.kind === 'request')
    return [
      `${at}> ${record.channel === 'rest' ? `${record.method ?? ''} ${record.path ?? ''}` : `${record.what} on ${record.connection ?? ''}`} (${record.client ?? ''})${shortJson(record.body)}`,
    ];
  if (record.kind === 'reply')
    return [`${at}< ${record.status ?? ''} ${record.code ?? ''}${shortJson(record.body)}`];
  if (record.kind === 'broken') return [`${at}< no reply: ${record.detail}`];
  if (record.kind === 'event')
    return [`${at}< ${record.topic} on ${record.connection}${shortJson(record.body)}`];
  if (record.kind === 'connection') return [`${at}  connection ${record.connection} ${record.state}`];
  return record.kind === 'stimulus' ? [`${at}  ${record.name} ${record.deviceId ?? ''}`] : [];
}

const LONGEST_SHOWN = 300;

function shortJson(value: unknown): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return ` ${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}`;
}
