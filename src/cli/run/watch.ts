// `conform run --watch`: runs again whenever scenarios, dialect or profile change, or the server starts anew.
import { refuseInput } from '../../document/diagnostic.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { settle } from '../config/settle.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { plural } from '../../report/layout.js';
import { endBy } from './end-signals.js';
import { runCommand } from './run.js';
import type { RunOptions } from './run-options.js';
import { watchLoop } from './watch-loop.js';
import { createServerWatch, stateOfFiles, type WatchedThings, watchedThings } from './watched-things.js';

export async function watchRun(names: readonly string[], options: RunOptions, io: Io): Promise<ExitCode> {
  const settled = settle(names, options, io);
  const things = settled.ok ? watchedThings(settled.value, io.cwd) : undefined;
  const refusal = settled.ok ? refusalOf(options, things) : settled;
  if (refusal || !things) {
    printDiagnostics(io, refusal?.diagnostics ?? []);
    return EXIT.usage;
  }
  const clock = createSystemClock();
  const server = things.address && createServerWatch(things.address, clock);
  const interrupted = listen();
  let code: ExitCode = EXIT.passed;
  try {
    await watchLoop({
      clock,
      signal: interrupted.signal,
      look: async () => {
        // Settings that are being edited may be wrong for a moment: the files of before are watched on.
        const now = settle(names, options, io);
        const { paths } = now.ok ? watchedThings(now.value, io.cwd) : things;
        return `${stateOfFiles([...new Set([...things.paths, ...paths])])}\n${(await server?.()) ?? ''}`;
      },
      run: async () => {
        io.out.clear();
        code = await interrupted.during(() => runCommand(names, options, io));
      },
      onWaiting: () => io.err.write(`${waitingWords(things)}\n`),
    });
  } finally {
    interrupted.dispose();
  }
  return code;
}

function refusalOf(
  { live, soak }: RunOptions,
  things: WatchedThings | undefined,
): ReturnType<typeof refuseInput> | undefined {
  const other = live ? '--live' : soak === undefined ? undefined : '--soak';
  if (other !== undefined)
    return refuseInput(
      `--watch runs again and again, and ${other} goes on by itself`,
      'Leave out one of them.',
    );
  if (things && (things.paths.length > 0 || things.address)) return undefined;
  return refuseInput(
    'there is nothing to watch: what comes with conform does not change',
    'Name scenarios of your own, or a target: conform run my-scenarios/ --watch',
  );
}

function waitingWords({ paths, address }: WatchedThings): string {
  const files = paths.length === 0 ? [] : [plural(paths.length, 'path')];
  const server = address ? [`the server at ${address.host}`] : [];
  return `watching ${[...files, ...server].join(' and ')}; Ctrl-C ends`;
}

interface Interrupted {
  readonly signal: AbortSignal;
  /** While the work goes on, it hears of signals itself; one that came ends the watch when the work has ended. */
  during<T>(work: () => Promise<T>): Promise<T>;
  dispose(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

function listen(): Interrupted {
  const controller = new AbortController();
  let isWorking = false;
  const dispose = (): void => SIGNALS.forEach((name) => void process.off(name, onSignal));
  const onSignal = (name: NodeJS.Signals): void => {
    // A second one is for the run alone, which may have to end the process by it.
    if (controller.signal.aborted) {
      dispose();
      if (!isWorking) endBy(name);
      return;
    }
    if (isWorking) dispose();
    controller.abort();
  };
  SIGNALS.forEach((name) => void process.on(name, onSignal));
  return {
    signal: controller.signal,
    during: async (work) => {
      isWorking = true;
      try {
        return await work();
      } finally {
        isWorking = false;
      }
    },
    dispose,
  };
}
