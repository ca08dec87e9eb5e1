// The days of an audit with the processes of a client, in the time that is given.
import type { Clock } from '../../kernel/clock.js';
import { type ClientProcess, liveDay } from '../../lab/audit/live-day.js';
import { type Audited, type Lateness, runAudit } from '../../lab/audit/run-audit.js';
import type { Io } from '../io.js';
import type { ChosenAudit } from './choose.js';
import type { Processes } from './client-process.js';
import type { AuditProgressLine } from './live-progress.js';
import type { AuditOptions } from './options.js';
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
  /** Begins a process with the variables that the time needs. */
  readonly start?: (name: string, begin: (variables: Variables) => ClientProcess) => ClientProcess;
}

export type Variables = Readonly<Record<string, string>>;

export function auditIn(
  chosen: ChosenAudit,
  { options, io, processes, progress, tls }: AuditParts,
  { clock, lateness, signal, start = (_, begin) => begin({}) }: AuditTime,
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
    { days, rules, jobs, seed, canRepeat, signal, clock, lateness },
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
