// Stimuli as a profile declares them: does them within their time, records them, and undoes what they leave.
import { defined } from '../../kernel/defined.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import { createSecrets, type Secrets } from '../../output/secrets.js';
import type { StimulusRecord } from '../../trace/record.js';
import { SafetyError } from '../target/gated-transport.js';
import { type Profile, clientsWith } from '../profile/profile.js';
import type { RestoreBook, RestoreRecord } from '../restore/record.js';
import type { Restriction } from '../profile/restriction.js';
import type { Target } from '../target/target.js';
import {
  type Act,
  type ActDriver,
  type Acted,
  type ActName,
  factsOf,
  failed,
  STIMULUS_CATALOGUE,
  type StimulusName,
  subjectOf,
} from '../profile/stimuli/catalogue.js';
import { chooseDriver } from './drivers/choose-driver.js';
import { createDriverAgent } from './drivers/http.js';
import { createPrompts, type Operator } from './drivers/prompt.js';
import { createOffers } from './offers.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import { withinPatience } from '../target/driver/within-patience.js';
import { patiently } from '../target/retry.js';
import { shownIn } from '../target/call.js';

export interface StimuliOptions {
  readonly profile: Profile;
  readonly clock: Clock;
  /** Makes keys that no other run uses. */
  readonly random: Random;
  /** The gate: why an act must not be done, in words; undefined when it may. */
  readonly forbidsAct: (act: Act) => string | undefined;
  /** The same for what puts back. */
  readonly forbidsUndo: (act: Act) => string | undefined;
  /** Absent when nobody can be asked. */
  readonly operator?: Operator;
  /** What the run leaves out on purpose. */
  readonly restriction?: Restriction;
  /** What to do for a stimulus where there is no profile file that a line could be added to. */
  readonly instead?: string;
  /** Does everything, instead of the drivers that the profile declares: for a target in the same process. */
  readonly drive?: ActDriver;
  /** Those of the whole run; default: its own. */
  readonly secrets?: Secrets;
  /** See `DriverOptions`. */
  readonly cleansLater?: boolean;
  /** Where it is kept what has to be undone; nothing is done that it does not know. */
  readonly book?: StimuliBook;
}

type StimuliBook = Pick<RestoreBook, 'stimulus' | 'stored'>;

/** Undoing goes on for this long, whatever happens; in ms. */
export const UNDO_TIME = 120_000;

/** What the harness can do that the interface cannot. */
export type Stimuli = ReturnType<typeof createStimuli>;

export function createStimuli(options: StimuliOptions) {
  const { profile, clock, operator, instead, restriction, secrets = createSecrets() } = options;
  const { forbidsAct, forbidsUndo, cleansLater = false } = options;
  const ledger = createUndoLedger();
  for (const { value, alias } of profile.stimuli?.secrets ?? []) secrets.keep(value, alias);
  // Most targets in this process never call anything.
  let agent: ReturnType<typeof createDriverAgent> | undefined;
  const prompts = operator && createPrompts(operator);
  const random = options.random.stream('target/stimuli-keys');
  const key = (): string => `conform-stimulus-${Math.round(clock.now()).toString(36)}-${random.token(8)}`;
  const how = defined({ interactive: operator !== undefined, instead, restriction });
  const offers = createOffers(profile, how);
  const shared = { profile, prompts, key };

  const perform = async (target: Target, act: Act, signal: AbortSignal): Promise<Acted> => {
    // What a session does has been asked for before; here it may be putting something back.
    const forbidden = forbidsUndo(act);
    if (forbidden !== undefined) return failed(forbidden);
    const chosen = options.drive
      ? { driver: options.drive, timeout: profile.patience }
      : chooseDriver(act.name, { ...shared, dispatcher: (agent ??= createDriverAgent(profile)), target });
    if (!chosen) return failed('the profile declares no driver for it');
    const bounds = { patience: chosen.timeout, signal };
    const { result: acted } = await withinPatience(clock, bounds, (limited) => chosen.driver(act, limited));
    if (acted.kind === 'applied') ledger.done(act);
    const record = recordOf(act, acted);
    target.trace.add(cleansLater ? record : secrets.redact(record));
    return acted.kind === 'failed' ? { ...acted, detail: secrets.redact(acted.detail) } : acted;
  };
  const undo = (
    target: Target,
    left: readonly Pending[],
    signal: AbortSignal,
    tell?: Tell,
  ): Promise<string[]> => doAll(left, (act) => perform(target, act, signal), tell);

  return {
    offers,
    /** How a device was found: what is set there is set back to this. */
    noteInitial: ledger.noteInitial,
    /** What another run has left is to be undone, too. */
    adopt: (left: RestoreRecord['stimuli']): void => left.forEach(ledger.adopt),
    /** For one attempt of a check. What it does is recorded into the trace of the target. */
    open: (target: Target): StimuliSession =>
      openSession({ profile, ledger, perform, undo, forbidsAct, book: options.book }, target),
    /**
     * Undoes what sessions have left; returns in words what could not be. May be called again.
     * @param tell is told in words of each thing that was undone.
     */
    undoAll: async (target: Target, signal?: AbortSignal, tell?: Tell): Promise<readonly string[]> => {
      const bounds = { patience: UNDO_TIME, signal };
      const undoing = withinPatience(clock, bounds, (limited) =>
        undo(target, ledger.pending(), limited, tell),
      );
      return (await undoing).result;
    },
    /** Nobody waits for an answer any more. */
    close: async (): Promise<void> => agent?.destroy(),
  };
}

