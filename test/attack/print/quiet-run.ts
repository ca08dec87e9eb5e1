// All scenarios against a simulator with a defect, in virtual time, with every secret that it issues noted at its edge,
// and all that the program would print of the run.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import { bundledScenarios } from '../../../src/cli/load/scenarios.js';
import { createLiveProgress } from '../../../src/cli/run/live-progress.js';
import { createOutlet } from '../../../src/cli/io.js';
import { writeReports } from '../../../src/cli/reports.js';
import { secretNames } from '../../../src/dialect/dialect.js';
import type { Result } from '../../../src/document/diagnostic.js';
import { plan } from '../../../src/harness/run/plan.js';
import { run } from '../../../src/harness/run/run.js';
import type { RunResult } from '../../../src/harness/verdict/verdict.js';
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import { RUN_FORMATS } from '../../../src/report/format-names.js';
import { runFormats } from '../../../src/report/formats.js';
import { type Presentation, presented } from '../../../src/report/presented.js';
import { terminalReport } from '../../../src/report/terminal/terminal.js';
import type { Edge } from '../../../src/simulator/edge/edge.js';
import { writePrivateFleet } from './private-fleet.js';
import type { Output } from './search.js';

export interface QuietRun {
  readonly result: RunResult;
  readonly outputs: readonly Output[];
  readonly secrets: ReadonlySet<string>;
}

export interface QuietRunOptions {
  readonly defect?: string;
  readonly seed: number;
  readonly dialect?: string;
  /** Where the service puts every other token and ticket, in place of the field for it. */
  readonly misplaced?: Misplaced;
  /** Globs over the ids of scenarios. */
  readonly what?: readonly string[];
}

export async function runQuietly({
  defect,
  seed,
  dialect = 'default',
  misplaced,
  what,
}: QuietRunOptions): Promise<QuietRun> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-print-'));
  try {
    const written = writePrivateFleet(folder, seed);
    const secrets = new Set(written.secrets);
    const { open, clock, running } = await openInProcess({
      fleet: required(loadFleet(written.file, process.cwd())).spec,
      dialect: required(loadDialect(dialect, process.cwd())),
      defects: defect === undefined ? [] : [defect],
      edges: [noting(secrets), ...(misplaced ? [misplacing(misplaced)] : [])],
    });
    const printed = { out: '', err: '' };
    const outlet = (name: keyof typeof printed) =>
      createOutlet(
        { put: (text) => (printed[name] += text), isTerminal: false, columns: 100, level: 0 },
        open.secrets,
      );
    const io = { out: outlet('out'), err: outlet('err'), secrets: open.secrets, env: {}, cwd: folder };
    const progress = createLiveProgress(io, { detail: 'verbose', clock });
    const scenarios = required(bundledScenarios(process.cwd()));
    const planned = plan(scenarios, open.profile, what ? { only: what } : {}, open.stimuli.offers);
    if (!planned.ok) throw new Error('nothing was selected');
    const ended = await clock.runUntil(
      thenClose(run(open, { plan: planned.plan, anyway: true, onProgress: progress.onProgress }), open),
    );
    if (!ended.ok) throw new Error(JSON.stringify(ended));
    progress.end();
    const { result } = ended;
    const isSecretName = secretNames(open.target.dialect);
    const shown = (readers: Presentation['readers']): RunResult =>
      presented(result, { secrets: open.secrets, isSecretName, readers });
    const context = {
      version: '1',
      reportFrame: () => '<!doctype html><!--data-->',
      repeatArguments: [],
      ownFiles: [],
      baseUrl: 'http://127.0.0.1',
      speed: 1,
    };
    await writeReports(
      RUN_FORMATS.map((kind) => ({ kind, path: kind })),
      {
        formats: runFormats,
        seen: (readers: Presentation['readers']) => [shown(readers), context] as const,
        forPeople: () => terminalReport(shown('people'), context),
      },
      io,
    );
    return {
      result,
      secrets,
      outputs: [
        { name: 'stdout', text: printed.out },
        { name: 'stderr', text: printed.err },
        ...RUN_FORMATS.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
        { name: 'journal', text: JSON.stringify(running.journal.records()) },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Notes tokens and tickets as they leave, whatever a defect has made of them, and passwords as they come. */
function noting(secrets: Set<string>): Edge {
  return {
    rest: async (request, next) => {
      if (/auth\/token|ws\/ticket/.test(request.target)) {
        const reply = await next(request);
        for (const [, text = ''] of String(reply.body).matchAll(
          /"(?:accessToken|\w*[tT]icket)":"([^"]{8,})"/g,
        ))
          secrets.add(text);
        return reply;
      }
      return next(request);
    },
  };
}

/** What a service does with a secret that is to be issued. */
const MISPLACED = {
  'in the message': ({ message, ...rest }, secret) => ({
    ...rest,
    message: `${String(message)}, use ${secret}`,
  }),
  'as the message': (reply, secret) => ({ ...reply, message: secret }),
  'as the requestId': (reply, secret) => ({ ...reply, requestId: secret }),
  'as a name': (reply, secret) => ({ ...reply, data: { [secret]: true } }),
  'as data that are a text': (reply, secret) => ({ ...reply, data: secret }),
  'in a list': (reply, secret) => ({ ...reply, data: [[secret]] }),
} as const satisfies Record<string, (reply: Record<string, unknown>, secret: string) => object>;

export type Misplaced = keyof typeof MISPLACED;
export const MISPLACED_KINDS = Object.keys(MISPLACED) as Misplaced[];

function misplacing(kind: Misplaced): Edge {
  let count = 0;
  return {
    rest: async (request, next) => {
      const reply = await next(request);
      if (!/auth\/token|ws\/ticket/.test(request.target) || reply.status !== 200 || ++count % 2 === 0)
        return reply;
      const body = JSON.parse(String(reply.body)) as { data: Record<string, unknown> };
      const { accessToken, ticket, ...data } = body.data;
      const moved = MISPLACED[kind]({ ...body, data }, String(accessToken ?? ticket));
      return { ...reply, body: JSON.stringify(moved) };
    },
  };
}

function required<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.diagnostics));
}
