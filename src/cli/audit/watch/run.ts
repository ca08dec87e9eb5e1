// What `conform audit --proxy P --listen PORT` does: passes on what clients and service say, disturbs nothing, and judges
// the service by the rules that hold whatever is done.
import { startDeadline } from '../../../harness/run/deadline.js';
import { type CheckResult, findingAsOf, type RunResult } from '../../../harness/verdict/verdict.js';
import { ruleSetOf } from '../../run/run-options.js';
import { createServiceReader } from '../../../audit/kept/service-reader.js';
import { accepted, refuseInput, type Result, worded } from '../../../document/diagnostic.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { createFindings, type StretchResult } from '../../../harness/judge/rolling-judge.js';
import type { Clock } from '../../../kernel/clock.js';
import { createSystemClock } from '../../../kernel/machine-clock.js';
import { createThread } from '../../../lab/threads/thread.js';
import { RUN_FORMATS } from '../../../report/format-names.js';
import { judgedReport, traceResult } from '../../../report/terminal/judged.js';
import type { TraceRecord } from '../../../trace/record.js';
import { printDiagnostics, usageError } from '../../diagnostics.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import type { Io } from '../../io.js';
import { dialectOf } from '../../load/dialect.js';
import { portRefused } from '../../open-port.js';
import { judgeContext, publish, reportRequests, runReported } from '../../reports.js';
import { listenForInterrupt } from '../../signals.js';
import { codeOfJudged, judgedVerdict } from '../../judge/run.js';
import { terminalOptions } from '../../run/told.js';
import { THREADS } from '../../package-files.js';
import type { AuditOptions } from '../choose.js';
import { proxyScene } from '../proxy/open-proxy.js';
import { proxiedService, type ProxiedService } from '../proxy/proxied-service.js';
import { createWatchMetrics, type WatchMetrics } from './metrics.js';
import type { PassedRecords } from './worker.js';

type WatchOptions = AuditOptions & { readonly proxy: string; readonly listen: number };

export async function watchService(
  words: readonly string[],
  options: WatchOptions,
  io: Io,
): Promise<ExitCode> {
  const { report = [], proxy } = options;
  const requests = reportRequests(report, RUN_FORMATS, io, [proxy, options.dialect]);
  const service = words.length > 0 ? refuseInput(ONE_OF_BOTH, WITHOUT_LISTEN) : undisturbed(options, io);
  const dialect = service.ok ? dialectOf(options.dialect, service.value, proxy, io.cwd) : service;
  const diagnostics = [requests, dialect].flatMap((each) => (each.ok ? [] : each.diagnostics));
  if (!requests.ok || !service.ok || !dialect.ok) return usageError(io, diagnostics);
  const watched = await watch(options, service.value, dialect.value, io);
  if (!watched.ok) return usageError(io, watched.diagnostics);
  const { check, misfits } = watched.value;
  const command = `conform audit --proxy ${proxy} --listen ${options.listen}`;
  const forPeople = ({ checks }: RunResult): string => judgedReport(checks, command, terminalOptions(io, {}));
  printDiagnostics(
    io,
    misfits.map((misfit) => worded(`the dialect does not fit: ${misfit}`)),
  );
  const result = traceResult([check], service.value.baseUrl);
  const reported = runReported(result, judgeContext(command), io, forPeople);
  const code = codeOfJudged([check], misfits);
  const isEmpty = check.findings.length === 0 && code !== EXIT.broken;
  return publish(requests.value, reported, isEmpty ? EXIT.unreachable : code, io);
}

const ONE_OF_BOTH = '--listen and a command exclude each other';
const WITHOUT_LISTEN = 'With --listen you start the client yourself.';

function undisturbed(options: WatchOptions, io: Io): Result<ProxiedService> {
  const disturbing = (['day', 'orders', 'instances', 'env'] as const).find(
    (each) => options[each] !== undefined,
  );
  if (disturbing === undefined) return proxiedService(options.proxy, io);
  return refuseInput(
    `--${disturbing} does not go with --proxy and --listen together`,
    'Nothing is disturbed there, and no client is started.',
  );
}

/** In ms: how often what has passed is handed to the judge. */
const HAND_OVER = 1000;
/** Records that wait for the judge; with more, what comes is lost, and said to be. */
const MOST_WAITING = 100_000;
/** A stretch is judged in a second or two, on a busy machine in more. */
const LONGEST_JUDGEMENT = 120_000;

