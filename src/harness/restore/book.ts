// The book of what a run may have changed. It only grows, and is stored before each change that it does not know yet.
import {
  type DeviceBefore,
  emptyRecord,
  type ManagedBefore,
  type RestoreOrigin,
  type RestoreRecord,
  type StimulusLeft,
} from './record.js';
import type { RestoreStore } from './store.js';

export interface RestoreBook {
  /** Of two values for the same thing, the first one counts. */
  device(before: DeviceBefore): void;
  managed(before: ManagedBefore): void;
  stimulus(left: StimulusLeft): void;
  /** Resolves when all that was noted by now is stored; in words why it is not. */
  stored(): Promise<string | undefined>;
  /** Everything is as it was: the stored book goes. In words why it does not. */
  close(): Promise<string | undefined>;
  /** Why something could not be stored, once that has happened. */
  readonly failure: string | undefined;
}

export function createRestoreBook(store: RestoreStore, origin: RestoreOrigin): RestoreBook {
  let content: RestoreRecord = emptyRecord(origin);
  let version = 1;
  let storedVersion = 0;
  let failure: string | undefined;
  let saving: Promise<string | undefined> | undefined;

  const change = (to: RestoreRecord): void => {
    content = to;
    version++;
  };
  const save = async (): Promise<string | undefined> => {
    const saved = version;
    const why = await store.save(content);
    if (why === undefined) storedVersion = saved;
    failure ??= why;
    return why;
  };
  const saveOnce = (): Promise<string | undefined> => {
    saving ??= save().finally(() => (saving = undefined));
    return saving;
  };
  const stored = async (): Promise<string | undefined> => {
    const wanted = version;
    while (storedVersion < wanted) {
      // Changes that come while the disk is at work go together into the next write.
      const why = await saveOnce();
      if (why !== undefined) return why;
    }
    return undefined;
  };
  return {
    device: (before) => {
      const known = content.devices.find(({ deviceId }) => deviceId === before.deviceId);
      const merged = known ? merge(known, before) : before;
      if (known && sizeOf(known) === sizeOf(merged)) return;
      change({ ...content, devices: [...content.devices.filter((each) => each !== known), merged] });
    },
    managed: (before) => {
      if (content.managed?.deviceId !== before.deviceId) change({ ...content, managed: before });
    },
    stimulus: (left) => {
      if (content.stimuli.some(({ key }) => key === left.key)) return;
      change({ ...content, stimuli: [...content.stimuli, left] });
    },
    stored,
    close: async () => {
      await saving;
      return store.remove();
    },
    get failure() {
      return failure;
    },
  };
}

function merge(known: DeviceBefore, { relays, jogged, jogDurations, baudRate }: DeviceBefore): DeviceBefore {
  const rate = known.baudRate ?? baudRate;
  return {
    ...known,
    relays: [...known.relays, ...relays.filter(({ index }) => !knows(known.relays, index))],
    jogged: [...new Set([...known.jogged, ...jogged])],
    jogDurations: [
      ...known.jogDurations,
      ...jogDurations.filter(({ index }) => !knows(known.jogDurations, index)),
    ],
    ...(rate === undefined ? {} : { baudRate: rate }),
  };
}

function knows(values: readonly { readonly index: number }[], index: number): boolean {
  return values.some((each) => each.index === index);
}

function sizeOf({ relays, jogged, jogDurations, baudRate }: DeviceBefore): number {
  return relays.length + jogged.length + jogDurations.length + (baudRate === undefined ? 0 : 1);
}
