// Which target the options mean: a profile file, the address of a simulator, or a simulator of its own. Each kind
// of target loads what it needs: only a run on a simulator of its own loads the simulator.
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import { openTarget } from '../../harness/run/open-target.js';
import type { Operator } from '../../harness/stimuli/drivers/prompt.js';
import { createNetworkTransport } from '../../harness/target/network/create-network-transport.js';
import { defined } from '../../kernel/defined.js';
import { createScaledClock, createSystemClock } from '../../kernel/machine-clock.js';
import { DEFAULT_SEED } from '../../lab/default-seed.js';
import { isAddress } from '../addresses.js';
import type { Io } from '../io.js';
import { optionWords } from '../options.js';
import { dialectOf } from '../load/dialect.js';
import { loadProfile, readProfile, readProof } from '../load/profile.js';
import type { FoundTarget, TargetFacts } from './found-target.js';
import { restrictionOf, type RunOptions } from './run-options.js';

/** The target, open and ready to be checked. */
export async function findTarget(
  options: RunOptions,
  io: Io,
  command: 'run' | 'restore' = 'run',
): Promise<Result<FoundTarget>> {
  const { seed = DEFAULT_SEED, speed = 1 } = options;
  const refused = refusedOption(options);
  if (refused) return refused;
  if (options.target === undefined && options.profileText === undefined) {
    const { embeddedTarget } = await import('./embedded.js');
    return embeddedTarget(options, io);
  }
  const clock = speed === 1 ? createSystemClock() : createScaledClock(speed);
  const { target } = options;
  const found =
    target !== undefined && isAddress(target)
      ? (await import('./at-address.js')).targetAtAddress(target, options, io)
      : profiledTarget(target, options, io);
  if (!found.ok) return found;
  const { noStimuli, repeatArguments, curl, profilePath: profile, ...facts } = found.value;
  const { baseUrl, websocketUrl, tls } = facts.profile;
  // A target that outlives this process is for one run at a time, and must be found again as it was.
  const { holdTarget } = await import('../restore/hold-target.js');
  const { restoreDir } = options;
  const about = { baseUrl, profile, repeatArguments, command, restoreDir, clock: createSystemClock() };
  const held = await holdTarget(about, io);
  if (!held.ok) return held;
  const operator = terminalOperator(io);
  const restriction = restrictionOf(options);
  const open = openTarget({
    ...facts,
    clock,
    book: held.value.book,
    seed,
    transport: createNetworkTransport({ baseUrl, websocketUrl, tls, clock }),
    secrets: io.secrets,
    ...defined({ operator, restriction, instead: noStimuli }),
  });
  return accepted({ open, speed, repeatArguments, curl, hold: held.value });
}

type TargetKind = 'own' | 'address' | 'profile';

interface Purpose {
  readonly fits: readonly TargetKind[];
  readonly why: string;
}

const OF_ITS_OWN: Purpose = { fits: ['own'], why: 'is for a simulator of its own; a target is as it is' };
const OF_ADDRESS: Purpose = {
  fits: ['address'],
  why: 'is for a simulator at an address, --target http://...; a profile names its own stimuli',
};

/** Options that say something of one kind of target only. */
const PURPOSES: readonly (readonly [name: keyof RunOptions, flag: string, purpose: Purpose])[] = [
  ['defect', 'defect', OF_ITS_OWN],
  ['variant', 'variant', OF_ITS_OWN],
  ['sockets', 'sockets', OF_ITS_OWN],
  [
    'fleet',
    'fleet',
    { fits: ['own', 'address'], why: 'is for simulators; a target profile names its own devices' },
  ],
  ['control', 'control', OF_ADDRESS],
  ['controlTokenFile', 'control-token-file', OF_ADDRESS],
];

/** An option that would do nothing is refused: whoever gives it expects what does not come. */
function refusedOption(options: RunOptions): Result<never> | undefined {
  const kind = kindOf(options);
  const wrong = PURPOSES.find(([name, , { fits }]) => options[name] !== undefined && !fits.includes(kind));
  if (wrong === undefined) return undefined;
  const [, flag, { why, fits }] = wrong;
  const others = kind === 'own' ? 'give --target' : 'leave out --target';
  const hint =
    fits.includes('own') || kind === 'own' ? `Leave out --${flag}, or ${others}.` : `Leave out --${flag}.`;
  return refuseInput(`--${flag} ${why}`, hint);
}

function kindOf({ target, profileText }: RunOptions): TargetKind {
  if (target === undefined) return profileText === undefined ? 'own' : 'profile';
  return isAddress(target) ? 'address' : 'profile';
}

// Asks whoever sits at the terminal to do something to a device.

/** Undefined when there is nobody at a terminal. */
function terminalOperator({ err }: Pick<Io, 'err'>): Operator | undefined {
  if (!process.stdin.isTTY || !err.isTerminal) return undefined;
  return {
    ask: (question, signal) =>
      new Promise((done) => {
        // No line editing: that would keep Ctrl-C from ending the run.
        const lines = createInterface({ input: process.stdin, terminal: false });
        const end = (answer: string | undefined): void => {
          signal.removeEventListener('abort', onAbort);
          lines.close();
          done(answer);
        };
        const onAbort = (): void => end(undefined);
        signal.addEventListener('abort', onAbort, { once: true });
        lines.once('line', end);
        lines.once('close', () => end(undefined));
        // Removes the progress line, which comes back by itself.
        err.eraseLine();
        err.ring();
        err.write(err.paint.heading(question));
      }),
  };
}

// A run against a target that a profile describes.

/** @param path of the profile; undefined where its text is given instead. */
function profiledTarget(path: string | undefined, options: RunOptions, io: Io): Result<TargetFacts> {
  const name = path ?? 'profile.yaml';
  const loaded =
    path === undefined
      ? readProfile(options.profileText ?? '', resolve(io.cwd, name), io)
      : loadProfile(path, io);
  if (!loaded.ok) return loaded;
  const profile = loaded.value;
  const dialect = dialectOf(options.dialect, profile, name, io.cwd);
  if (!dialect.ok) return dialect;
  return accepted({
    profile,
    dialect: dialect.value,
    repeatArguments: ['--target', name, ...optionWords(options, ['dialect'])],
    curl: { baseUrl: profile.baseUrl },
    vouchedFor: false,
    asWritten: (options.dialect ?? profile.dialect ?? 'default') === 'default',
    ...(path !== undefined && {
      profilePath: resolve(io.cwd, path),
      ...defined({ proof: readProof(resolve(io.cwd, path)) }),
    }),
    stop: async () => undefined,
  });
}
