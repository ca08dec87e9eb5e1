// `--live` of a run and of an audit: opens the page of what goes on, and says where it is.
import type { OnProgress, Progress } from '../../harness/run/run-options.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { Timer } from '../../kernel/clock.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import type { AuditProgress } from '../../lab/audit/run-audit.js';
import { roomForTrace } from '../../report/exchanges.js';
import { buildModel, checkModel } from '../../report/html/html.js';
import { type Presentation, presented, presentedChecks } from '../../report/presented.js';
import type { ReportContext } from '../../report/shell.js';
import { createDayCount } from '../audit/live-progress.js';
import { createProgressState, noteProgress } from '../run/live-progress.js';
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

type Follow<P> = (server: LiveServer, how: Presentation) => (progress: P) => void;

async function openPage<P>(parts: LiveParts, follow: Follow<P>): Promise<LivePage<P>> {
  const { io, title, context, isSecretName } = parts;
  const how: Presentation = {
    secrets: io.secrets,
    readers: 'people',
    ...(isSecretName && { isSecretName }),
  };
  const server = await openLiveServer(createSystemClock());
  io.err.write(`watch it: ${server.address}\n`);
  server.tell({ kind: 'began', model: { title, notes: [], facts: [], rules: [], checks: [] } });
  return {
    onProgress: follow(server, how),
    end: (result) => server.tell({ kind: 'ended', model: buildModel(presented(result, how), context) }),
    close: server.close,
  };
}

/** What an audit tells while its days are lived; the verdicts come at the end, since they rest on all days. */
export function openLiveAudit(parts: LiveParts): Promise<LivePage<AuditProgress>> {
  return openPage(parts, (server) => {
    const days = createDayCount();
    return (progress) => {
      days.note(progress);
      const running = [...days.running].map((id) => ({ id, title: 'a day of the client', step: '' }));
      server.tell({ kind: 'doing', total: days.total, done: days.done, running });
    };
  });
}

/** How far the run is, is told so often at most, in ms of the machine. */
const INTERVAL = 100;
/** Checks with a trace, as far as anybody can tell before the end. */
const EXPECTED_TRACES = 30;

/** What a run tells while it runs, as its page shows it. */
export async function openLiveRun(parts: LiveParts): Promise<LivePage<Parameters<OnProgress>[0]>> {
  let timer: Timer | undefined;
  const page = await openPage<Progress>(parts, (server, how) => {
    const clock = createSystemClock();
    const state = createProgressState();
    return (progress) => {
      noteProgress(state, progress, clock.now());
      if (progress.kind === 'check-ended' || progress.kind === 'verdict-revised') {
        const [shown = progress.result] = presentedChecks([progress.result], how);
        const check = checkModel(shown, parts.seed, parts.context, roomForTrace(EXPECTED_TRACES));
        server.tell({ kind: 'check', check });
      }
      timer ??= clock.setTimer('page of the run', INTERVAL, () => {
        timer = undefined;
        const { total, done, running } = state;
        server.tell({ kind: 'doing', total, done, running: [...running.values()] });
      });
    };
  });
  const end = (result: RunResult): void => {
    timer?.cancel();
    page.end(result);
  };
  return { ...page, end };
}
