// What is known of one device before it was touched, and what has been touched since.
import type { Exchange } from '../target/call.js';
import { type Aspect, CONFIGURATION, RELAYS, type AspectTouch, type Values } from './aspect.js';
import { createUnsettled } from './unsettled.js';

export interface DeviceLedger {
  readonly name: string;
  readonly deviceId: string;
  readonly aspects: readonly AspectLedger[];
  aspect(of: Aspect): AspectLedger;
  /** Something is about to be changed. */
  touch(touch: AspectTouch): void;
  /** Relays that were jogged, and the clock time (ms) after which none of these jogs can have begun. */
  readonly jogged: ReadonlySet<number>;
  readonly lastJogAt: number;
  jogEndedBy(at: number): void;
  /** How commands that succeeded have left relays; a relay of which that is not known is missing. */
  readonly lastCommanded: Values;
  commanded(values: ReadonlyMap<string, number | boolean | undefined>): void;
  /** When a check gave it back last, clock time in ms. */
  readonly handedOverAt: number;
  handedOver(at: number): void;
  /** A change is over, for all that its exchange tells; undefined when there was none. */
  ended(exchange: Exchange | undefined): void;
  /** The relays as a check saw them, where nothing can have changed them since: they need no other look. */
  readonly sighting: AspectSighting | undefined;
  /** A refresh that went out at that clock time (ms) showed them so. */
  saw(values: Values, sentAt: number): void;
  /** Something beside the requests may have changed the device. */
  disturb(): void;
  /** From when on nothing that was sent can change the device any more; clock time in ms. */
  settledAt(now: number): number;
  /** Others have changed it, the last time at that clock time (ms) at the latest, and nobody knows what came of it. */
  changedByOthers(at: number): void;
}

export interface AspectSighting {
  readonly values: Values;
  /** Clock time in ms. */
  readonly at: number;
}

export interface AspectLedger {
  readonly aspect: Aspect;
  /** As it was found; undefined as long as nobody has looked. */
  readonly initial: Values | undefined;
  readonly touched: ReadonlySet<string>;
  /** Only the first state that is noted counts. */
  note(values: Values): void;
  /** All is as it was found. */
  clear(): void;
}

export function createDeviceLedger(name: string, deviceId: string): DeviceLedger {
  const aspects = [createAspectLedger(RELAYS), createAspectLedger(CONFIGURATION)] as const;
  const jogged = new Set<number>();
  let lastJogAt = 0;
  let handedOverAt = Number.NEGATIVE_INFINITY;
  const commanded = new Map<string, number | boolean>();
  const sight = createSight();
  const ledgerOf = (aspect: Aspect) => (aspect.name === 'relays' ? aspects[0] : aspects[1]);
  return {
    name,
    deviceId,
    aspects,
    aspect: ledgerOf,
    touch: ({ aspect, keys, jogs }) => {
      ledgerOf(aspect).touch(keys);
      sight.begin();
      for (const relay of jogs) jogged.add(relay);
    },
    jogged,
    get lastJogAt() {
      return lastJogAt;
    },
    jogEndedBy: (at) => {
      lastJogAt = Math.max(lastJogAt, at);
    },
    lastCommanded: commanded,
    commanded: (values) => {
      for (const [key, value] of values)
        if (value === undefined) commanded.delete(key);
        else commanded.set(key, value);
    },
    get handedOverAt() {
      return handedOverAt;
    },
    handedOver: (at) => {
      handedOverAt = at;
    },
    ended: sight.end,
    get sighting() {
      return sight.last;
    },
    saw: sight.see,
    disturb: () => {
      commanded.clear();
      sight.lose();
    },
    settledAt: sight.settledAt,
    changedByOthers: sight.changedByOthers,
  };
}

/** What was seen of the relays since the last change of anything, if that change surely was over by then. */
function createSight() {
  const unsettled = createUnsettled();
  let last: AspectSighting | undefined;
  return {
    get last() {
      return last;
    },
    begin: (): void => {
      last = undefined;
      unsettled.begin();
    },
    end: unsettled.end,
    see: (seen: Values, sentAt: number): void => {
      if (!unsettled.isUnderWay && sentAt >= unsettled.changedBy) last = { values: seen, at: sentAt };
    },
    lose: (): void => {
      last = undefined;
    },
    settledAt: unsettled.settledAt,
    changedByOthers: (at: number): void => {
      last = undefined;
      unsettled.changedByOthers(at);
    },
  };
}

function createAspectLedger(aspect: Aspect): AspectLedger & { touch(keys: readonly string[]): void } {
  const touched = new Set<string>();
  let initial: Values | undefined;
  return {
    aspect,
    get initial() {
      return initial;
    },
    touched,
    touch: (keys) => {
      for (const key of keys) touched.add(key);
    },
    note: (values) => {
      initial ??= values;
    },
    clear: () => touched.clear(),
  };
}
