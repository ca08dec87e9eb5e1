// The days of an audit with the processes of a client: in the time of this machine, or in virtual time, where a breach
// is confirmed in the time of this machine.
import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CALM, type ClientBreach, dayIdOf, type Ruling } from '../../audit/rules/ruling.js';
import { refuseInput, type Result } from '../../document/diagnostic.js';
import type { Clock } from '../../kernel/clock.js';
import { createScaledClock } from '../../kernel/scaled-clock.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { type ClientProcess, liveDay } from '../../lab/audit/live-day.js';
import { type Audited, type Lateness, measureLateness, runAudit } from '../../lab/audit/run-audit.js';
import { openClientTime } from '../../lab/virtual-time/client-time.js';
import { cut } from '../../report/exchanges.js';
import type { Io } from '../io.js';
import { portRefused } from '../open-port.js';
import { PRELOADED } from '../package-files.js';
import type { ChosenAudit } from './choose.js';
import type { Processes } from './client-process.js';
import type { AuditProgressLine } from './live-progress.js';
import type { AuditOptions } from './options.js';
import { proxyScene } from './proxy/open-proxy.js';
import { createTimeLimit } from './time-limit.js';

export interface AuditParts {
  readonly options: AuditOptions;
  readonly io: Io;
  readonly processes: Processes;
  readonly progress: AuditProgressLine;
  readonly signal: AbortSignal;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

export async function liveAudit(chosen: ChosenAudit, parts: AuditParts): Promise<Result<Audited>> {
  const { options, progress } = parts;
  const clock = createScaledClock(chosen.speed);
  const lateness = measureLateness(createSystemClock());
  const time = createTimeLimit(options.for, parts.signal, clock);
  const inRealTime = { clock, lateness, signal: time.signal };
  try {
    if (options.virtual) return await inVirtualTime(chosen, parts, inRealTime);
    const value = await audited(chosen, parts, inRealTime);
    const missed = chosen.days.slice(value.days.length).map(({ day }) => day.id);
    if (missed.length > 0) progress.say(`the time was over before ${missed.join(', ')}`);
    return { ok: true, value };
  } catch (error) {
    return portRefused(error, options.host, options.listen ?? 0, '--listen');
  } finally {
    lateness.stop();
    time.dispose();
  }
}

/** The time that days are lived in. */
interface AuditTime {
  readonly clock: Clock;
  readonly lateness: Lateness;
  readonly signal: AbortSignal;
  /** Begins a process with the variables that the time needs. */
  readonly start?: (begin: (variables: Variables) => ClientProcess) => ClientProcess;
}

type Variables = Readonly<Record<string, string>>;

function audited(
  chosen: ChosenAudit,
  { options, io, processes, progress, tls }: AuditParts,
  { clock, lateness, signal, start = (begin) => begin({}) }: AuditTime,
): Promise<Audited> {
  const { command, env, days, dialect, deviceIds, speed, seed, rules, service } = chosen;
  const isListening = options.listen !== undefined;
  const [jobs, canRepeat] = isListening ? [1, false] : [chosen.jobs, true];
  // The same port on each day, for clients that do not look it up anew.
  let port = options.listen ?? 0;
  const onOpen = (url: string, day: string): void => {
    if (!isListening) return;
    port = Number(new URL(url).port);
    progress.say(`${day}: listening on ${url} for ${clientOf(chosen)}`);
  };
  return runAudit(
    { days, rules, jobs, seed, canRepeat, signal, clock, lateness },
    (staged, name, daySeed, onRunning) =>
      liveDay({
        ...{ staged, name, dialect, clock, speed, deviceIds, signal, onOpen, onRunning, lateness },
        seed: daySeed,
        instances: isListening ? 0 : Math.max(chosen.instances, staged.day.instances ?? 1),
        start: isListening
          ? undefined
          : (place) =>
              start((more) =>
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

// In virtual time nothing waits, nothing is late, and an audit with the same seed is the same. What is found there is
// looked at once more in the time of this machine: a key that is made of the time is not unique where time stands still.

/** Clock time in ms at which each audit in virtual time begins. */
const BEGINNING = Date.UTC(2026, 0, 1);
const NEVER_LATE: Lateness = { spans: [], calm: () => Promise.resolve(), stop: () => undefined };

async function inVirtualTime(
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: AuditTime,
): Promise<Result<Audited>> {
  const virtual = await openClientTime(BEGINNING);
  let first: Audited;
  try {
    const signal = AbortSignal.any([inRealTime.signal, virtual.signal]);
    const start: AuditTime['start'] = (begin) =>
      virtual.start((variables) => begin({ ...variables, ...preloaded(parts.io.env, chosen.env) }));
    first = await audited(chosen, parts, { clock: virtual.clock, lateness: NEVER_LATE, signal, start });
  } finally {
    await virtual.close();
  }
  if (virtual.problem !== undefined)
    return refuseInput(virtual.problem, 'Without --virtual it is audited in real time.');
  const broken = [...first.ruled.rulings].flatMap(([rule, ruling]) =>
    ruling.kind === 'broken' ? [{ rule, names: ruling.breaches.map(({ day }) => dayIdOf(day)) }] : [],
  );
  if (broken.length === 0 || inRealTime.signal.aborted) return { ok: true, value: first };
  const rules = broken.map(({ rule }) => rule);
  const names = new Set(broken.flatMap((each) => each.names));
  const days = chosen.days.filter(({ day: { id } }) => id === CALM || names.has(id));
  parts.progress.say(`${rules.join(', ')}: once more, in real time, on ${[...names].join(', ')}`);
  const real = await audited({ ...chosen, days, rules }, parts, inRealTime);
  return { ok: true, value: confirmed(first, real) };
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

/** What real time says of the rules that were broken in virtual time. */
function confirmed(first: Audited, real: Audited): Audited {
  const rulings = new Map(first.ruled.rulings);
  for (const [rule, ruling] of real.ruled.rulings)
    rulings.set(rule, weighed(first.ruled.rulings.get(rule), inRealTimeOf(ruling)));
  const again = [...real.days, ...real.again].map((day) => ({ ...day, name: realName(day.name) }));
  return { ...first, ruled: { ...first.ruled, rulings }, again: [...first.again, ...again] };
}

const realName = (day: string): string => `${day} (real time)`;

function inRealTimeOf(ruling: Ruling): Ruling {
  const named = (each: ClientBreach): ClientBreach => ({ ...each, day: realName(each.day) });
  if (ruling.kind === 'broken') return { ...ruling, breaches: ruling.breaches.map(named) };
  return ruling.kind === 'undecided' ? { ...ruling, seen: ruling.seen.map(named) } : ruling;
}

function weighed(before: Ruling | undefined, inReal: Ruling): Ruling {
  if (before?.kind !== 'broken' || inReal.kind === 'broken') return inReal;
  const [breach] = before.breaches;
  const seen = `on ${breach?.day}: ${cut(breach?.done ?? '', LONGEST_BREACH)}`;
  const why = `it was broken in virtual time only (${seen}): audit it without --virtual`;
  return { kind: 'undecided', n: before.n, why, seen: [] };
}

const LONGEST_BREACH = 120;
