// `--live` of a run and of an audit: opens the page of what goes on, and says where it is.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { buildModel } from '../../report/html/build-model.js';
import { type Presentation, presented, presentedChecks } from '../../report/presented.js';
import type { ReportContext } from '../../report/report-context.js';
import type { AuditProgress } from '../../lab/audit/run-audit.js';
import type { Io } from '../io.js';
import { openLiveServer } from './live-server.js';
import { watchAudit } from './watch-audit.js';
import { type WatchedRun, serveLiveRun } from './watch-run.js';

export interface LivePage<P> {
  readonly onProgress: (progress: P) => void;
  /** Shows the whole result, as its report does. */
  end(result: RunResult): void;
  /** Resolves when those who watch have read the end, or have had the time for it. */
  close(): Promise<void>;
}

export interface LiveParts {
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