type Tell = (words: string) => void;

/** What could not be done, in words. */
async function doAll(
  pending: readonly Pending[],
  perform: (act: Act) => Promise<Acted>,
  tell: Tell | undefined,
): Promise<string[]> {
  const left: string[] = [];
  for (const { undo: act } of pending) {
    const acted = await perform(act);
    if (acted.kind === 'failed') left.push(`${act.name} of ${subjectOf(act)} failed: ${acted.detail}`);
    else tell?.(`${act.name} of ${subjectOf(act)} is done`);
  }
  return left;
}

/** Why an act must not be done: it could not be stored what undoes it. */
async function store(left: Pending, book: StimuliBook): Promise<string | undefined> {
  book.stimulus(left);
  const why = await book.stored();
  return why === undefined ? undefined : `it was not done, since the restore file cannot be written: ${why}`;
}

interface SessionParts extends Pick<StimuliOptions, 'profile' | 'forbidsAct'> {
  readonly ledger: UndoLedger;
  readonly perform: (target: Target, act: Act, signal: AbortSignal) => Promise<Acted>;
  /** What could not be undone, in words. */
  readonly undo: (target: Target, left: readonly Pending[], signal: AbortSignal) => Promise<string[]>;
  readonly book: StimuliBook | undefined;
}

export type StimuliSession = ReturnType<typeof openSession>;

function openSession(parts: SessionParts, target: Target) {
  const { profile, ledger, perform, undo, forbidsAct, book } = parts;
  const keys = new Set<string>();
  const away = new Map<string, NonNullable<Act['device']>>();
  return {
    act: async (act: Act, signal: AbortSignal): Promise<Acted> => {
      const forbidden = forbidsAct(act);
      if (forbidden !== undefined) throw new SafetyError(forbidden);
      const begun = ledger.begin(act);
      if (!begun.ok) return failed(begun.why);
      if (begun.left) keys.add(begun.left.key);
      const unstored = begun.left && book && (await store(begun.left, book));
      if (unstored !== undefined) return failed(unstored);
      if (act.device && TAKES_AWAY.has(act.name)) away.set(act.device.name, act.device);
      return perform(target, act, signal);
    },
    /** Undoes what the session has left behind, and waits until its devices are back; words as of `undoAll`. */
    undo: async (signal: AbortSignal): Promise<readonly string[]> => {
      const left = await undo(
        target,
        ledger.pending().filter(({ key }) => keys.has(key)),
        signal,
      );
      for (const device of away.values()) {
        if (await comeBack(target, profile, device, signal)) away.delete(device.name);
        else left.push(`${device.name} has not come back`);
      }
      return left;
    },
    /** Waits once more, for this long in ms; the names of devices that were not back when all was undone, and are not yet. */
    lost: async (atMost: number, signal: AbortSignal): Promise<readonly string[]> => {
      const names: string[] = [];
      for (const device of away.values())
        if (!(await comeBack(target, profile, device, signal, atMost))) names.push(device.name);
      return signal.aborted ? [] : names;
    },
  };
}

/** After these a device is off the network. */
export const TAKES_AWAY: ReadonlySet<string> = new Set(['cut-power', 'drop-link']);

function recordOf({ name, device, client, ...parameters }: Act, acted: Acted): StimulusRecord {
  const all = { ...(client && { client: client.name }), ...parameters };
  const value = acted.kind === 'applied' ? acted.value : undefined;
  const detail = acted.kind === 'failed' ? acted.detail : value?.toString();
  return {
    kind: 'stimulus',
    name,
    ...(device && { deviceId: device.deviceId }),
    ...(Object.keys(all).length > 0 && { parameters: all }),
    outcome: acted.kind,
    ...(detail !== undefined && { detail }),
  };
}

