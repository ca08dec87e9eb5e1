// `conform run --watch`: runs again whenever scenarios, dialect or profile change, or the server starts anew.
import { refuseInput } from '../../document/diagnostic.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { settle, type Settled } from '../config/settle.js';
import { isAddress } from '../addresses.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { usageError } from '../diagnostics.js';
import { plural } from '../../report/layout.js';
import { END_SIGNALS, endBy, hearSignals } from '../signals.js';
import { runCommand } from './run.js';
import type { RunOptions } from './run-options.js';
import type { Clock } from '../../kernel/clock.js';
import { within } from '../../kernel/within.js';
import { once } from 'node:events';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { readYaml } from '../../document/yaml-document.js';
import { isObject } from '../../kernel/json.js';
import { fileState, isYaml, pathKind, readText, yamlFilesBelow } from '../files.js';

export async function watchRun(names: readonly string[], options: RunOptions, io: Io): Promise<ExitCode> {
  const settled = settle(names, options, io);
  const things = settled.ok ? watchedThings(settled.value, io.cwd) : undefined;
  const refusal = settled.ok ? refusalOf(options, things) : settled;
  if (refusal || !things) return usageError(io, refusal?.diagnostics ?? []);
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

function listen() {
  const controller = new AbortController();
  let isWorking = false;
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
  const dispose = hearSignals(END_SIGNALS, onSignal);
  return {
    signal: controller.signal,
    /** While the work goes on, it hears of signals itself; one that came ends the watch when the work has ended. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
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

// Runs again whenever something has changed: one run at a time, and not before a change has settled.

interface WatchLoop {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Aborts when nothing is to be run any more. */
  readonly signal: AbortSignal;
  /** Everything that is watched, as one text: another text is a change. */
  readonly look: () => Promise<string>;
  readonly run: () => Promise<void>;
  /** Called when a run has ended and nothing has changed yet. */
  readonly onWaiting: () => void;
}

/** How often is looked, in ms; a change has settled when two looks in a row see the same. */
export const LOOK_EVERY = 250;

/** Resolves when the signal has aborted, and the run that was under way has ended. */
export async function watchLoop({ clock, signal, look, run, onWaiting }: WatchLoop): Promise<void> {
  while (!signal.aborted) {
    // Looked at before the run: what changes meanwhile is run again.
    const before = await look();
    await run();
    if (signal.aborted) return;
    onWaiting();
    let last = before;
    for (;;) {
      // What ends the wait early is told by the signal.
      await clock.sleep(LOOK_EVERY, signal).catch(() => undefined);
      if (signal.aborted) return;
      const now = await look();
      if (now !== before && now === last) break;
      last = now;
    }
  }
}

// What a watched run depends on: files, and the server that it checks. A text that becomes another one at a change.

interface WatchedThings {
  /** Files, and folders of which every YAML file counts. */
  readonly paths: readonly string[];
  /** Of the server; undefined where none is checked but a simulator of the run itself. */
  readonly address: URL | undefined;
}

export function watchedThings({ names, options, file }: Settled, cwd: string): WatchedThings {
  const { target, dialect, fleet, variant = [], baseline, config } = options;
  const url = target !== undefined && isAddress(target) ? target : undefined;
  const profile = target === undefined || url !== undefined ? undefined : resolve(cwd, target);
  const inProfile = profile === undefined ? NOTHING : ofProfile(profile);
  const given = [...names, dialect, fleet, ...variant, baseline].flatMap((each) =>
    each === undefined ? [] : resolve(cwd, each),
  );
  const settings = file ?? (config === false ? undefined : config);
  const paths = [
    ...given.filter((path) => isYaml(path) || pathKind(path) !== 'nothing'),
    ...(settings === undefined ? [] : [resolve(cwd, settings)]),
    ...(profile === undefined ? [] : [profile]),
    ...inProfile.paths,
  ];
  const address = url ?? inProfile.baseUrl;
  return {
    paths: [...new Set(paths)],
    address: address !== undefined && URL.canParse(address) ? new URL(address) : undefined,
  };
}

const NOTHING = { paths: [], baseUrl: undefined };

/** What is wrong with the file, the run itself tells. */
function ofProfile(path: string) {
  const text = readText(path);
  const document = text.ok ? readYaml(text.value, path) : undefined;
  const value = document?.ok ? document.value.value : undefined;
  if (!isObject(value)) return NOTHING;
  const { dialect, baseUrl } = value;
  const isFile = typeof dialect === 'string' && isYaml(dialect);
  return {
    paths: isFile ? [resolve(dirname(path), dialect)] : [],
    baseUrl: typeof baseUrl === 'string' ? baseUrl : undefined,
  };
}

/** More files than this are no set of scenarios. */
const MOST_FILES = 10_000;

/** Of the files that are there now. */
export function stateOfFiles(paths: readonly string[]): string {
  const files = paths.flatMap((path) => {
    if (pathKind(path) !== 'folder') return [path];
    const below = yamlFilesBelow(path, MOST_FILES);
    return below.ok ? below.value : [];
  });
  return files.map((path) => `${path} ${fileState(path)}`).join('\n');
}

/** A server that does not take a connection within this time, in ms, is not there. */
const PATIENCE = 1000;

/** Counts how often the server has come back, since it was gone: while it is away nothing changes. */
export function createServerWatch(
  { hostname, port, protocol }: URL,
  clock: Pick<Clock, 'setTimer'>,
): () => Promise<string> {
  let isThere: boolean | undefined;
  let returns = 0;
  return async () => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const answered = await takesConnections(host, Number(port || (protocol === 'https:' ? 443 : 80)), clock);
    if (answered && isThere === false) returns++;
    isThere = answered;
    return `${returns}`;
  };
}

async function takesConnections(host: string, port: number, clock: Pick<Clock, 'setTimer'>) {
  const socket = connect({ host, port });
  const connected = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  const answered = await within(clock, PATIENCE, connected);
  socket.destroy();
  return answered ?? false;
}
