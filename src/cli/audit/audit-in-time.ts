// The days of an audit with the processes of a client, in the time that is given.
import { optionWords } from '../options.js';
import { delimiter, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CALM, dayIdOf, type ClientBreach, type Ruling } from '../../audit/rules/ruling.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import { defined } from '../../kernel/defined.js';
import { accepted, refuseInput, type Result, type Diagnostic, worded } from '../../document/diagnostic.js';
import type { Clock } from '../../kernel/clock.js';
import { liveDay, type ClientProcess } from '../../lab/audit/live-day.js';
import { runAudit, type Audited, type Lateness } from '../../lab/audit/run-audit.js';
import { openClientTime } from '../../lab/virtual-time/client-time.js';
import { cut } from '../../report/exchanges.js';
import type { Io } from '../io.js';
import { PRELOADED } from '../package-files.js';
import { type AuditOptions, type ChosenAudit, devicesOfDays } from './choose.js';
import type { Processes } from './client-process.js';
import type { AuditProgressLine } from './live-progress.js';
import { proxyScene } from './proxy/open-proxy.js';
import { dayYaml } from '../../audit/days/day.js';
import { formatDuration } from '../../kernel/duration.js';
import { searchSeeds, shortened, type Exploration, type FoundDay } from '../../lab/audit/explore.js';
import { dayAsWritten, type StagedDay } from '../../lab/days/stage-day.js';
import { quotedForShell } from '../../output/shell-words.js';
import { safeText } from '../../output/writer.js';
import { plural } from '../../report/layout.js';
import { makeFolder, writeText } from '../files.js';

