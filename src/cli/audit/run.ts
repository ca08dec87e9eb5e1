// An audit from its command line to its exit code.
import { startDeadline } from '../../harness/run/deadline.js';
import { auditResult } from '../../audit/outcome/audit-result.js';
import { accepted, type Result } from '../../document/diagnostic.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { createScaledClock, createSystemClock } from '../../kernel/machine-clock.js';
import { measureLateness, type AuditProgress, type Audited } from '../../lab/audit/run-audit.js';
import { cut } from '../../report/exchanges.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import type { ReportContext } from '../../report/shell.js';
import { clientReport } from '../../report/terminal/judged.js';
import { printDiagnostics } from '../diagnostics.js';
import { codeOfClients, EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { LivePage } from '../live/watch.js';
import { portRefused } from '../open-port.js';
import {
  judgeContext,
  refusedFolder,
  reportRequests,
  runReported,
  type ReportRequest,
  writeReports,
} from '../reports.js';
import { detailOf, terminalOptions } from '../run/told.js';
import { chooseCertificate } from '../serve/outputs.js';
import { listenForInterrupt } from '../signals.js';
import {
  auditIn,
  type AuditParts,
  virtualAudit,
  exploredAudit,
  repeatLine,
  type Explored,
  writeFound,
} from './audit-in-time.js';
import { chooseAudit, type AuditOptions, type ChosenAudit } from './choose.js';
import { keepOutputs, outputSection } from './client-outputs.js';
import { createProcesses } from './client-process.js';
import { createAuditProgress } from './live-progress.js';

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
  const folder = options.keep ?? (options.explore === undefined ? undefined : '.');
  diagnostics.push(...refusedFolder(folder, kept));
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
    const audited = await liveAudit(chosen.value, parts);
    progress.end();
    if (!audited.ok) {
      printDiagnostics(io, audited.diagnostics);
      return EXIT.usage;
    }
    const cutShort = interrupt.signal.aborted ? 'it was interrupted' : undefined;
    const result = resultOf(chosen.value, audited.value, cutShort);
    page?.end(result);
    const written = await writeAudit(result, audited.value, {
      context,
      requests: requests.value,
      words,
      options,
      io,
    });
    const code = codeOfClients(result, chosen.value.required);
    return !written && code !== EXIT.broken ? EXIT.usage : code;
  } finally {
    progress.end();
    await page?.close();
    processes.killAll();
    process.off('exit', processes.killAll);
    interrupt.dispose();
  }
}

interface Written {
  readonly context: ReportContext;
  readonly requests: readonly ReportRequest<(typeof RUN_FORMATS)[number]>[];
  readonly words: readonly string[];
  readonly options: AuditOptions;
  readonly io: Io;
}

/** The reports, the days that were found and the output of the client; false where something could not be written. */
async function writeAudit(
  result: RunResult,
  audited: Explored,
  { context, requests, words, options, io }: Written,
): Promise<boolean> {
  const found = await writeFound(audited, words, options, io);
  const more = outputSection(audited, result, io.out.paint) + found.text;
  const look = terminalOptions(io, options);
  const reported = runReported(result, context, io, (shown) => clientReport(shown, look) + more);
  const unwritten = [
    ...found.unwritten,
    ...(await writeReports(requests, reported, io)),
    ...(await keepOutputs(options.keep, audited, io)),
  ];
  printDiagnostics(io, unwritten);
  return unwritten.length === 0;
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

// The days of an audit with the processes of a client: in the time of this machine, or in virtual time.

async function liveAudit(chosen: ChosenAudit, parts: AuditParts): Promise<Result<Explored>> {
  const { options, progress } = parts;
  const clock = createScaledClock(chosen.speed);
  const lateness = measureLateness(createSystemClock());
  const time = startDeadline(clock, options.for ?? Infinity, parts.signal);
  const inRealTime = { clock, lateness, signal: time.signal };
  try {
    if (options.explore !== undefined) return await exploredAudit(chosen, parts, inRealTime, options.explore);
    if (options.virtual) return await virtualAudit(chosen, parts, inRealTime);
    const value = await auditIn(chosen, parts, inRealTime);
    const missed = chosen.days.slice(value.days.length).map(({ day }) => day.id);
    if (missed.length > 0) progress.say(`the time was over before ${missed.join(', ')}`);
    return accepted(value);
  } catch (error) {
    return portRefused(error, options.host, options.listen ?? 0, '--listen');
  } finally {
    lateness.stop();
    time.dispose();
  }
}
