// `--live` of a run and of an audit: opens the page of what goes on, and says where it is.
import type { OnProgress, Progress } from '../../harness/run/run-options.js';
import type { CheckResult, RunResult } from '../../harness/verdict/verdict.js';
import type { Clock, Timer } from '../../kernel/clock.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import type { AuditProgress } from '../../lab/audit/run-audit.js';
import { roomForTrace } from '../../report/exchanges.js';
import { checkModel } from '../../report/html/check-model.js';
import { buildModel } from '../../report/html/html.js';
import type { RunningCheck } from '../../report/html/report-model.js';
import { type Presentation, presented, presentedChecks } from '../../report/presented.js';
import type { ReportContext } from '../../report/shell.js';
import { createDayCount } from '../audit/day-count.js';
import type { Io } from '../io.js';
import { type LiveServer, openLiveServer } from './live-server.js';

export interface LivePage<P> {
  readonly onProgress: (progress: P) => void;
  /** Shows the whole result, as its report does. */
  end(result: RunResult): void;
  /** Resolves when those who watch have read the end, or have had the time for it. */
  close(): Promise<void>;
}

interface LiveParts {
  readonly io: Io;
  readonly title: string;
  readonly seed: number;
  readonly context: ReportContext;
  readonly isSecretName?: Presentation['isSecretName'];
}

export async function openLiveRun(
  parts: LiveParts,
): Promise<LivePage<Parameters<WatchedRun['onProgress']>[0]>> {
  const { io, title, seed, context } = parts;
  const { clock, server } = await opened(io);
  const how = presentation(parts);
  const watched = serveLiveRun({
    server,
    clock,
    title,
    seed,
    context,
    shown: (check) => presentedChecks([check], how)[0] ?? check,
  });
  return {
    onProgress: watched.onProgress,
    end: (result) => watched.end(presented(result, how)),
    close: server.close,
  };
}

export async function openLiveAudit(parts: LiveParts): Promise<LivePage<AuditProgress>> {
  const { server } = await opened(parts.io);
  return {
    onProgress: watchAudit(server, parts.title),
    end: (result) => {
      const model = buildModel(presented(result, presentation(parts)), parts.context);
      server.tell({ kind: 'ended', model });
    },
    close: server.close,
  };
}

async function opened(io: Io) {
  const clock = createSystemClock();
  const server = await openLiveServer(clock);
  io.err.write(`watch it: ${server.address}\n`);
  return { clock, server };
}

function presentation({ io, isSecretName }: LiveParts): Presentation {
  return { secrets: io.secrets, readers: 'people', ...(isSecretName && { isSecretName }) };
}

// What an audit tells while its days are lived; the verdicts come at the end, since they rest on all days.

function watchAudit(server: Pick<LiveServer, 'tell'>, title: string): (progress: AuditProgress) => void {
  const days = createDayCount();
  server.tell({ kind: 'began', model: { title, notes: [], facts: [], rules: [], checks: [] } });
  return (progress) => {
    days.note(progress);
    server.tell({
      kind: 'doing',
      total: days.total,
      done: days.done,
      running: [...days.running].map((id) => ({ id, title: 'a day of the client', step: '' })),
    });
  };
}

// `--live`: what a run tells while it runs, as its page shows it.

interface WatchedRun {
  readonly onProgress: OnProgress;
  /** Shows the whole result, as its report does. */
  end(result: RunResult): void;
}

interface WatchParts {
  readonly server: Pick<LiveServer, 'tell'>;
  /** The machine's. */
  readonly clock: Clock;
  readonly title: string;
  readonly seed: number;
  readonly context: ReportContext;
  /** A check as people may see it, without secrets. */
  readonly shown: (check: CheckResult) => CheckResult;
}

/** How far the run is, is told so often at most, in ms of the machine. */
const INTERVAL = 100;
/** Checks with a trace, as far as anybody can tell before the end. */
const EXPECTED_TRACES = 30;

function serveLiveRun({ server, clock, title, seed, context, shown }: WatchParts): WatchedRun {
  const running = new Map<string, RunningCheck>();
  let total = 0;
  let done = 0;
  let timer: Timer | undefined;
  server.tell({ kind: 'began', model: { title, notes: [], facts: [], rules: [], checks: [] } });

  const tellDoing = (): void => {
    timer = undefined;
    server.tell({ kind: 'doing', total, done, running: [...running.values()] });
  };
  const doing = (id: string, part: Partial<RunningCheck>): void => {
    running.set(id, { id, title: '', step: '', ...running.get(id), ...part });
  };
  const note = (progress: Progress): void => {
    switch (progress.kind) {
      case 'run-started':
        total = progress.checks;
        return;
      case 'check-started':
        return doing(progress.id, { title: progress.title });
      case 'step-started':
        return doing(progress.id, { step: progress.step });
      case 'waiting':
        return doing(progress.id, { step: progress.why });
      case 'check-ended': {
        const { result, left } = progress;
        running.delete(result.id);
        done = total - left;
        const check = checkModel(shown(result), seed, context, roomForTrace(EXPECTED_TRACES));
        return server.tell({ kind: 'check', check });
      }
      case 'verdict-revised':
        return server.tell({
          kind: 'check',
          check: checkModel(shown(progress.result), seed, context, roomForTrace(EXPECTED_TRACES)),
        });
      default:
    }
  };
  return {
    onProgress: (progress) => {
      note(progress);
      timer ??= clock.setTimer('page of the run', INTERVAL, tellDoing);
    },
    end: (result) => {
      timer?.cancel();
      server.tell({ kind: 'ended', model: buildModel(result, context) });
    },
  };
}
