// `--live`: what a run tells while it runs, as its page shows it.
import type { OnProgress, Progress } from '../../harness/run/progress.js';
import type { CheckResult, RunResult } from '../../harness/verdict/verdict.js';
import type { Clock, Timer } from '../../kernel/clock.js';
import { roomForTrace } from '../../report/bounded-trace.js';
import { buildModel } from '../../report/html/build-model.js';
import { checkModel } from '../../report/html/check-model.js';
import type { RunningCheck } from '../../report/html/report-model.js';
import type { ReportContext } from '../../report/report-context.js';
import type { LiveServer } from './live-server.js';

export interface WatchedRun {
  readonly onProgress: OnProgress;
  /** Shows the whole result, as its report does. */
  end(result: RunResult): void;
}

export interface WatchParts {
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

export function serveLiveRun({ server, clock, title, seed, context, shown }: WatchParts): WatchedRun {
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
