// What is known of one device before it was touched, and what has been touched since.
import { type Aspect, CONFIGURATION, RELAYS, type Touch, type Values } from './aspect.js';

export interface DeviceLedger {
  readonly name: string;
  readonly deviceId: string;
  readonly aspects: readonly AspectLedger[];
  aspect(of: Aspect): AspectLedger;
  /** Something is about to be changed. */
  touch(touch: Touch): void;
  /** Relays that were jogged, and the clock time (ms) after which none of these jogs can have begun. */
  readonly jogged: ReadonlySet<number>;
  readonly lastJogAt: number;
  jogEndedBy(at: number): void;
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
  const ledgerOf = (aspect: Aspect) => (aspect.name === 'relays' ? aspects[0] : aspects[1]);
  return {
    name,
    deviceId,
    aspects,
    aspect: ledgerOf,
    touch: ({ aspect, keys, jogs }) => {
      ledgerOf(aspect).touch(keys);
      for (const relay of jogs) jogged.add(relay);
    },
    jogged,
    get lastJogAt() {
      return lastJogAt;
    },
    jogEndedBy: (at) => {
      lastJogAt = Math.max(lastJogAt, at);
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