async function watch(
  options: WatchOptions,
  service: ProxiedService,
  dialect: Dialect,
  io: Io,
): Promise<Result<{ readonly check: CheckResult; readonly misfits: readonly string[] }>> {
  const clock = createSystemClock();
  const reader = createServiceReader(dialect, io.secrets);
  const metrics = createWatchMetrics();
  const say = (line: string): void => io.err.write(`${line}\n`);
  const interrupt = listenForInterrupt((name) => say(`${name}: ending the watch`));
  const time = startDeadline(clock, options.for ?? Infinity, interrupt.signal);
  const judgement = createJudgement(options, { clock, say, metrics });
  const see = (record: TraceRecord): void => {
    metrics.seen(record);
    judgement.see(record);
  };
  const shared = { service, dialect, clock, seed: 0, port: options.listen, reader };
  const open = proxyScene({ ...shared, onTimes: metrics.times });
  const closing: (() => Promise<void> | void)[] = [judgement.close, time.dispose, interrupt.dispose];
  try {
    if (options.metrics !== undefined) {
      const { url, close } = await metrics.open(options.metrics);
      closing.unshift(close);
      say(`metrics on ${url}`);
    }
    const scene = await open(see, (error) => say(String(error)));
    closing.unshift(scene.close);
    say(`listening on ${scene.url}, for what clients ask of ${service.baseUrl}`);
    while (!time.signal.aborted) {
      await clock.sleep(HAND_OVER, time.signal).catch(() => undefined);
      await judgement.handOver(false);
    }
    // What is under way is known when its connections are cut.
    await scene.close();
    await judgement.handOver(true);
    return accepted({ check: judgement.check(), misfits: reader.misfits() });
  } catch (error) {
    return portRefused(error, '127.0.0.1', options.listen, '--listen');
  } finally {
    for (const close of closing) await close();
  }
}

// What has passed goes to a thread that judges it, and what it has found is kept.

interface JudgementParts {
  readonly clock: Clock;
  readonly say: (line: string) => void;
  readonly metrics: Pick<WatchMetrics, 'found'>;
}

/** Breaches that are kept with their exchanges; all are counted and said when they are found. */
const MOST_BREACHES = 200;

function createJudgement(options: WatchOptions, { clock, say, metrics }: JudgementParts) {
  const { strict = false, alone = false } = options;
  const { ruleSet } = ruleSetOf(options);
  const ended = new AbortController();
  const thread = createThread<PassedRecords, readonly StretchResult[]>({
    module: THREADS.watch,
    data: { strict, alone },
    patience: LONGEST_JUDGEMENT,
    clock,
    signal: ended.signal,
  });
  const startedAt = clock.now();
  const found = createFindings(MOST_BREACHES);
  const trace: TraceRecord[] = [];
  let passed: TraceRecord[] = [];
  let lost = 0;
  let allLost = 0;

  const take = ({ findings, trace: shown }: StretchResult): void => {
    const told = ruleSet ? findings.flatMap((each) => findingAsOf(each, ruleSet, strict) ?? []) : findings;
    for (const finding of told) {
      const isKept = found.add(finding);
      if (finding.verdict === 'pass') continue;
      metrics.found(finding);
      say(`${finding.rule}: expected ${finding.expected}, got ${finding.actual}`);
      if (!isKept) continue;
      trace.push(...shown.filter((each) => 'exchange' in each && finding.exchanges.includes(each.exchange)));
    }
  };
  return {
    see: (record: TraceRecord): void => {
      if (passed.length < MOST_WAITING) passed.push(record);
      else lost++;
    },
    /** @param isLast no more will come. */
    handOver: async (isLast: boolean): Promise<void> => {
      if (passed.length === 0 && !isLast) return;
      const question = { records: passed, lost, isLast };
      [passed, lost, allLost] = [[], 0, allLost + lost];
      const answered = await thread.ask(question);
      if (answered.kind === 'answer') return answered.answer.forEach(take);
      say(`what passed in the last minutes could not be judged: ${answered.why}`);
      lost += question.records.length;
    },
    /** All that was found, as one check. */
    check: (): CheckResult => {
      const findings = found.all();
      return {
        id: 'traffic',
        title: allLost === 0 ? 'what has passed' : `what has passed, of which ${allLost} records were lost`,
        area: 'trace',
        rules: [],
        verdict: judgedVerdict(findings),
        findings,
        attempts: 1,
        startedAt,
        endedAt: clock.now(),
        trace,
      };
    },
    close: async (): Promise<void> => {
      ended.abort();
      await thread.close();
    },
  };
}
