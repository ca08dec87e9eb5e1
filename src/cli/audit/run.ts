// An audit from its command line to its exit code.
import { auditResult } from '../../audit/outcome/audit-result.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { Result } from '../../document/diagnostic.js';
import { createScaledClock } from '../../kernel/scaled-clock.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { liveDay } from '../../lab/audit/live-day.js';
import { type Audited, type AuditProgress, measureLateness, runAudit } from '../../lab/audit/run-audit.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import type { ReportContext } from '../../report/shell.js';
import { cut } from '../../report/exchanges.js';
import { clientReport } from '../../report/terminal/judged.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../signals.js';
import type { Io } from '../io.js';
import { portRefused } from '../open-port.js';
import type { LivePage } from '../live/watch.js';
import { chooseCertificate } from '../serve/outputs.js';
import { detailOf } from '../run/told.js';
import { judgeContext, refusedFolder, reportRequests, runReported, writeReports } from '../reports.js';
import { type ChosenAudit, chooseAudit } from './choose.js';
import { createProcesses, type Processes } from './client-process.js';
import { exitCodeOfAudit } from './exit-code.js';
import { keepOutputs } from './keep-outputs.js';
import { createAuditProgress, type AuditProgressLine } from './live-progress.js';
import type { AuditOptions } from './options.js';
import { proxyScene } from './proxy/open-proxy.js';
import { outputSection } from './output-section.js';
import { repeatLine } from './repeat-line.js';
import { createTimeLimit } from './time-limit.js';

export async function audit(words: readonly string[], options: AuditOptions, io: Io): Promise<ExitCode> {
  if (options.proxy !== undefined && options.listen !== undefined) {
    const { watchService } = await import('./watch/run.js');
    return watchService(words, { ...options, proxy: options.proxy, listen: options.listen }, io);
  }
  const { config, fleet, dialect, day = [] } = options;
  const used = [config, fleet, dialect, ...day];
  const requests = reportRequests(options.report ?? [], RUN_FORMATS, io, used);
  const chosen = chooseAudit(words, options, io);
  const certificate = await chooseCertificate(options, io);
  const diagnostics = [requests, chosen, certificate].flatMap((each) => (each.ok ? [] : each.diagnostics));
  const kept = { what: "the clients' output", option: '--keep', cwd: io.cwd };
  diagnostics.push(...refusedFolder(options.keep, kept));
  if (!requests.ok || !chosen.ok || !certificate.ok || diagnostics.length > 0) {
    printDiagnostics(io, diagnostics);
    return EXIT.usage;
  }
  const clock = createSystemClock();
  const processes = createProcesses(clock, io.env);
  const progress = createAuditProgress(io, clock, detailOf(options));
  const interrupt = listenForInterrupt(
    (name) => progress.say(`${name}: ending the clients; again to stop at once`),
    processes.killAll,
  );
  // Whatever ends this program, no client is left behind.
  process.once('exit', processes.killAll);
  const context = judgeContext(repeatLine(words, options, chosen.value.seed), chosen.value.speed);
  const page = options.live ? await openPage(chosen.value, context, io) : undefined;
  try {
    const onProgress = (news: AuditProgress): void => {
      progress.onProgress(news);
      page?.onProgress(news);
    };
    const shared = { options, io, processes, signal: interrupt.signal, tls: certificate.value };
    const parts = { ...shared, progress: { ...progress, onProgress } };
    const audited = await live(chosen.value, parts);
    progress.end();
    if (!audited.ok) {
      printDiagnostics(io, audited.diagnostics);
      return EXIT.usage;
    }
    const cutShort = interrupt.signal.aborted ? 'it was interrupted' : undefined;
    const result = resultOf(chosen.value, audited.value, cutShort);
    page?.end(result);
    const outputs = outputSection(audited.value, result, io.out.paint);
    const { paint, columns: width } = io.out;
    const reported = runReported(
      result,
      context,
      io,
      (shown) =>
        clientReport(shown, { paint, detail: detailOf(options), ...(width !== undefined && { width }) }) +
        outputs,
    );
    const unwritten = [
      ...(await writeReports(requests.value, reported, io)),
      ...(await keepOutputs(options.keep, audited.value, io)),
    ];
    printDiagnostics(io, unwritten);
    const code = exitCodeOfAudit(result, chosen.value.required);
    return unwritten.length > 0 && code !== EXIT.broken ? EXIT.usage : code;
  } finally {
    progress.end();
    await page?.close();
    processes.killAll();
    process.off('exit', processes.killAll);
    interrupt.dispose();
  }
}