// Waits until a device that had no power or no network is connected again, as the target sees it.

/** A device boots, and a service may take its time to notice; in ms. */
export const LONGEST_ABSENCE = 60_000;
const PAUSE = 500;

/** Whether it is back; true as well when the target's list does not tell. @param atMost how long to wait, in ms. */
async function comeBack(
  target: Target,
  { clients, longestWait }: Pick<Profile, 'clients' | 'longestWait'>,
  device: { readonly name: string; readonly deviceId: string },
  signal: AbortSignal,
  atMost = LONGEST_ABSENCE,
): Promise<boolean> {
  const { clock } = target;
  const [client] = clientsWith({ clients }, 'device:read', device.name);
  if (client === undefined) return true;
  const until = clock.now() + atMost;
  for (;;) {
    const { outcome } = await patiently(() => target.request({ name: 'listDevices' }, { client }), {
      clock,
      limits: { until, longestAnnounced: longestWait },
      signal,
      throughAbsence: true,
    });
    const listed = shownIn('deviceList', outcome)?.devices.find(
      ({ deviceId }) => deviceId === device.deviceId,
    );
    if (listed && listed.online !== false && listed.powered !== false) return true;
    if (clock.now() + PAUSE > until || signal.aborted) return false;
    await clock.sleep(PAUSE, signal).catch(() => undefined);
  }
}

// What stimuli have left behind, and what puts it back.

type Begun = { readonly ok: true; readonly left?: Pending } | { readonly ok: false; readonly why: string };

interface Pending {
  readonly key: string;
  readonly undo: Act;
}

type UndoLedger = ReturnType<typeof createUndoLedger>;

function createUndoLedger() {
  const initial = new Map<string, Peripherals>();
  const pending = new Map<string, Act>();
  return {
    /** How the inputs of a device were found. */
    noteInitial: (deviceId: string, peripherals: Peripherals): void => {
      if (!initial.has(deviceId)) initial.set(deviceId, peripherals);
    },
    /** What is about to be done is to be put back from now on. Gives what it leaves behind, or why it must not be done. */
    begin: (act: Act): Begun => {
      const { undoneBy } = factsOf(act.name);
      if (undoneBy === undefined) return { ok: true };
      const key = keyOf(act);
      const known = pending.get(key);
      if (known) return { ok: true, left: { key, undo: known } };
      const found = initial.get(act.device?.deviceId ?? '');
      const undo = undoneBy === act.name ? actAsFound(act, found) : { ...act, name: undoneBy };
      if (!undo) {
        const why = `nobody knows how ${subjectOf(act)} was before, so it could not be put back`;
        return { ok: false, why };
      }
      pending.set(key, undo);
      return { ok: true, left: { key, undo } };
    },
    /** Another run has left it behind. */
    adopt: ({ key, undo }: Pending): void => {
      if (!pending.has(key)) pending.set(key, undo);
    },
    /** It has been done: what it puts back itself is back. */
    done: (act: Act): void => {
      const key = keyOf(act);
      const undo = pending.get(key);
      if (undo?.name === act.name && undo.active === act.active && undo.value === act.value)
        pending.delete(key);
    },
    /** What is still to be put back, the latest first. */
    pending: (): readonly Pending[] => [...pending].map(([key, undo]) => ({ key, undo })).toReversed(),
  };
}

/** The same for what cuts and what restores: one thing that can be left behind. */
function keyOf(act: Act): string {
  return `${CAUSES.get(act.name) ?? act.name} ${subjectOf(act)}`;
}

const CAUSES: ReadonlyMap<ActName, StimulusName> = new Map(
  (Object.keys(STIMULUS_CATALOGUE) as StimulusName[]).flatMap((name) => {
    const { undoneBy } = STIMULUS_CATALOGUE[name];
    return undoneBy === undefined ? [] : [[undoneBy, name] as const];
  }),
);

/** The act with the value that was found there; undefined when that is not known. */
export function actAsFound(act: Act, found: Peripherals | undefined): Act | undefined {
  switch (act.name) {
    case 'set-input': {
      const input = found?.digitalInputs.find(({ index }) => index === act.index);
      return input && { ...act, active: input.active };
    }
    case 'set-analog': {
      const analog = found?.analogInputs.find(({ index }) => index === act.index);
      return analog && { ...act, value: analog.value };
    }
    case 'set-sensor': {
      const sensor = found?.sensors.find(({ key }) => key === act.key);
      return sensor && { ...act, value: sensor.value };
    }
    default:
      return undefined;
  }
}