export interface AuditParts {
  readonly options: AuditOptions;
  readonly io: Io;
  readonly processes: Processes;
  readonly progress: AuditProgressLine;
  readonly signal: AbortSignal;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

/** The time that days are lived in. */
export interface AuditTime {
  readonly clock: Clock;
  readonly lateness: Lateness;
  readonly signal: AbortSignal;
  /** What is to be seen again: how long each day went on, by its id, until it had been seen; in ms. */
  readonly seenWithin?: ReadonlyMap<string, number>;
  /** Begins a process with the variables that the time needs. */
  readonly start?: (name: string, begin: (variables: Variables) => ClientProcess) => ClientProcess;
}

export type Variables = Readonly<Record<string, string>>;

export function auditIn(
  chosen: ChosenAudit,
  { options, io, processes, progress, tls }: AuditParts,
  { clock, lateness, signal, seenWithin, start = (_, begin) => begin({}) }: AuditTime,
  mayRepeat = true,
): Promise<Audited> {
  const { command, env, days, dialect, deviceIds, speed, seed, rules, service } = chosen;
  const isListening = options.listen !== undefined;
  const [jobs, canRepeat] = isListening ? [1, false] : [chosen.jobs, mayRepeat];
  // The same port on each day, for clients that do not look it up anew.
  let port = options.listen ?? 0;
  const onOpen = (url: string, day: string): void => {
    if (!isListening) return;
    port = Number(new URL(url).port);
    progress.say(`${day}: listening on ${url} for ${clientOf(chosen)}`);
  };
  return runAudit(
    { days, rules, jobs, seed, canRepeat, signal, clock, lateness, ...defined({ seenWithin }) },
    (staged, name, daySeed, onRunning) =>
      liveDay({
        ...{ staged, name, dialect, clock, speed, deviceIds, signal, onOpen, onRunning, lateness },
        seed: daySeed,
        instances: isListening ? 0 : Math.max(chosen.instances, staged.day.instances ?? 1),
        start: isListening
          ? undefined
          : (place) =>
              start(`${place.day}-${place.instance}`, (more) =>
                processes.start({ words: command, env: { ...env, ...more }, cwd: io.cwd }, place),
              ),
        listen: { host: options.host, port, ...(tls && { tls }) },
        secrets: io.secrets,
        ...(service && { open: proxyScene({ service, dialect, clock, seed: daySeed }) }),
      }),
    progress.onProgress,
  );
}

function clientOf({ days }: ChosenAudit): string {
  const [first] = days;
  return first ? `the API client "${first.credentials.clientId}" of the fleet` : 'clients';
}

// An audit in virtual time. Nothing waits, nothing is late, and an audit with the same seed is the same. What is found
// there is looked at once more in the time of this machine: a key that is made of the time is not unique where time
// stands still.

export async function virtualAudit(
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: AuditTime,
): Promise<Result<Audited>> {
  const first = await auditInVirtualTime(chosen, parts, inRealTime);
  return first.ok
    ? accepted(await confirmedAudit(first.value, brokenIn(first.value), chosen, parts, inRealTime))
    : first;
}

function brokenIn({ ruled }: Audited): readonly ClientRuleId[] {
  return [...ruled.rulings].flatMap(([rule, { kind }]) => (kind === 'broken' ? [rule] : []));
}

/** What real time says of these rules, which were broken in virtual time, on the days on which they were. */
async function confirmedAudit(
  first: Audited,
  rules: readonly ClientRuleId[],
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: AuditTime,
): Promise<Audited> {
  if (rules.length === 0 || inRealTime.signal.aborted) return withRealTime(first, rules, undefined);
  const breaches = rules.flatMap((rule) => {
    const ruling = first.ruled.rulings.get(rule);
    return ruling?.kind === 'broken' ? ruling.breaches : [];
  });
  const names = new Set(breaches.map(({ day }) => dayIdOf(day)));
  const days = chosen.days.filter(({ day: { id } }) => id === CALM || names.has(id));
  parts.progress.say(`${rules.join(', ')}: once more, in real time, on ${[...names].join(', ')}`);
  const lives = [...first.days, ...first.again].map(({ day, from, to }) => [day.id, to - from] as const);
  const seenWithin = new Map(lives.toSorted(([, one], [, other]) => one - other));
  const real = await auditIn({ ...chosen, days, rules }, parts, { ...inRealTime, seenWithin });
  return withRealTime(first, rules, real);
}

/** Clock time in ms at which each audit in virtual time begins. */
const BEGINNING = Date.UTC(2026, 0, 1);
const NEVER_LATE: Lateness = {
  isVirtual: true,
  spans: [],
  calm: () => Promise.resolve(),
  stop: () => undefined,
};

async function auditInVirtualTime(
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: Pick<AuditTime, 'signal'>,
  mayRepeat = true,
): Promise<Result<Audited>> {
  const virtual = await openClientTime(BEGINNING);
  let value: Audited;
  try {
    const signal = AbortSignal.any([inRealTime.signal, virtual.signal]);
    const start: AuditTime['start'] = (name, begin) =>
      virtual.start(name, (variables) => begin({ ...variables, ...preloaded(parts.io.env, chosen.env) }));
    const time = { clock: virtual.clock, lateness: NEVER_LATE, signal, start };
    value = await auditIn(chosen, parts, time, mayRepeat);
  } finally {
    await virtual.close();
  }
  return virtual.problem === undefined
    ? accepted(value)
    : refuseInput(virtual.problem, 'Without --virtual it is audited in real time.');
}

/** Node and Python load these before the program of the client. */
function preloaded(own: Readonly<Record<string, string | undefined>>, env: Variables): Variables {
  const options = env['NODE_OPTIONS'] ?? own['NODE_OPTIONS'] ?? '';
  const path = env['PYTHONPATH'] ?? own['PYTHONPATH'];
  return {
    NODE_OPTIONS: `${options} --import ${JSON.stringify(pathToFileURL(PRELOADED.node).href)}`.trim(),
    // Python would write beside the file.
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: [PRELOADED.python, ...(path === undefined ? [] : [path])].join(delimiter),
  };
}

/** @param real undefined where there was no time for it. @param of what the days are called beside others. */
function withRealTime(
  first: Audited,
  rules: readonly ClientRuleId[],
  real: Audited | undefined,
  of = '',
): Audited {
  const named = (day: string): string => `${day} (real time${of})`;
  const rulings = new Map(first.ruled.rulings);
  const isEnded = !real || [...real.days, ...real.again].some(({ endedBy }) => endedBy === 'interrupt');
  for (const rule of rules) {
    const inReal = real?.ruled.rulings.get(rule);
    const before = rulings.get(rule);
    if (before?.kind === 'broken')
      rulings.set(rule, weighed(before, inReal && inRealTimeOf(inReal, named), isEnded));
  }
  const again = [...(real?.days ?? []), ...(real?.again ?? [])];
  return {
    ...first,
    ruled: { ...first.ruled, rulings },
    again: [...first.again, ...again.map((day) => ({ ...day, name: named(day.name) }))],
  };
}

function inRealTimeOf(ruling: Ruling, name: (day: string) => string): Ruling {
  const named = (each: ClientBreach): ClientBreach => ({ ...each, day: name(each.day) });
  if (ruling.kind === 'broken') return { ...ruling, breaches: ruling.breaches.map(named) };
  return ruling.kind === 'undecided' ? { ...ruling, seen: ruling.seen.map(named) } : ruling;
}

/** @param isEnded nobody knows whether real time would have shown it. */
function weighed(before: Broken, inReal: Ruling | undefined, isEnded: boolean): Ruling {
  if (inReal?.kind === 'broken') return inReal;
  const [breach] = before.breaches;
  const seen = `on ${breach?.day}: ${cut(breach?.done ?? '', LONGEST_BREACH)}`;
  const why = isEnded
    ? `it was broken in virtual time (${seen}), and the audit was ended before real time could show it`
    : `it was broken in virtual time only (${seen})`;
  return { kind: 'undecided', n: before.n, why, todo: 'audit it without --virtual', seen: [] };
}

type Broken = Extract<Ruling, { kind: 'broken' }>;

const LONGEST_BREACH = 120;

// `--explore`: an audit in virtual time with one seed after the other. The shortest day that breaks a rule is written

// as a file with as little as still shows it, and what it shows is confirmed in the time of this machine.

export interface Explored extends Audited {
  /** What came of the search, and how many seeds it has tried. */
  readonly search?: { readonly shown: readonly Shown[]; readonly tried: number };
}

interface Shown {
  readonly found: FoundDay;
  /** It shows by itself, and not only beside the other days. */
  readonly isAlone: boolean;
}

export async function exploredAudit(
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: AuditTime,
  seeds: number,
): Promise<Result<Explored>> {
  const { progress } = parts;
  const { signal } = inRealTime;
  const first = await auditInVirtualTime(chosen, parts, inRealTime);
  if (!first.ok) return first;
  const exploration: Exploration = {
    ...{ days: chosen.days, rules: chosen.rules, first: first.value, seed: chosen.seed, seeds, signal },
    look: async (days, rules, seed) => {
      const audited = await auditInVirtualTime(withDays(chosen, days, rules, seed), parts, inRealTime, false);
      return audited.ok ? audited.value : undefined;
    },
  };
  const { found, tried } = await searchSeeds(exploration, ({ rule, seed, staged, after }) =>
    progress.say(`${rule}: broken with seed ${seed} on ${staged.day.id}, after ${formatDuration(after)}`),
  );
  const others = brokenIn(first.value).filter((rule) => !found.some((each) => each.rule === rule));
  let audited = await confirmedAudit(first.value, others, chosen, parts, inRealTime);
  const shown: Shown[] = [];
  for (const each of found) {
    if (!signal.aborted) progress.say(`${each.rule}: what the day of seed ${each.seed} can do without`);
    const short = await shortened(each, exploration);
    shown.push({ found: short ?? each, isAlone: short !== undefined });
    audited = await confirmed(audited, each, short, { chosen, parts, inRealTime });
  }
  return accepted({ ...audited, search: { shown, tried } });
}

/** What is left of a day may be too little in real time: then it is lived as it was, among the others. */
async function confirmed(
  audited: Audited,
  found: FoundDay,
  short: FoundDay | undefined,
  { chosen, parts, inRealTime }: { chosen: ChosenAudit; parts: AuditParts; inRealTime: AuditTime },
): Promise<Audited> {
  const { rule, ruling } = found;
  const rulings = new Map(audited.ruled.rulings).set(rule, ruling);
  let best = withRealTime({ ...audited, ruled: { ...audited.ruled, rulings } }, [rule], undefined);
  const whole = [found.staged, ...found.others];
  for (const days of short ? [[short.staged], whole] : [whole]) {
    if (inRealTime.signal.aborted || brokenIn(best).includes(rule)) break;
    parts.progress.say(`${rule}: once more, in real time, on ${days.map(({ day }) => day.id).join(', ')}`);
    const real = await auditIn(withDays(chosen, days, [rule], found.seed), parts, inRealTime);
    best = withRealTime({ ...best, ruled: { ...best.ruled, rulings } }, [rule], real, `, ${rule}`);
  }
  return best;
}

/** As whoever names these days on the command line has it: the calm day goes along. */
function withDays(
  chosen: ChosenAudit,
  days: readonly StagedDay[],
  rules: readonly ClientRuleId[],
  seed: number,
): ChosenAudit {
  const calm = chosen.days.find(({ day: { id } }) => id === CALM);
  const isThere = !calm || days.some(({ day: { id } }) => id === CALM);
  const all = isThere ? days : [calm, ...days];
  const deviceIds = chosen.namesDevices ? chosen.deviceIds : devicesOfDays(all);
  return { ...chosen, days: all, rules, seed, deviceIds };
}

/** Writes the days that were found into files; what there is to say of them, for people. */
export async function writeFound(
  { search }: Explored,
  words: readonly string[],
  options: AuditOptions,
  { cwd, secrets }: Io,
): Promise<{ readonly text: string; readonly unwritten: readonly Diagnostic[] }> {
  const { explore: _, ...rest } = options;
  if (!search) return { text: '', unwritten: [] };
  const { shown, tried } = search;
  const unwritten: Diagnostic[] = [];
  const lines = [`Tried ${plural(tried, 'seed')}: ${plural(shown.length, 'rule')} broken.`];
  for (const { found: each, isAlone } of shown) {
    const { rule, seed, staged, after, ruling } = each;
    const folder = resolve(cwd, options.keep ?? '.', rule.replace('client.', ''));
    const { id, ...file } = dayAsWritten(staged);
    const path = join(folder, `${id}.yaml`);
    const named = isAlone ? [relative(cwd, path)] : options.day;
    const again = repeatLine(words, { ...rest, ...(named && { day: named }), rule: [rule] }, seed);
    const what = isAlone ? sizeOf(staged) : 'only beside the other days';
    const when = `seed ${seed}, after ${formatDuration(after)}`;
    lines.push(`${rule}: ${id}, ${when}, ${what}. Once more:`, `  ${again}`);
    if (!isAlone) continue;
    const about = `Breaks ${rule} with ${when}: ${ruling.breaches[0]?.done}`;
    const head = `Once more:\n${again}`.replaceAll(/^/gm, '# ');
    const text = `${head}\n${dayYaml({ ...file, about })}`;
    const message = (await makeFolder(folder)) ?? (await writeText(path, safeText(text, 'yaml', secrets)));
    if (message !== undefined) unwritten.push(worded(message));
  }
  return { text: `\n${lines.join('\n')}\n`, unwritten };
}

function sizeOf({ day: { faults, stimuli, orders } }: StagedDay): string {
  const changes = stimuli.length === 0 ? '' : `, ${plural(stimuli.length, 'change')} at devices`;
  return `${plural(faults.length, 'fault')}${changes}, ${plural(orders.length, 'order')}`;
}

// The command line that audits again what a report shows.

/** The options that decide what is seen, in the order in which they are written. */
const SHOWN = [
  ...(['config', 'proxy', 'env', 'day', 'rule', 'instances', 'speed', 'virtual', 'explore'] as const),
  ...(['fleet', 'dialect', 'listen', 'tls'] as const),
];

export function repeatLine(words: readonly string[], options: AuditOptions, seed: number): string {
  const asked = optionWords(options, SHOWN);
  const own = words.length > 0 ? ['--', ...words] : [];
  return ['conform', 'audit', ...asked, '--seed', String(seed), ...own].map(quotedForShell).join(' ');
}
