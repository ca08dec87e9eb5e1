// Whether a command for one relay switches the relay that it names, or another one in its place, over a whole run.
import { touchesOf } from '../../contract/operations.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { ChannelChange } from '../../contract/schemas/message.js';

/** States of the relays of a device, by index. */
export type RelayStates = ReadonlyMap<number, boolean>;

export interface NamedRelays {
  /** @param before the relays of the device as far as they were known. */
  set(deviceId: string, operation: Operation, before: RelayStates): void;
  read(deviceId: string, relays: RelayStates): void;
  heard(deviceId: string, changes: readonly ChannelChange[], relays: RelayStates): void;
  /** Commands switch other relays than those that they name. */
  areOthers(): boolean;
  /** Enough has been seen to say that they do not. */
  isProved(): boolean;
}

/** What a command for one relay has to show, as long as no other command has come. */
interface Alone {
  readonly index: number;
  readonly on: boolean;
  readonly before: RelayStates;
}

/** Commands that switched others. */
const LEAST_ELSEWHERE = 6;
/** What others or an earlier command do to a relay may once look like the work of a command. */
const MOST_BY_CHANCE = 3;
const SHARE_BY_CHANCE = 0.1;

export function createNamedRelays(): NamedRelays {
  const waiting = new Map<string, Alone>();
  const seen = { named: 0, elsewhere: 0 };
  const isProved = (): boolean => seen.named > MOST_BY_CHANCE;
  return {
    set: (deviceId, operation, before) => {
      const alone = aloneOf(operation, before);
      if (alone) waiting.set(deviceId, alone);
      else waiting.delete(deviceId);
    },
    read: (deviceId, relays) => {
      const alone = waiting.get(deviceId);
      const where = alone && changedAt(alone, relays);
      if (where) seen[where]++;
      waiting.delete(deviceId);
    },
    heard: (deviceId, changes, relays) => {
      const alone = waiting.get(deviceId);
      if (!alone || !changes.some(({ kind, index }) => kind === 'relay' && index === alone.index)) return;
      if (changedAt(alone, relays) !== 'named') return;
      seen.named++;
      // The same event comes on each connection.
      waiting.delete(deviceId);
    },
    areOthers: () =>
      seen.elsewhere >= LEAST_ELSEWHERE && !isProved() && seen.named <= seen.elsewhere * SHARE_BY_CHANCE,
    isProved,
  };
}

/** Undefined where it names several relays, or one that was so before. */
function aloneOf(operation: Operation, relays: RelayStates): Alone | undefined {
  const [touch, ...more] = touchesOf(operation);
  if (touch?.kind !== 'relay' || more.length > 0 || touch.to === 'jog') return undefined;
  const on = touch.to === 'on';
  return relays.get(touch.index) === !on ? { index: touch.index, on, before: new Map(relays) } : undefined;
}

function changedAt({ index, on, before }: Alone, relays: RelayStates): 'named' | 'elsewhere' | undefined {
  const isNamed = relays.get(index) === on;
  const areOthers = [...relays].some(
    ([each, is]) => each !== index && before.has(each) && before.get(each) !== is,
  );
  // Where both have changed, more than one command may have done it.
  if (isNamed === areOthers) return undefined;
  return isNamed ? 'named' : 'elsewhere';
}
