// Reads and writes devices on behalf of safety: patiently, with whichever API client may.
import { uuidOf } from '../../kernel/uuid.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { Scope } from '../../contract/scopes.js';
import type { RandomStream } from '../../kernel/random.js';
import { type Profile, clientsWith } from '../profile/profile.js';
import { type Call, isGranted } from '../target/call.js';
import { withinPatience } from '../target/driver/within-patience.js';
import {
  patiently,
  type Patience,
  type PatientOutcome,
  patientWords,
  LONGEST_ANNOUNCED,
  untilEnded,
} from '../target/retry.js';
import type { RequestOptions, Target } from '../target/target.js';
import { whatOf } from '../target/promises.js';
import type { Aspect, EffectHistory } from './effect-history.js';
import type { Values } from '../target/registers.js';

export type StateReading =
  { readonly ok: true; readonly values: Values } | { readonly ok: false; readonly detail: string };

export type Caretaker = ReturnType<typeof createCaretaker>;

export interface RestoreBounds {
  /** Clock time in ms, at which nothing is waited for any more. */
  readonly until: number;
  readonly signal?: AbortSignal | undefined;
  /** Also waits for what may still come of requests without a reply; else such a device is left for later. */
  readonly settle?: boolean;
  /** Told in words of each thing that is as it was found. */
  readonly tell?: ((words: string) => void) | undefined;
}

type Asking = (
  client: string,
  call: Call,
  bounds: RestoreBounds,
  how?: Partial<Pick<Patience, 'isWorthIt' | 'throughAbsence'>> & Pick<RequestOptions, 'wanted'>,
) => Promise<PatientOutcome>;

/** Asks patiently, within bounds; also while no connection can be made, unless told otherwise. */
export function createAsking(target: Target, longestWait: number | undefined): Asking {
  const { clock } = target;
  return async (client, call, { until, signal: ended }, { wanted, ...how } = {}) => {
    const limit = { patience: Math.max(0, until - clock.now()), signal: ended };
    const { result } = await withinPatience(clock, limit, (signal) =>
      patiently(() => target.request(call, { client, signal, ...(wanted && { wanted }) }), {
        clock,
        limits: { until, longestAnnounced: longestWait },
        signal,
        ...how,
        throughAbsence: how.throughAbsence ?? true,
      }),
    );
    return result;
  };
}

/** @param random keys of two runs must not meet, so they hold the time as well. */
export function createCaretaker(target: Target, profile: Profile, random: RandomStream | undefined) {
  const { clock } = target;
  let keys = 0;

  const ask = createAsking(target, profile.longestWait);
  /** One client may have lost its permission or its token in the run; then the next one is tried. */
  const askFirst = async (
    clients: readonly string[],
    call: Call,
    bounds: RestoreBounds,
  ): Promise<PatientOutcome | undefined> => {
    let last: PatientOutcome | undefined;
    const what = whatOf(call, 'rest');
    for (const client of clients) {
      last = await ask(client, call, bounds, {
        wanted: true,
        isWorthIt: () => what === undefined || !target.answers.isHopeless(what),
      });
      const status = last.outcome.kind === 'reply' ? last.outcome.reply.status : undefined;
      if (status === 401 || status === 403) continue;
      const until = Math.min(bounds.until, clock.now() + profile.patience);
      await untilEnded(target, last.outcome, { client, until, signal: bounds.signal });
      return last;
    }
    return last;
  };

  return {
    read: async (device: EffectHistory, aspect: Aspect, bounds: RestoreBounds): Promise<StateReading> => {
      const call = aspect.read(device.deviceId);
      const tried = await askFirst(clientsWith(profile, 'device:read', device.name), call, bounds);
      if (!tried) return { ok: false, detail: 'no API client of the profile may read it' };
      const { outcome } = tried;
      const values =
        isGranted(outcome) && !outcome.reply.dialectMismatches && aspect.valuesIn(outcome.reply.data);
      return values ? { ok: true, values } : { ok: false, detail: patientWords(tried) };
    },
    /** Undefined when the operation succeeded, else why it did not. */
    perform: async (
      device: EffectHistory,
      operation: Operation,
      scope: Scope,
      bounds: RestoreBounds,
    ): Promise<string | undefined> => {
      // One key for all repeats of this one command: a lost reply must not switch anything twice.
      const mark = random ? random.token(6) : '';
      const idempotencyKey = uuidOf(`restore ${Math.round(clock.now())}`, `${++keys} ${mark}`);
      const call: Call = { name: 'operate', deviceId: device.deviceId, operation, idempotencyKey };
      const tried = await askFirst(clientsWith(profile, scope, device.name), call, bounds);
      if (!tried) return `no API client of the profile has ${scope} for it`;
      return isGranted(tried.outcome) ? undefined : patientWords(tried);
    },
  };
}

// How long putting back may take: what is given for it, and the waits that quotas of the target announce. A quota that
// shows itself only while devices are put back is waited for as well: no relay is left on for it.

/** Several devices may not all fit into one window of a quota. */
const WINDOWS = 2;

/** @param within in ms, beside what quotas take. */
export function createRestoreTime(
  { clock, quotas, answers }: Pick<Target, 'clock' | 'quotas' | 'answers'>,
  { clients, longestWait = LONGEST_ANNOUNCED }: Pick<Profile, 'clients' | 'longestWait'>,
  within: number,
) {
  // How long one of refreshes takes is not known: what it announces is mostly the rest of a device.
  const isLimited = (): boolean => Object.keys(clients).some((client) => answers.meetsQuotas(client));
  const forQuotas = (): number =>
    WINDOWS * (isLimited() ? longestWait : Math.min(quotas.longestWait(), longestWait));
  const bounds = (signal?: AbortSignal): RestoreBounds => ({
    until: clock.now() + within + forQuotas(),
    signal,
  });
  return {
    /** From now on. */
    bounds,
    /** @param restoreAll what could not be put back, in words. */
    whole: async (
      restoreAll: (bounds: RestoreBounds) => Promise<readonly string[]>,
      signal?: AbortSignal,
      tell?: RestoreBounds['tell'],
    ): Promise<readonly string[]> => {
      const known = forQuotas();
      const how = { settle: true, tell: tell && once(tell) };
      const failures = await restoreAll({ ...bounds(signal), ...how });
      const isLate = failures.length > 0 && forQuotas() > known && signal?.aborted !== true;
      return isLate ? restoreAll({ ...bounds(signal), ...how }) : failures;
    },
  };
}

/** The same words are not told twice. */
function once(tell: (words: string) => void): (words: string) => void {
  const told = new Set<string>();
  return (words) => {
    if (!told.has(words)) tell(words);
    told.add(words);
  };
}
