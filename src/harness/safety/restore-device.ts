// Puts one device back as it was found, looks whether it is, and says what is not.
import type { Clock } from '../../kernel/clock.js';
import { CONFIGURATION, longestJog, type Values } from './aspect.js';
import type { Bounds, Caretaker, Reading } from './caretaker.js';
import type { AspectLedger, DeviceLedger } from './ledger.js';

const ROUNDS = 3;

/** A jog's end is the device's to time; it may be a little late. */
const JOG_MARGIN = 500;

/** What could not be put back, in words; empty when all is as it was found. */
export async function restoreDevice(
  clock: Clock,
  caretaker: Caretaker,
  device: DeviceLedger,
  bounds: Bounds,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const ledger of device.aspects) {
    if (ledger.touched.size === 0) continue;
    const seen =
      ledger.aspect.name === 'relays' ? await sightOf(clock, caretaker, device, bounds) : undefined;
    failures.push(...(await restoreAspect(clock, caretaker, device, ledger, { ...bounds, seen })));
  }
  return failures;
}

/**
 * How a check saw the relays after the last change: it spares the device another refresh. Waits for jogs, since
 * switching in the middle of one would leave the outcome to chance.
 */
async function sightOf(
  clock: Clock,
  caretaker: Caretaker,
  device: DeviceLedger,
  bounds: Bounds,
): Promise<Reading | undefined> {
  const over = await endOfJogs(caretaker, device, bounds);
  const delay = Math.min(over, bounds.until) - clock.now();
  if (delay > 0) await clock.sleep(delay, bounds.signal).catch(() => undefined);
  const { sighting } = device;
  return sighting && sighting.at >= over ? { ok: true, values: sighting.values } : undefined;
}

/** Clock time in ms. */
async function endOfJogs(
  caretaker: Caretaker,
  device: DeviceLedger,
  { until, signal }: Bounds,
): Promise<number> {
  if (device.jogged.size === 0 || signal?.aborted) return 0;
  const config = await caretaker.read(device, CONFIGURATION, { until, signal });
  const before = device.aspect(CONFIGURATION).initial ?? new Map();
  const now = config.ok ? config.values : before;
  const longest = Math.max(longestJog(now, device.jogged), longestJog(before, device.jogged));
  return device.lastJogAt + longest + JOG_MARGIN;
}

async function restoreAspect(
  clock: Clock,
  caretaker: Caretaker,
  device: DeviceLedger,
  ledger: AspectLedger,
  { seen, ...bounds }: Bounds & { readonly seen: Reading | undefined },
): Promise<readonly string[]> {
  const { aspect } = ledger;
  const { wanted, unknown } = wantedOf(device, ledger);
  let answer: string | undefined;
  let state: Reading = { ok: false, detail: 'nobody looked' };
  for (let round = 0; round <= ROUNDS; round++) {
    state = (round === 0 ? seen : undefined) ?? (await caretaker.read(device, aspect, bounds));
    const wrong = differing(wanted, state);
    if (wrong.size === 0) {
      if (unknown.length === 0) ledger.clear();
      return unknown;
    }
    if (round === ROUNDS || bounds.signal?.aborted || clock.now() >= bounds.until) break;
    answer = undefined;
    for (const operation of aspect.operations(wrong))
      answer = (await caretaker.perform(device, operation, aspect.scope, bounds)) ?? answer;
  }
  return [...unknown, ...describe(device, ledger, wanted, state, answer)];
}

interface Wanted {
  readonly wanted: Values;
  readonly unknown: readonly string[];
}

function wantedOf({ name }: DeviceLedger, { initial, touched }: AspectLedger): Wanted {
  const wanted = new Map<string, number | boolean>();
  const unknown: string[] = [];
  for (const key of touched) {
    const value = initial?.get(key);
    if (value === undefined)
      unknown.push(`${key} of ${name} was touched, and nobody knows how it was before`);
    else wanted.set(key, value);
  }
  return { wanted, unknown };
}

/** What is not as wanted; all of it when nobody can tell. */
function differing(wanted: Values, state: Reading): Values {
  if (!state.ok) return wanted;
  return new Map([...wanted].filter(([key, value]) => state.values.get(key) !== value));
}

function describe(
  { name }: DeviceLedger,
  { aspect }: AspectLedger,
  wanted: Values,
  state: Reading,
  answer: string | undefined,
): string[] {
  const why = answer === undefined ? '' : `; putting it back got: ${answer}`;
  return [...differing(wanted, state)].map(([key, value]) => {
    const before = aspect.words(key, value);
    if (!state.ok) return `${key} of ${name} may not be ${before} as before the run: ${state.detail}${why}`;
    const now = state.values.get(key);
    const is = now === undefined ? 'is not there any more' : `is ${aspect.words(key, now)}`;
    return `${key} of ${name} ${is}, and was ${before} before the run${why}`;
  });
}