async function openPage(
  chosen: ChosenAudit,
  context: ReportContext,
  io: Io,
): Promise<LivePage<AuditProgress>> {
  const { openLiveAudit } = await import('../live/watch.js');
  return openLiveAudit({ io, title: `Conformance of ${targetOf(chosen)}`, seed: chosen.seed, context });
}

/** A command in the head of a report. */
const LONGEST_NAME = 100;

interface Parts {
  readonly options: AuditOptions;
  readonly io: Io;
  readonly processes: Processes;
  readonly progress: AuditProgressLine;
  readonly signal: AbortSignal;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

async function live(chosen: ChosenAudit, parts: Parts): Promise<Result<Audited>> {
  const { options, io, processes, progress, tls } = parts;
  const { command, env, dialect, deviceIds, speed, seed, rules, service } = chosen;
  const isListening = options.listen !== undefined;
  const clock = createScaledClock(speed);
  const time = createTimeLimit(options.for, parts.signal, clock);
  // The same port on each day, for clients that do not look it up anew.
  let port = options.listen ?? 0;
  const onOpen = (url: string, day: string): void => {
    if (!isListening) return;
    port = Number(new URL(url).port);
    progress.say(`${day}: listening on ${url} for ${clientOf(chosen)}`);
  };
  const one = { words: command, env, cwd: io.cwd };
  const lateness = measureLateness(createSystemClock());
  try {
    const value = await runAudit(
      {
        days: chosen.days,
        rules,
        jobs: isListening ? 1 : chosen.jobs,
        seed,
        canRepeat: !isListening,
        signal: time.signal,
        clock,
        lateness,
      },
      (staged, name, daySeed, onRunning) =>
        liveDay({
          staged,
          name,
          dialect,
          clock,
          speed,
          seed: daySeed,
          instances: isListening ? 0 : Math.max(chosen.instances, staged.day.instances ?? 1),
          start: isListening ? undefined : (place) => processes.start(one, place),
          listen: { host: options.host, port, ...(tls && { tls }) },
          secrets: io.secrets,
          deviceIds,
          signal: time.signal,
          onOpen,
          onRunning,
          lateness,
          ...(service && { open: proxyScene({ service, dialect, clock, seed: daySeed }) }),
        }),
      progress.onProgress,
    );
    const missed = chosen.days.slice(value.days.length).map(({ day }) => day.id);
    if (missed.length > 0) progress.say(`the time was over before ${missed.join(', ')}`);
    return { ok: true, value };
  } catch (error) {
    return portRefused(error, options.host, port, '--listen');
  } finally {
    lateness.stop();
    time.dispose();
  }
}

function clientOf({ days }: ChosenAudit): string {
  const [first] = days;
  return first ? `the API client "${first.credentials.clientId}" of the fleet` : 'clients';
}

function targetOf({ command }: ChosenAudit): string {
  return command.length > 0
    ? cut(command.join(' ').replace(/\s+/g, ' '), LONGEST_NAME)
    : 'clients that others started';
}

function resultOf(chosen: ChosenAudit, audited: Audited, cutShort: string | undefined): RunResult {
  const { seed, strict, ruleSet, waivers, dialect } = chosen;
  const target = targetOf(chosen);
  return auditResult({ ...audited, target, dialect: dialect.name, seed, strict, ruleSet, waivers, cutShort });
}
