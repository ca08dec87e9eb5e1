// The days of an audit with the processes of a client, in the time that is given.
import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CALM, dayIdOf, type ClientBreach, type Ruling } from '../../audit/rules/ruling.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import { defined } from '../../kernel/defined.js';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import type { Clock } from '../../kernel/clock.js';
import { liveDay, type ClientProcess } from '../../lab/audit/live-day.js';
import { runAudit, type Audited, type Lateness } from '../../lab/audit/run-audit.js';
import { openClientTime } from '../../lab/virtual-time/client-time.js';
import { cut } from '../../report/exchanges.js';
import type { Io } from '../io.js';
import { PRELOADED } from '../package-files.js';
import type { AuditOptions, ChosenAudit } from './choose.js';
import type { Processes } from './client-process.js';
import type { AuditProgressLine } from './live-progress.js';
import { proxyScene } from './proxy/open-proxy.js';

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

export function brokenIn({ ruled }: Audited): readonly ClientRuleId[] {
  return [...ruled.rulings].flatMap(([rule, { kind }]) => (kind === 'broken' ? [rule] : []));
}

/** What real time says of these rules, which were broken in virtual time, on the days on which they were. */
export async function confirmedAudit(
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

export async function auditInVirtualTime(
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
export function withRealTime(
  first: Audited,
  rules: readonly ClientRuleId[],
  real: Audited | undefined,
  of = '',
): Audited {
  const named = (day: string): string => `${day} (real time${of})`;
  const rulings = new Map(first.ruled.rulings);
  for (const rule of rules) {
    const inReal = real?.ruled.rulings.get(rule);
    const before = rulings.get(rule);
    if (before?.kind === 'broken') rulings.set(rule, weighed(before, inReal && inRealTimeOf(inReal, named)));
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

function weighed(before: Broken, inReal: Ruling | undefined): Ruling {
  if (inReal?.kind === 'broken') return inReal;
  const [breach] = before.breaches;
  const seen = `on ${breach?.day}: ${cut(breach?.done ?? '', LONGEST_BREACH)}`;
  const why = `it was broken in virtual time only (${seen})`;
  return { kind: 'undecided', n: before.n, why, todo: 'audit it without --virtual', seen: [] };
}

type Broken = Extract<Ruling, { kind: 'broken' }>;

const LONGEST_BREACH = 120;
